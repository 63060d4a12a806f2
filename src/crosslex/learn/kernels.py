"""The inner loops of the exact expectation; plain arrays in, arrays changed in place."""

import numpy as np
from numpy.typing import NDArray

from crosslex.compiling import cached_njit

Int32s = NDArray[np.int32]

RADIX_BITS = 11
RADIX = 1 << RADIX_BITS

compiled = cached_njit(nogil=True)


@compiled
def sort_scores(
    scores: NDArray[np.float32],
    order: Int32s,
    entries: NDArray[np.uint64],
    spare: NDArray[np.uint64],
    starts: NDArray[np.int32],
) -> None:
    """Leave in `order` the indices that sort a row of float32 scores, by radix."""
    size = scores.shape[0]
    bits = scores.view(np.uint32)
    mask = np.uint64(RADIX - 1)
    first, second, third = np.uint64(32), np.uint64(32 + RADIX_BITS), np.uint64(32 + 2 * RADIX_BITS)
    starts[:] = 0
    for index in range(size):
        # Flipping these bits makes the order of floats that of unsigned integers.
        negative = bits[index] >> np.uint32(31)
        key = bits[index] ^ (np.uint32(0xFFFFFFFF) if negative else np.uint32(0x80000000))
        entry = np.uint64(key) << first | np.uint64(index)
        entries[index] = entry
        starts[0, (entry >> first) & mask] += 1
        starts[1, (entry >> second) & mask] += 1
        starts[2, entry >> third] += 1
    for digit in range(3):
        before = 0
        for bucket in range(RADIX):
            count = starts[digit, bucket]
            starts[digit, bucket] = before
            before += count
    for entry in entries:
        bucket = (entry >> first) & mask
        spare[starts[0, bucket]] = entry
        starts[0, bucket] += 1
    for entry in spare:
        bucket = (entry >> second) & mask
        entries[starts[1, bucket]] = entry
        starts[1, bucket] += 1
    for entry in entries:
        bucket = entry >> third
        order[starts[2, bucket]] = np.int32(entry & np.uint64(0xFFFFFFFF))
        starts[2, bucket] += 1


@compiled
def hinge_of_all(
    row: NDArray[np.float32],
    positive: NDArray[np.float32],
    heldout: NDArray[np.float32],
    negatives: NDArray[np.float32],
) -> tuple[float, float]:
    """Do for one row what `expected_hinge` does, where every negative violates every margin."""
    mass, moment, violated = 0.0, 0.0, 0.0
    for word in range(row.shape[0]):
        mass += negatives[word]
        moment += negatives[word] * np.float64(row[word])
        violated += positive[word]
    loss, heldout_loss = 0.0, 0.0
    for word in range(row.shape[0]):
        hinge = mass * (1.0 - row[word]) + moment
        loss += positive[word] * hinge
        heldout_loss += heldout[word] * hinge
        row[word] = negatives[word] * violated - positive[word] * mass
    return loss, heldout_loss


@compiled
def hinge_by_rank(
    row: NDArray[np.float32],
    order: Int32s,
    positive: NDArray[np.float32],
    heldout: NDArray[np.float32],
    negatives: NDArray[np.float32],
    ranked: NDArray[np.float64],
    ranked_positive: NDArray[np.float32],
    ranked_negatives: NDArray[np.float32],
) -> tuple[float, float]:
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
    loss, heldout_loss, violated = 0.0, 0.0, 0.0
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
        heldout_loss += heldout[word] * hinge
        row[word] = ranked_negatives[rank] * violated - ranked_positive[rank] * mass
    return loss, heldout_loss


@compiled
def expected_hinge(
    scores: NDArray[np.float32],
    offsets: Int32s,
    words: Int32s,
    weights: NDArray[np.float32],
    heldout_offsets: Int32s,
    heldout_words: Int32s,
    heldout_weights: NDArray[np.float32],
    negatives: NDArray[np.float32],
) -> tuple[float, float]:
    """Replace scores by the gradient of the expected hinge; return training and held-out loss.

    Row by row, for positives w of weight m and negatives v of probability q,
    the loss is Σ_w m_w Σ_v q_v max(0, 1 - s_w + s_v). With the scores sorted, the negatives
    that violate w's margin are a suffix and the positives that v violates are a prefix,
    whose bounds only move forward: one pass gives the loss and every derivative exactly.
    Where all scores lie within the margin, as they do at the start, no order is needed.
    """
    pivots, size = scores.shape
    order = np.empty(size, np.int32)
    entries, spare = np.empty(size, np.uint64), np.empty(size, np.uint64)
    starts = np.empty((3, RADIX), np.int32)
    ranked = np.empty(size, np.float64)
    ranked_positive, ranked_negatives = np.empty(size, np.float32), np.empty(size, np.float32)
    positive = np.zeros(size, np.float32)
    heldout = np.zeros(size, np.float32)
    loss, heldout_loss = 0.0, 0.0
    for pivot in range(pivots):
        row = scores[pivot]
        for entry in range(offsets[pivot], offsets[pivot + 1]):
            positive[words[entry]] = weights[entry]
        for entry in range(heldout_offsets[pivot], heldout_offsets[pivot + 1]):
            heldout[heldout_words[entry]] = heldout_weights[entry]
        if size == 0 or np.float64(row.max()) - np.float64(row.min()) < 1.0:
            part, heldout_part = hinge_of_all(row, positive, heldout, negatives)
        else:
            sort_scores(row, order, entries, spare, starts)
            part, heldout_part = hinge_by_rank(
                row,
                order,
                positive,
                heldout,
                negatives,
                ranked,
                ranked_positive,
                ranked_negatives,
            )
        loss += part
        heldout_loss += heldout_part
        for entry in range(offsets[pivot], offsets[pivot + 1]):
            positive[words[entry]] = 0.0
        for entry in range(heldout_offsets[pivot], heldout_offsets[pivot + 1]):
            heldout[heldout_words[entry]] = 0.0
    return loss, heldout_loss
