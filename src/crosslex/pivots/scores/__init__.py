"""Pivot scores: one module per score, with the name of the score, that holds a function `score`."""

from collections.abc import Callable, Sequence
from importlib import import_module

import numpy as np
from numpy.typing import NDArray

from crosslex.checks import check_choice
from crosslex.counting.domain_counts import DomainCounts
from crosslex.pivots.names import PIVOTS, PivotName

Scores = NDArray[np.float64]
PivotScore = Callable[[Sequence[DomainCounts]], Scores]
"""From counts over the same features to one score per feature; the highest become pivots."""


def pivot_score(name: PivotName) -> PivotScore:
    """Return the score of that name.

    >>> pivot_score("npmi-name").__module__
    'crosslex.pivots.scores.npmi_name'
    """
    check_choice("pivots", name, PIVOTS)
    score: PivotScore = import_module(f"{__name__}.{name.replace('-', '_')}").score
    return score
