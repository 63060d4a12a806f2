"""The paper's objective for any number of domains: pair weights, loss, regularizer.

    L = Σ_d k Σ_(c,w) m_d(c, w) E_v[ max(0, 1 - c_d·w_d + c_d·v_d) ]  +  λ Σ_d Σ_c ‖c_d - c̄‖²

m_d weighs the pairs of domain d, v is a negative of d, c̄ is the mean of pivot c over the
domains. With two domains the regularizer is the paper's ½ Σ_c ‖c_S - c_T‖².
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.sparse import csr_array

from crosslex.arrays import Float32s, Float64s
from crosslex.paper import negative_distribution
from crosslex_bench.ranking.cooccurrences import Cooccurrences
from crosslex_bench.ranking.kernels import expected_hinge

PairWeight = Literal["normalized", "count"]
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
class WeightedPairs:
    """The weight of each pair of one domain in the loss, pivots × words, float32.

    `negatives` has one probability per word.
    """

    pairs: csr_array
    negatives: Float32s


def weigh_pairs(
    data: Sequence[Cooccurrences], *, backoff: float, pair_weight: PairWeight
) -> tuple[WeightedPairs, ...]:
    """Return every domain's weighted pairs, with back-off to the other domains."""
    own = [csr_array(domain.counts, dtype=np.float64) for domain in data]
    return tuple(
        WeightedPairs(
            normalized(each) if pair_weight == "normalized" else each.astype(np.float32),
            negative_distribution(domain.word_counts),
        )
        for domain, each in zip(data, back_off(data, own, backoff), strict=True)
    )


def back_off(
    data: Sequence[Cooccurrences], counts: Sequence[csr_array], share: float
) -> list[csr_array]:
    """Return each domain's counts plus a share of every other domain's of the same pairs."""
    if share == 0:
        return list(counts)
    backed = []
    for here, own in zip(data, counts, strict=True):
        total = own
        for there, other in zip(data, counts, strict=True):
            if there is not here:
                total = total + share * with_words(other, there.words, here.words)
        # A sum is in order; counts that may be somebody else's are put in order in a copy.
        backed.append(total if total.has_sorted_indices else total.sorted_indices())
    return backed


def with_words(matrix: csr_array, own: Sequence[str], wanted: Sequence[str]) -> csr_array:
    """Return a matrix whose columns are words of `own` with columns for those of `wanted`.

    >>> with_words(csr_array([[1, 2, 3]]), ["plot", "saw", "lid"], ["lid", "pan", "plot"]).toarray()
    array([[3, 0, 1]])
    """
    if own == wanted:
        return matrix
    number = {word: index for index, word in enumerate(wanted)}
    columns = np.array([number.get(word, -1) for word in own], np.int64)[matrix.indices]
    found = columns >= 0
    before = np.concatenate([[0], np.cumsum(found)])
    moved = csr_array(
        (matrix.data[found], columns[found], before[matrix.indptr]),
        shape=(matrix.shape[0], len(wanted)),
    )
    moved.sort_indices()
    return moved


def normalized(counts: csr_array) -> csr_array:
    """Return N/√(f_c f_w) of counts N, with f_c and f_w the sums of their row and column."""
    rows, columns = (inverse_root(np.asarray(counts.sum(axis=axis)).ravel()) for axis in (1, 0))
    data = counts.data * np.repeat(rows, np.diff(counts.indptr)) * columns[counts.indices]
    return csr_array((data.astype(np.float32), counts.indices, counts.indptr), shape=counts.shape)


def inverse_root(values: Float64s) -> Float64s:
    """Return 1/√x, and 0 where x is 0."""
    roots = np.sqrt(values)
    return np.divide(1.0, roots, out=np.zeros_like(roots), where=roots > 0)


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
