"""Intervals and tests: of accuracies and their differences, and of agreement with people.

References
----------
Clopper, Pearson: The Use of Confidence or Fiducial Limits Illustrated in the Case of the
Binomial. Biometrika 26, 1934.
McNemar: Note on the Sampling Error of the Difference between Correlated Proportions or
Percentages. Psychometrika 12, 1947.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.stats import beta, binomtest, rankdata

from crosslex.results import Interval

LEVEL: Final = 0.95
DRAWS: Final = 2000
"""Draws of judged items; test documents are drawn more often (`bootstrap`)."""

Doubles = NDArray[np.float64]


def clopper_pearson(correct: float, total: int, *, level: float = LEVEL) -> tuple[float, float]:
    """Return the exact confidence interval of a proportion.

    `correct` need not be whole: for several seeds it is the mean.

    >>> low, high = clopper_pearson(8, 10)
    >>> round(low, 4), round(high, 4)
    (0.4439, 0.9748)
    """
    tail = (1 - level) / 2
    low = 0.0 if correct <= 0 else float(beta.ppf(tail, correct, total - correct + 1))
    high = 1.0 if correct >= total else float(beta.ppf(1 - tail, correct + 1, total - correct))
    return low, high


def mcnemar(a: NDArray[np.bool_], b: NDArray[np.bool_]) -> float:
    """Return the exact two-sided p-value that two classifiers are correct equally often.

    `a` and `b` say which documents each classified correctly, in the same order.

    >>> mcnemar(np.array([True] * 6), np.array([False] * 6))
    0.03125
    """
    only_a, only_b = int((a & ~b).sum()), int((b & ~a).sum())
    if only_a + only_b == 0:
        return 1.0
    return float(binomtest(only_a, only_a + only_b, 0.5).pvalue)


def percentile_interval(draws: NDArray[np.float64], *, level: float = LEVEL) -> tuple[float, float]:
    """Return the interval that holds the given share of the draws.

    >>> percentile_interval(np.arange(101), level=0.5)
    (25.0, 75.0)
    """
    tail = (1 - level) / 2
    low, high = np.quantile(draws, [tail, 1 - tail])
    return float(low), float(high)


def two_sided_p(differences: NDArray[np.float64]) -> float:
    """Return the p-value that resampled differences center on zero.

    The observed value counts as one more draw, so that it is never quite zero.

    >>> two_sided_p(np.array([0.1] * 99))
    0.02
    """
    below, above = (differences <= 0).sum(), (differences >= 0).sum()
    return min(1.0, float(2 * (1 + min(below, above)) / (1 + len(differences))))


def draw_items(size: int, draws: int = DRAWS, seed: int = 0) -> NDArray[np.int64]:
    """Return items drawn with replacement, draws × items; the first row is all of them once."""
    drawn = np.random.default_rng(seed).integers(size, size=(draws + 1, size))
    drawn[0] = np.arange(size)
    return drawn


def interval_of(values: Doubles) -> Interval:
    """Return the first value with the percentile interval of the others, which were resampled.

    A draw without a value does not count.
    """
    low, high = np.nanquantile(values[1:], [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Interval(float(values[0]), float(low), float(high))


def show_interval(interval: Interval | None, digits: int = 2) -> str:
    """Return an interval as a cell of a table, empty without a value.

    >>> show_interval(Interval(0.5, -0.001, 0.75))
    '0.50 (0.00 to 0.75)'
    """
    if interval is None or np.isnan(interval.value):
        return ""
    # Adding zero turns a rounded -0.0 into 0.0.
    value, low, high = (
        round(each, digits) + 0.0 for each in (interval.value, interval.low, interval.high)
    )
    return f"{value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def rank_correlations(scores: Doubles, gold: Doubles, drawn: NDArray[np.int64]) -> Doubles:
    """Return Spearman's rho in every draw.

    >>> rank_correlations(np.array([1.0, 2, 9]), np.array([0.1, 0.2, 0.3]), draw_items(3, 0))
    array([1.])
    """
    ranks = [rankdata(values[drawn], axis=1) for values in (scores, gold)]
    first, second = (each - each.mean(axis=1, keepdims=True) for each in ranks)
    with np.errstate(invalid="ignore", divide="ignore"):
        found = (first * second).sum(axis=1) / np.sqrt(
            (first**2).sum(axis=1) * (second**2).sum(axis=1)
        )
    return np.asarray(found)


def areas(scores: Doubles, positive: NDArray[np.bool_], drawn: NDArray[np.int64]) -> Doubles:
    """Return the area under the ROC curve in every draw, from Mann and Whitney's rank sum.

    >>> areas(np.array([1.0, 2, 9]), np.array([False, True, True]), draw_items(3, 0))
    array([1.])
    """
    ranks, is_positive = rankdata(scores[drawn], axis=1), positive[drawn]
    n_positive = is_positive.sum(axis=1)
    wins = (ranks * is_positive).sum(axis=1) - n_positive * (n_positive + 1) / 2
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(wins / (n_positive * (drawn.shape[1] - n_positive)))
