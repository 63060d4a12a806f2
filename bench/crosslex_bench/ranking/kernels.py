"""Compiled loops of the fast trainers; arrays changed in place."""

import numpy as np
from numpy.typing import NDArray

from crosslex.imports import cached_njit
from crosslex.paper.kernels import add_row, dot_of_rows, draw, set_row, step_word

Vector = NDArray[np.float32]
Matrix = NDArray[np.float32]
Int32s = NDArray[np.int32]

compiled = cached_njit(nogil=True)
compiled_pairs = cached_njit(nogil=True, error_model="numpy")


@compiled
def hinge_of_all(
    row: NDArray[np.float32],
    positive: NDArray[np.float32],
    negatives: NDArray[np.float32],
) -> float:
    """Do for one row what `expected_hinge` does, where every negative violates every margin."""
    mass, moment, violated = 0.0, 0.0, 0.0
    for word in range(row.shape[0]):
        mass += negatives[word]
        moment += negatives[word] * np.float64(row[word])
        violated += positive[word]
    loss = 0.0
    for word in range(row.shape[0]):
        hinge = mass * (1.0 - row[word]) + moment
        loss += positive[word] * hinge
        row[word] = negatives[word] * violated - positive[word] * mass
    return loss


@compiled
def hinge_by_rank(
    row: NDArray[np.float32],
    order: NDArray[np.int64],
    positive: NDArray[np.float32],
    negatives: NDArray[np.float32],
    ranked: NDArray[np.float64],
    ranked_positive: NDArray[np.float32],
    ranked_negatives: NDArray[np.float32],
) -> float:
    """Do for one row what `expected_hinge` does, given the order of its scores.

    Scores and weights are put in that order first, so that all later reading is in sequence.
    """
    size = row.shape[0]
    mass, moment = 0.0, 0.0
    for rank in range(size):
        word = order[rank]
        ranked[rank] = row[word]
        ranked_positive[rank] = positive[word]
        ranked_negatives[rank] = negatives[word]
        mass += ranked_negatives[rank]
        moment += ranked_negatives[rank] * ranked[rank]
    loss, violated = 0.0, 0.0
    above, below = 0, 0
    for rank in range(size):
        score = ranked[rank]
        word = order[rank]
        while above < size and ranked[above] < score + 1.0:
            violated += ranked_positive[above]
            above += 1
        while below < rank and ranked[below] <= score - 1.0:
            mass -= ranked_negatives[below]
            moment -= ranked_negatives[below] * ranked[below]
            below += 1
        hinge = mass * (1.0 - score) + moment
        loss += ranked_positive[rank] * hinge
        row[word] = ranked_negatives[rank] * violated - ranked_positive[rank] * mass
    return loss


@compiled
def expected_hinge(
    scores: NDArray[np.float32],
    offsets: Int32s,
    words: Int32s,
    weights: NDArray[np.float32],
    negatives: NDArray[np.float32],
) -> float:
    """Replace scores by the gradient of the expected hinge; return the loss.

    Row by row, for positives w of weight m and negatives v of probability q,
    the loss is Σ_w m_w Σ_v q_v max(0, 1 - s_w + s_v). With the scores sorted, the negatives
    that violate w's margin are a suffix and the positives that v violates are a prefix,
    whose bounds only move forward: one pass gives the loss and every derivative exactly.
    Where all scores lie within the margin, as they do at the start, no order is needed.
    """
    pivots, size = scores.shape
    ranked = np.empty(size, np.float64)
    ranked_positive, ranked_negatives = np.empty(size, np.float32), np.empty(size, np.float32)
    positive = np.zeros(size, np.float32)
    loss = 0.0
    for pivot in range(pivots):
        row = scores[pivot]
        for entry in range(offsets[pivot], offsets[pivot + 1]):
            positive[words[entry]] = weights[entry]
        if size == 0 or np.float64(row.max()) - np.float64(row.min()) < 1.0:
            loss += hinge_of_all(row, positive, negatives)
        else:
            order = np.argsort(row, kind="mergesort")
            loss += hinge_by_rank(
                row, order, positive, negatives, ranked, ranked_positive, ranked_negatives
            )
        for entry in range(offsets[pivot], offsets[pivot + 1]):
            positive[words[entry]] = 0.0
    return loss


@compiled_pairs
def update_pairs(
    pivot_of_pair: Int32s,
    word_of_pair: Int32s,
    weights: Vector,
    cuts: NDArray[np.uint32],
    aliases: Int32s,
    negatives: int,
    generator: NDArray[np.uint64],
    learning_rate: float,
    pivots: Matrix,
    words: Matrix,
    pivot_squares: Matrix,
    word_squares: Matrix,
) -> float:
    """Update the vectors pair by pair, all negatives of a pair at once.

    Pairs come in the order in which they are learned from. Returns the sum of weighted
    hinges.
    """
    # The pivot as the pair found it, and the slope of its loss.
    rows = np.empty((2, pivots.shape[1]), np.float32)
    drawn = np.empty(negatives, np.int64)
    loss = 0.0
    for pair in range(weights.shape[0]):
        weight, pivot, word = weights[pair], pivot_of_pair[pair], word_of_pair[pair]
        margin = np.float32(1.0) - dot_of_rows(pivots, pivot, words, word)
        active = 0
        for _ in range(negatives):
            negative = int(draw(cuts, aliases, generator))
            hinge = margin + dot_of_rows(pivots, pivot, words, negative)
            if hinge > 0:
                loss += weight * hinge
                drawn[active] = negative
                active += 1
        if active == 0:
            continue
        set_row(rows, 0, 1.0, pivots, pivot)
        set_row(rows, 1, -active, words, word)
        for index in range(active):
            add_row(rows, 1, 1.0, words, drawn[index])
        step_word(pivots, pivot, weight, rows, 1, pivot_squares, learning_rate)
        for index in range(active):
            step_word(words, drawn[index], weight, rows, 0, word_squares, learning_rate)
        step_word(words, word, -active * weight, rows, 0, word_squares, learning_rate)
    return loss
