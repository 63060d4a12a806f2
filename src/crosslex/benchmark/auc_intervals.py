"""How sure a mean AUC is: resampled as accuracies are."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from crosslex.benchmark.cells import Cell
from crosslex.benchmark.statistics import percentile_interval

DRAWS: Final = 1_000
"""Fewer than for accuracies: every draw of every cell counts all pairs of documents anew."""


def auc_interval(
    cells: Sequence[Sequence[Cell]], test_sets: Sequence[str], *, seeds_too: bool, seed: int = 0
) -> tuple[float, float] | None:
    """Return the interval of the mean AUC over pairs, None where there are not two classes.

    Parameters
    ----------
    cells
        One list a pair, of one cell a seed.
    test_sets
        What test set each pair's documents are; those of one test set share the draw.
    seeds_too
        Whether to draw seeds as well as documents.
    seed
        Of the random numbers.
    """
    pairs_of: dict[str, list[int]] = defaultdict(list)
    for place, name in enumerate(test_sets):
        pairs_of[name].append(place)
    total = np.zeros(DRAWS)
    for name, places in pairs_of.items():
        n_seeds, size = len(cells[places[0]]), len(cells[places[0]][0].correct)
        random = np.random.default_rng([seed, *name.encode()])
        times = random.multinomial(size, [1 / size] * size, DRAWS)
        share = np.full((DRAWS, n_seeds), 1 / n_seeds)
        if seeds_too:
            share = random.multinomial(n_seeds, [1 / n_seeds] * n_seeds, DRAWS) / n_seeds
        for place in places:
            for number, cell in enumerate(cells[place]):
                if cell.scores is None or cell.auc is None:
                    return None
                # Which class a document has is not kept, but follows from what was decided.
                truth = cell.correct == (cell.scores > 0)
                total += share[:, number] * weighted_aucs(truth, cell.scores, times)
    return percentile_interval(total / len(cells))


def weighted_aucs(
    truth: NDArray[np.bool_], scores: NDArray[np.float64], times: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the AUC of each draw: draws × documents, how often each document is in it.

    A draw without both classes tells nothing, and counts as a half.

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
