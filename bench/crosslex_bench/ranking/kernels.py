"""Compiled loops of the fast trainers and of co-occurrence counts; arrays changed in place."""

import numpy as np
from numpy.typing import NDArray

from crosslex.counts.kernels import Features, feature_at, words_near
from crosslex.imports import cached_njit
from crosslex.paper.kernels import add_row, dot_of_rows, draw, set_row, step_word

Vector = NDArray[np.float32]
Matrix = NDArray[np.float32]
Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]

RADIX_BITS = 11
RADIX = 1 << RADIX_BITS

compiled = cached_njit(nogil=True)
compiled_pairs = cached_njit(nogil=True, error_model="numpy")


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
    order: Int32s,
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
    order = np.empty(size, np.int32)
    entries, spare = np.empty(size, np.uint64), np.empty(size, np.uint64)
    starts = np.empty((3, RADIX), np.int32)
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
            sort_scores(row, order, entries, spare, starts)
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


@cached_njit(nogil=True)
def _add_overlaps(
    occurrence: int, start: int, stop: int, words: Features, overlaps: Int64s, step: int
) -> None:
    """Add `step` for every word occurrence that overlaps this pivot occurrence."""
    first = occurrence // 2
    last = first + occurrence % 2
    for position in range(first, last + 1):
        if words.unigrams[position] >= 0:
            overlaps[words.unigrams[position]] += step
    for position in range(max(start, first - 1), min(stop, last + 1)):
        if words.bigrams[position] >= 0:
            overlaps[words.bigrams[position]] += step


@cached_njit(nogil=True)
def add_window_pairs(
    pivots: Features,
    words: Features,
    sentence_offsets: Int64s,
    lows: Int64s,
    highs: Int64s,
    total: NDArray[np.int32],
) -> None:
    """Add to a dense pivots × words table every pair within the window."""
    widest = 0
    for position in range(len(lows)):
        # A bigram's window ends where that of the next position does.
        end = highs[min(position + 1, len(highs) - 1)]
        widest = max(widest, end - lows[position])
    near = np.empty(2 * widest, np.int32)
    for sentence in range(len(sentence_offsets) - 1):
        start, stop = sentence_offsets[sentence], sentence_offsets[sentence + 1]
        for occurrence in range(2 * start, 2 * stop):
            pivot = feature_at(pivots, occurrence)
            if pivot >= 0:
                first = occurrence // 2
                last = first + occurrence % 2
                for index in range(words_near(words, first, last, start, lows, highs, near)):
                    total[pivot, near[index]] += 1


@cached_njit(nogil=True)
def add_shared_units(
    pivots: Features, words: Features, offsets: Int64s, total: NDArray[np.int32]
) -> None:
    """Add to a dense pivots × words table the units in which both occur without overlapping."""
    n_pivots, n_words = total.shape
    longest = 0
    for unit in range(len(offsets) - 1):
        longest = max(longest, offsets[unit + 1] - offsets[unit])
    # The occurrences of one pivot are a linked list: first, then next.
    first_occurrence = np.full(n_pivots, -1, np.int64)
    next_occurrence = np.empty(2 * longest, np.int64)
    unit_pivots = np.empty(n_pivots, np.int64)
    unit_words = np.empty(n_words, np.int64)
    word_occurrences = np.zeros(n_words, np.int64)
    overlaps = np.zeros(n_words, np.int64)
    for unit in range(len(offsets) - 1):
        start, stop = offsets[unit], offsets[unit + 1]
        n_unit_pivots = 0
        n_unit_words = 0
        for occurrence in range(2 * start, 2 * stop):
            pivot = feature_at(pivots, occurrence)
            if pivot >= 0:
                if first_occurrence[pivot] < 0:
                    unit_pivots[n_unit_pivots] = pivot
                    n_unit_pivots += 1
                next_occurrence[occurrence - 2 * start] = first_occurrence[pivot]
                first_occurrence[pivot] = occurrence
            word = feature_at(words, occurrence)
            if word >= 0:
                if word_occurrences[word] == 0:
                    unit_words[n_unit_words] = word
                    n_unit_words += 1
                word_occurrences[word] += 1
        for index in range(n_unit_pivots):
            pivot = unit_pivots[index]
            n_occurrences = 0
            occurrence = first_occurrence[pivot]
            while occurrence >= 0:
                n_occurrences += 1
                _add_overlaps(occurrence, start, stop, words, overlaps, 1)
                occurrence = next_occurrence[occurrence - 2 * start]
            for place in range(n_unit_words):
                word = unit_words[place]
                if n_occurrences * word_occurrences[word] > overlaps[word]:
                    total[pivot, word] += 1
            occurrence = first_occurrence[pivot]
            while occurrence >= 0:
                _add_overlaps(occurrence, start, stop, words, overlaps, -1)
                occurrence = next_occurrence[occurrence - 2 * start]
            first_occurrence[pivot] = -1
        for place in range(n_unit_words):
            word_occurrences[unit_words[place]] = 0
