"""How scores become classes in a domain without labels."""

from collections.abc import Mapping
from typing import Literal

from crosslex.errors import InputError

Threshold = Literal["mixture", "zero", "rate"]
"""`mixture` cuts where the target's scores divide; `zero` takes scores as they are; `rate` gives
each class its share of the labels."""

TargetShares = Literal["balanced", "pool"] | Mapping[int | str, float]
"""How frequent the classes are among the texts to classify: all alike, as in the target's texts
as far as their scores tell, or as given."""


def parse_shares(text: str) -> TargetShares:
    """Read shares as people type them.

    >>> parse_shares("bad=0.2, good=0.8")
    {'bad': 0.2, 'good': 0.8}
    >>> parse_shares("pool")
    'pool'
    """
    if text == "balanced":
        return "balanced"
    if text == "pool":
        return "pool"
    shares: dict[int | str, float] = {}
    for part in text.split(","):
        name, equals, share = part.rpartition("=")
        try:
            shares[name.strip()] = float(share)
        except ValueError:
            equals = ""
        if not equals or not name.strip():
            raise InputError(
                f"target_shares: found {text!r}; give balanced, pool, or a share for each class, "
                "such as bad=0.2,good=0.8"
            )
    return shares
