"""Settings that are tried for every method while tuning: few, and equally many for all."""

from collections.abc import Mapping
from typing import Any, Final

from crosslex.adapt.names import MethodName

BUDGET: Final = 3
"""Settings tried for each method."""

Settings = Mapping[str, Any]


def _each_c(*strengths: float) -> tuple[Settings, ...]:
    return tuple({"C": strength} for strength in strengths)


CANDIDATES: Final[Mapping[MethodName, tuple[Settings, ...]]] = {
    "none": _each_c(1.0, 3.0, 10.0),
    "in_domain": _each_c(1.0, 3.0, 10.0),
    "crosslex": _each_c(1.0, 2.0, 3.0),
    "crosslex-documents": _each_c(0.3, 1.0, 3.0),
    "crosslex-expansion": (
        {"C": 1.0, "own": 1.0},
        {"C": 3.0, "own": 1.0},
        {"C": 3.0, "own": 0.5},
    ),
    "crosslex-paper": _each_c(0.01, 0.1, 1.0),
    "pooled": _each_c(1.0, 2.0, 3.0),
    "scl": (
        {"C": 1.0, "dimension": 50},
        {"C": 3.0, "dimension": 50},
        {"C": 3.0, "dimension": 100},
    ),
    "sfa": (
        {"C": 1.0, "dimension": 100},
        {"C": 3.0, "dimension": 100},
        {"C": 3.0, "dimension": 50},
    ),
    "cs": ({"C": 1.0, "weight": 0.3}, {"C": 3.0, "weight": 0.3}, {"C": 3.0, "weight": 1.0}),
    "glove": ({"C": 1.0, "own": 1.0}, {"C": 3.0, "own": 1.0}, {"C": 3.0, "own": 0.0}),
    "skipgram": ({"C": 1.0, "own": 1.0}, {"C": 3.0, "own": 1.0}, {"C": 3.0, "own": 0.0}),
    "msda": (
        {"C": 1.0, "block_size": 2500, "weight": 3.0},
        {"C": 3.0, "block_size": 2500, "weight": 3.0},
        {"C": 3.0, "block_size": 5000, "weight": 2.0},
    ),
    "coral": (
        {"C": 1.0, "regularization": 1.0},
        {"C": 3.0, "regularization": 1.0},
        {"C": 1.0, "regularization": 0.3},
    ),
    "dci": (
        {"C": 0.3, "skip_overlaps": True, "backoff": 0.2},
        {"C": 1.0, "skip_overlaps": True, "backoff": 0.2},
        {"C": 1.0, "skip_overlaps": False, "backoff": 0.0},
    ),
}


def candidate_label(settings: Settings) -> str:
    """Return a name that is unique among a method's candidates.

    >>> candidate_label({"C": 3.0, "dimension": 50})
    'C=3 dimension=50'
    """
    return " ".join(
        f"{name}={value:g}" if name == "C" else f"{name}={value}"
        for name, value in settings.items()
    )
