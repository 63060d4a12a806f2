"""How scores become classes in a domain without labels."""

from typing import Literal

Threshold = Literal["zero", "rate"]
"""`zero` takes scores as they are; `rate` gives each class its share of the labels."""
