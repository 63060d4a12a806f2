"""The names of what can be chosen when a vocabulary is."""

from typing import Final, Literal, get_args

PivotName = Literal[
    "frequency", "npmi", "npmi-sum", "npmi-name", "npmi-name-min", "entropy", "mi", "pmi"
]
"""A pivot score; its function in `crosslex.pivots.scores` has the name with `_` for `-`."""
NEED_LABELS: Final[frozenset[PivotName]] = frozenset({"mi", "pmi"})
PIVOTS: Final[tuple[PivotName, ...]] = get_args(PivotName)

Scope = Literal["all", "paper"]
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)
