"""Settings that are tried for a method while tuning: few, and equally many for all.

A method without candidates is tuned by its threshold rule alone.
"""

from collections.abc import Mapping
from typing import Any, Final

from crosslex.adapt.names import MethodName

BUDGET: Final = 3
"""Settings tried for each method."""

Settings = Mapping[str, Any]


def _with_c(*strengths: float, **settings: Any) -> tuple[Settings, ...]:
    """Combine values of C with settings."""
    return tuple({"C": strength, **settings} for strength in strengths)


CANDIDATES: Final[Mapping[MethodName, tuple[Settings, ...]]] = {
    "none": _with_c(1.0, 3.0, 10.0),
    "in_domain": _with_c(1.0, 3.0, 10.0),
    "crosslex": _with_c(1.0, 2.0, 3.0),
    "crosslex-documents": _with_c(0.3, 1.0, 3.0),
    "crosslex-expansion": _with_c(1.0, 3.0, own=1.0) + _with_c(3.0, own=0.5),
    "crosslex-paper": _with_c(0.01, 0.1, 1.0),
    "pooled": _with_c(1.0, 2.0, 3.0),
    "scl": _with_c(1.0, 3.0, dimension=50) + _with_c(3.0, dimension=100),
    "sfa": _with_c(1.0, 3.0, dimension=100) + _with_c(3.0, dimension=50),
    "cs": _with_c(1.0, 3.0, weight=0.3) + _with_c(3.0, weight=1.0),
    "glove": _with_c(1.0, 3.0, own=1.0) + _with_c(3.0, own=0.0),
    "skipgram": _with_c(1.0, 3.0, own=1.0) + _with_c(3.0, own=0.0),
    "msda": _with_c(1.0, 3.0, block_size=2500, weight=3.0)
    + _with_c(3.0, block_size=5000, weight=2.0),
    "coral": _with_c(1.0, 3.0, regularization=1.0) + _with_c(1.0, regularization=0.3),
    "dci": _with_c(0.3, 1.0, skip_overlaps=True, backoff=0.2)
    + _with_c(1.0, skip_overlaps=False, backoff=0.0),
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
