"""How much more often words stand near contexts than chance would have it."""

import numpy as np
from scipy.sparse import csr_array

from crosslex.arrays import Float64s
from crosslex.counts.contexts import ContextShape
from crosslex.counts.contexts.counts import WIDE_UNIT

SMOOTHING = 0.75
"""Frequent contexts say less than their counts do (Levy, Goldberg and Dagan, 2015)."""
WIDE_WEIGHT = 1.4
NEAR_DISCOUNT, WIDE_DISCOUNT = 0.5, 0.1
"""A cell seen n times counts n / (n + discount) of its information: what was seen once may be
chance (after Pantel and Lin, 2002)."""


def positive_information(counts: csr_array, totals: Float64s, shape: ContextShape) -> csr_array:
    """Return positive pointwise mutual information, block by block, discounted and weighted.

    Parameters
    ----------
    counts
        Words × (blocks × contexts).
    totals
        The counts of each column over all words that chance is measured by.
    shape
        What the blocks are.

    Examples
    --------
    >>> counts = csr_array([[4, 0], [2, 2]])
    >>> found = positive_information(counts, np.array([6.0, 2.0]), ContextShape(near=0, wide=1))
    >>> found.shape, bool(found[0, 0] > 0), bool(found[1, 0] > 0), bool(found[1, 1] > 0)
    ((2, 2), True, False, True)
    """
    n_contexts = counts.shape[1] // shape.n_blocks
    wide = shape.n_blocks - 1
    smooth = (totals.reshape(shape.n_blocks, n_contexts) ** SMOOTHING).astype(np.float64)
    smooth /= np.maximum(smooth.sum(axis=1, keepdims=True), 1e-12)
    block = counts.indices // n_contexts
    row = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
    sums = np.bincount(
        row * shape.n_blocks + block, counts.data, minlength=counts.shape[0] * shape.n_blocks
    )
    expected = sums[row * shape.n_blocks + block] * smooth.ravel()[counts.indices]
    values = np.log(np.maximum(counts.data / np.maximum(expected, 1e-12), 1))
    seen = counts.data / np.where(block == wide, WIDE_UNIT, 1)
    values *= seen / (seen + np.where(block == wide, WIDE_DISCOUNT, NEAR_DISCOUNT))
    values *= np.where(block == wide, WIDE_WEIGHT, 1)
    # Copies, because dropping zeros changes indices in place.
    parts = (values.astype(np.float32), counts.indices.copy(), counts.indptr.copy())
    information = csr_array(parts, shape=counts.shape)
    information.eliminate_zeros()
    return information
