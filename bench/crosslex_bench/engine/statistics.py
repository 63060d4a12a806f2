"""Intervals and tests: of accuracies and their differences, and of agreement with people.

References
----------
Clopper, Pearson: The Use of Confidence or Fiducial Limits Illustrated in the Case of the
Binomial. Biometrika 26, 1934.
Efron, Tibshirani: An Introduction to the Bootstrap. 1993.
McNemar: Note on the Sampling Error of the Difference between Correlated Proportions or
Percentages. Psychometrika 12, 1947.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.stats import beta, binomtest, rankdata

from crosslex.results import Interval
from crosslex_bench.engine.trial import Cell

LEVEL: Final = 0.95
DRAWS: Final = 10_000
AUC_DRAWS: Final = 1_000
"""Fewer: an AUC counts all pairs of documents anew in every draw of every cell."""
ITEM_DRAWS: Final = 2000
"""Draws of judged items."""
_DRAWS_AT_ONCE = 500

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


def draw_items(size: int, draws: int = ITEM_DRAWS, seed: int = 0) -> NDArray[np.int64]:
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


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Which documents are classified correctly, as 0 and 1, seeds × documents × columns.

    Tables of one test set share their draws: the three pairs with the same target are not
    independent of each other.
    """

    test_set: str
    correct: NDArray[np.float64]


def bootstrap_accuracies(
    outcomes: Sequence[Outcomes], *, resample_seeds: bool = False, draws: int = DRAWS, seed: int = 0
) -> NDArray[np.float64]:
    """Return each column's mean accuracy over pairs in every draw, draws × columns.

    Documents are drawn within each test set. Seeds, if resampled, are drawn once for all columns
    and for all pairs that share a test set; otherwise their sum counts.
    """
    mean = np.zeros((draws, outcomes[0].correct.shape[2]))
    # In whole numbers up to one division, so that ties of columns stay ties.
    added: dict[str, NDArray[np.float64]] = {}
    for each in outcomes:
        known = added.get(each.test_set)
        added[each.test_set] = each.correct if known is None else known + each.correct
    for name, table in added.items():
        n_seeds, n_documents, _ = table.shape
        chosen = draw_seeds(name, n_seeds, draws, seed) if resample_seeds else None
        for rows, times in _document_draws(name, n_documents, draws, seed):
            if chosen is None:
                correct = times @ table.sum(axis=0)
            else:
                by_seed = (times @ of_seed for of_seed in table)
                correct = np.sum(
                    [chosen[rows, number, None] * each for number, each in enumerate(by_seed)],
                    axis=0,
                )
            mean[rows] += correct / (n_seeds * n_documents)
    return mean / len(outcomes)


def auc_interval(
    cells: Sequence[Sequence[Cell]],
    test_sets: Sequence[str],
    *,
    resample_seeds: bool,
    seed: int = 0,
) -> tuple[float, float] | None:
    """Return the interval of the mean AUC over pairs, None unless there are two classes.

    `cells` are one per seed for each pair, `test_sets` the names of the pairs' test sets.
    """
    total = np.zeros(AUC_DRAWS)
    drawn: dict[str, NDArray[np.int64]] = {}
    for of_pair, name in zip(cells, test_sets, strict=True):
        n_seeds, size = len(of_pair), len(of_pair[0].correct)
        if name not in drawn:
            blocks = [times for _, times in _document_draws(name, size, AUC_DRAWS, seed)]
            drawn[name] = np.concatenate(blocks)
        weights = np.ones((AUC_DRAWS, n_seeds), np.int64)
        if resample_seeds:
            weights = draw_seeds(name, n_seeds, AUC_DRAWS, seed)
        for number, cell in enumerate(of_pair):
            if cell.scores is None or cell.auc is None:
                return None
            # A cell does not hold the classes, but they follow from what was predicted.
            truth = cell.correct == (cell.scores > 0)
            total += weights[:, number] / n_seeds * weighted_aucs(truth, cell.scores, drawn[name])
    return percentile_interval(total / len(cells))


def weighted_aucs(
    truth: NDArray[np.bool_], scores: NDArray[np.float64], times: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the AUC of each draw; `times`, draws × documents, says how often each is in it.

    A draw without both classes counts as 0.5.

    >>> truth, scores = np.array([True, False, True]), np.array([2.0, 1.0, 0.0])
    >>> weighted_aucs(truth, scores, np.array([[1, 1, 1], [3, 1, 1], [1, 0, 2]]))
    array([0.5 , 0.75, 0.5 ])
    """
    order = np.argsort(scores, kind="stable")
    starts = np.flatnonzero(np.diff(scores[order], prepend=-np.inf))
    drawn = times[:, order]
    positive = np.add.reduceat(drawn * truth[order], starts, axis=1)
    negative = np.add.reduceat(drawn * ~truth[order], starts, axis=1)
    below = np.cumsum(negative, axis=1) - negative
    won = (positive * (below + negative / 2)).sum(axis=1)
    pairs = positive.sum(axis=1) * negative.sum(axis=1)
    return np.where(pairs > 0, won / np.maximum(pairs, 1), 0.5)


def draw_seeds(test_set: str, n_seeds: int, draws: int, seed: int) -> NDArray[np.int64]:
    """Return how often each seed is in each draw of a test set."""
    random = np.random.default_rng([seed, 1, *test_set.encode()])
    return random.multinomial(n_seeds, [1 / n_seeds] * n_seeds, draws)


def _document_draws(
    test_set: str, size: int, draws: int, seed: int
) -> Iterator[tuple[slice, NDArray[np.int64]]]:
    """Yield how often each document is in each draw, some draws at a time."""
    random = np.random.default_rng([seed, *test_set.encode()])
    for start in range(0, draws, _DRAWS_AT_ONCE):
        rows = slice(start, min(start + _DRAWS_AT_ONCE, draws))
        yield rows, random.multinomial(size, [1 / size] * size, rows.stop - start)
