"""Intervals of accuracies, and tests of their differences.

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
from scipy.stats import beta, binomtest

LEVEL: Final = 0.95


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
