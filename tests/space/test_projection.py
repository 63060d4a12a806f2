"""Positive PMI against the formula, cell by cell."""

from math import log

import numpy as np
from scipy.sparse import csr_array

from crosslex.counts.contexts import WIDE_UNIT, ContextShape
from crosslex.space import projection


def by_hand(counts: np.ndarray, totals: np.ndarray, n_contexts: int, n_blocks: int) -> np.ndarray:
    found = np.zeros(counts.shape)
    for word in range(counts.shape[0]):
        for column in range(counts.shape[1]):
            block = column // n_contexts
            columns = slice(block * n_contexts, (block + 1) * n_contexts)
            n, wide = counts[word, column], block == n_blocks - 1
            if n == 0:
                continue
            chance = totals[column] ** 0.75 / (totals[columns] ** 0.75).sum()
            lift = n / (counts[word, columns].sum() * chance)
            seen = n / WIDE_UNIT if wide else n
            discount = projection.WIDE_DISCOUNT if wide else projection.NEAR_DISCOUNT
            weight = projection.WIDE_WEIGHT if wide else 1
            found[word, column] = max(0, log(lift)) * seen / (seen + discount) * weight
    return found


def test_every_cell_follows_the_formula() -> None:
    rng = np.random.default_rng(0)
    shape = ContextShape(near=1, wide=4)
    counts = rng.poisson(0.8, (7, 3 * 5))
    counts[:, 10:] *= WIDE_UNIT
    totals = counts.sum(axis=0) + rng.integers(1, 9, 15).astype(float)
    found = projection.positive_pmi(csr_array(counts), totals, shape)
    np.testing.assert_allclose(found.toarray(), by_hand(counts, totals, 5, 3), rtol=1e-5)


def test_the_counts_stay_as_they_are() -> None:
    counts = csr_array(np.array([[4, 0, 1], [2, 2, 0]]))
    before = counts.toarray()
    projection.positive_pmi(counts, np.array([6.0, 2.0, 1.0]), ContextShape(0, 1))
    np.testing.assert_array_equal(counts.toarray(), before)
