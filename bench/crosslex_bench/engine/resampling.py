"""Agreement of rankings with people, with bootstrap intervals over what was judged."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

Doubles = NDArray[np.float64]

DRAWS = 2000


@dataclass(frozen=True)
class Interval:
    """A value with a 95 % percentile interval (Efron and Tibshirani, 1993)."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, value: float, draws: Doubles) -> "Interval":
        """Return the interval of values drawn anew; a draw without a value does not count."""
        low, high = np.nanquantile(draws, (0.025, 0.975))
        return cls(float(value), float(low), float(high))

    def __str__(self) -> str:
        if np.isnan(self.value):
            return ""
        # Adding zero turns a rounded -0.0 into 0.0.
        value, low, high = (round(each, 2) + 0.0 for each in (self.value, self.low, self.high))
        return f"{value:.2f} ({low:.2f} to {high:.2f})"


def draw_items(size: int, draws: int = DRAWS, seed: int = 0) -> NDArray[np.int64]:
    """Return items drawn with replacement, draws × items; the first row is all of them once."""
    drawn = np.random.default_rng(seed).integers(size, size=(draws + 1, size))
    drawn[0] = np.arange(size)
    return drawn


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
