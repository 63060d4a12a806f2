"""How scores become classes in a domain without labels."""

from collections.abc import Mapping
from typing import Literal

from crosslex.corpus.document import Label

Threshold = Literal["mixture", "zero", "rate"]
"""`mixture` cuts where the target's scores divide; `zero` takes scores as they are; `rate` gives
each class its share of the labels."""

TargetShares = Literal["balanced", "pool"] | Mapping[Label, float]
"""How frequent the classes are among the texts to classify: all alike, as in the target's texts
as far as their scores tell, or as given."""
