"""The paper's objective for any number of domains: ranking loss, pivot regularizer, and steps.

    L = Σ_d k Σ_(c,w) m_d(c, w) E_v[ max(0, 1 - c_d·w_d + c_d·v_d) ]  +  λ Σ_d Σ_c ‖c_d - c̄‖²

m_d weighs the pairs of domain d, v is a negative of d, c̄ is the mean of pivot c over the
domains. With two domains the regularizer is the paper's ½ Σ_c ‖c_S - c_T‖².
"""

from dataclasses import dataclass

import numpy as np

from crosslex_bench.ranking.kernels import expected_hinge
from crosslex_bench.ranking.weighting import Float32s, WeightedPairs

BLOCK_SCORES = 1 << 23
"""Most scores held at once; fixed, because block bounds decide how sums are rounded."""
STEP_ROWS = 256
"""Rows that `step_words` moves at once, so that its intermediate results stay in the cache."""
PRODUCT_ROWS = 6144
"""Rows of a product that are added to the total at once. Fixed, since block bounds decide how sums
are rounded; a multiple of the row counts of common BLAS kernels, so that nearly all sums are
rounded as in one product."""
TINY = np.float32(1e-10)
"""Keeps a coordinate that never had a gradient from dividing by zero."""


@dataclass(frozen=True, eq=False)
class RankingLoss:
    """The weighted sum of one domain's expected hinge, not yet times k, and its gradient."""

    loss: float
    pivot_gradient: Float32s
    word_gradient: Float32s


def ranking_loss(
    pivots: Float32s, words: Float32s, weighted: WeightedPairs, out: Float32s | None = None
) -> RankingLoss:
    """Return one domain's ranking loss and its gradient, its negatives in exact expectation.

    `out` is an array of the words' shape to put their gradient into; else a new one is made.
    """
    pairs = weighted.pairs
    pivot_gradient = np.empty_like(pivots)
    word_gradient = np.empty_like(words) if out is None else out
    loss = 0.0
    step = max(1, BLOCK_SCORES // max(1, len(words)))
    # Training usually starts there, and a product with zeros takes as long as any other.
    all_zero = not words.any()
    block = np.empty((min(step, len(pivots)), len(words)), np.float32)
    for first in range(0, len(pivots), step):
        rows = slice(first, first + step)
        scores = block[: len(pivots[rows])]
        if all_zero:
            scores.fill(0)
        else:
            np.matmul(pivots[rows], words.T, out=scores)
        bounds = pairs.indptr[first : first + step + 1]
        loss += expected_hinge(scores, bounds, pairs.indices, pairs.data, weighted.negatives)
        if all_zero:
            pivot_gradient[rows] = 0
        else:
            np.matmul(scores, words, out=pivot_gradient[rows])
        _add_product(scores.T, pivots[rows], word_gradient, start=first == 0)
    return RankingLoss(loss, pivot_gradient, word_gradient)


def _add_product(left: Float32s, right: Float32s, total: Float32s, *, start: bool) -> None:
    """Add a product to a total, or at the start put it there."""
    if start:
        np.matmul(left, right, out=total)
        return
    for first in range(0, len(total), PRODUCT_ROWS):
        rows = slice(first, first + PRODUCT_ROWS)
        total[rows] += left[rows] @ right


def step_words(
    words: Float32s, gradient: Float32s, squares: Float32s, *, learning_rate: float
) -> None:
    """Take an AdaGrad step: each coordinate by η g / √(Σ g²), over all gradients it has seen."""
    rate = np.float32(learning_rate)
    for first in range(0, len(words), STEP_ROWS):
        rows = slice(first, first + STEP_ROWS)
        squares[rows] += gradient[rows] * gradient[rows]
        words[rows] -= rate * gradient[rows] / (np.sqrt(squares[rows]) + TINY)


def step_pivots(
    pivots: Float32s,
    gradient: Float32s,
    squares: Float32s,
    *,
    learning_rate: float,
    regularization: float,
) -> None:
    """Take an AdaGrad step on the ranking loss and a proximal one on the regularizer.

    The composite step of AdaGrad minimizes, with a_d = √(Σ g_d²) / η for every coordinate,

        Σ_d [ g_d c_d + ½ a_d (c_d - c_d(old))² ]  +  λ Σ_d (c_d - c̄)².

    Without λ its solution is y_d = c_d(old) - g_d / a_d. With λ it is

        c̄ = Σ_d b_d y_d / Σ_d b_d,   b_d = a_d / (a_d + 2λ),
        c_d = b_d y_d + (1 - b_d) c̄,

    a weighted mean, so no λ makes it unstable, and its fixed points are those of L.

    References
    ----------
    Duchi, Hazan, Singer: Adaptive Subgradient Methods for Online Learning and Stochastic
    Optimization. JMLR 12 (2011), section 5 on composite mirror descent.
    """
    squares += gradient * gradient
    stiffness = (np.sqrt(squares) + TINY) / np.float32(learning_rate)
    pivots -= gradient / stiffness
    pull_pivots(pivots, stiffness, regularization)


def pull_pivots(pivots: Float32s, stiffness: Float32s, regularization: float) -> None:
    """Draw every pivot's vectors together: the proximal step of `step_pivots` alone."""
    if regularization == 0:
        return
    keep = stiffness / (stiffness + np.float32(2 * regularization))
    mean = (keep * pivots).sum(axis=0) / keep.sum(axis=0)
    pivots *= keep
    pivots += (1 - keep) * mean
