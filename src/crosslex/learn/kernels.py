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
    keys: NDArray[np.uint32],
    order: Int32s,
    spare_keys: NDArray[np.uint32],
    spare_order: Int32s,
    starts: NDArray[np.int32],
) -> None:
    """Leave in `order` the indices that sort a row of float32 scores, by radix."""
    size = scores.shape[0]
    bits = scores.view(np.uint32)
    mask = np.uint32(RADIX - 1)
    first, second = np.uint32(RADIX_BITS), np.uint32(2 * RADIX_BITS)
    starts[:] = 0
    for index in range(size):
        # Flipping these bits makes the order of floats that of unsigned integers.
        negative = bits[index] >> np.uint32(31)
        key = bits[index] ^ (np.uint32(0xFFFFFFFF) if negative else np.uint32(0x80000000))
        keys[index] = key
        starts[0, key & mask] += 1
        starts[1, (key >> first) & mask] += 1
        starts[2, key >> second] += 1
    for digit in range(3):
        before = 0
        for bucket in range(RADIX):
            count = starts[digit, bucket]
            starts[digit, bucket] = before
            before += count
    for index in range(size):
        key = keys[index]
        place = starts[0, key & mask]
        starts[0, key & mask] = place + 1
        spare_keys[place] = key
        spare_order[place] = index
    for index in range(size):
        key = spare_keys[index]
        bucket = (key >> first) & mask
        place = starts[1, bucket]
        starts[1, bucket] = place + 1
        keys[place] = key
        order[place] = spare_order[index]
    spare_order[:] = order
    for index in range(size):
        bucket = keys[index] >> second
        place = starts[2, bucket]
        starts[2, bucket] = place + 1
        order[place] = spare_order[index]


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
) -> tuple[float, float]:
    """Do for one row what `expected_hinge` does, given the order of its scores."""
    size = row.shape[0]
    mass, moment = 0.0, 0.0
    for rank in range(size):
        ranked[rank] = row[order[rank]]
        mass += negatives[order[rank]]
        moment += negatives[order[rank]] * ranked[rank]
    loss, heldout_loss, violated = 0.0, 0.0, 0.0
    above, below = 0, 0
    for rank in range(size):
        score = ranked[rank]
        word = order[rank]
        while above < size and ranked[above] < score + 1.0:
            violated += positive[order[above]]
            above += 1
        while below < rank and ranked[below] <= score - 1.0:
            mass -= negatives[order[below]]
            moment -= negatives[order[below]] * ranked[below]
            below += 1
        hinge = mass * (1.0 - score) + moment
        loss += positive[word] * hinge
        heldout_loss += heldout[word] * hinge
        row[word] = negatives[word] * violated - positive[word] * mass
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
    keys = np.empty(size, np.uint32)
    spare_keys = np.empty(size, np.uint32)
    order = np.empty(size, np.int32)
    spare_order = np.empty(size, np.int32)
    starts = np.empty((3, RADIX), np.int32)
    ranked = np.empty(size, np.float64)
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
            sort_scores(row, keys, order, spare_keys, spare_order, starts)
            part, heldout_part = hinge_by_rank(row, order, positive, heldout, negatives, ranked)
        loss += part
        heldout_loss += heldout_part
        for entry in range(offsets[pivot], offsets[pivot + 1]):
            positive[words[entry]] = 0.0
        for entry in range(heldout_offsets[pivot], heldout_offsets[pivot + 1]):
            heldout[heldout_words[entry]] = 0.0
    return loss, heldout_loss
