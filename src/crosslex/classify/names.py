"""Names of methods, weightings, pivot scores and thresholds; light enough for `--help`."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

from crosslex.errors import InputError

MethodName = Literal["crosslex", "none", "in_domain", "paper"]
METHOD_NAMES: Final[tuple[MethodName, ...]] = get_args(MethodName)

WeightingName = Literal["tfidf", "binary"]
"""`tfidf`: (1 + log count) × idf, rows of unit length; `binary`: 1 where a feature occurs."""

PivotName = Literal["mi", "pmi", "frequency", "entropy"]
"""A pivot score; its function in `crosslex.classify.pivots` has the same name."""
PIVOT_NAMES: Final[tuple[PivotName, ...]] = get_args(PivotName)

Threshold = Literal["mixture", "zero", "rate"]
"""`mixture` cuts where the target's scores divide; `zero` takes scores as they are; `rate` gives
each class its share of the labels."""

ClassPrior = Literal["balanced", "pool"] | Mapping[int | str, float]
"""Shares of the classes among the texts to classify: all equal, estimated from the scores of the
target's texts, or as given."""


def parse_class_prior(text: str) -> ClassPrior:
    """Return a class prior as typed on the command line.

    >>> parse_class_prior("bad=0.2, good=0.8")
    {'bad': 0.2, 'good': 0.8}
    >>> parse_class_prior("pool")
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
                f"class_prior: found {text!r}; give balanced, pool, or a share for each class, "
                "such as bad=0.2,good=0.8"
            )
    return shares
