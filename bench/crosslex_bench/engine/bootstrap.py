"""The bootstrap: test documents, and seeds if wanted, resampled for accuracies and AUCs.

References
----------
Efron, Tibshirani: An Introduction to the Bootstrap. 1993.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from crosslex_bench.engine.statistics import percentile_interval
from crosslex_bench.engine.trial import Cell

DRAWS: Final = 10_000
AUC_DRAWS: Final = 1_000
"""Fewer: an AUC counts all pairs of documents anew in every draw of every cell."""
_DRAWS_AT_ONCE = 500


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
