"""Where to draw the line between classes in a domain that has no labels to tell."""

from typing import Literal

Threshold = Literal["zero", "rate"]
"""`zero` takes scores as they are; `rate` gives each class its share of the labels."""
