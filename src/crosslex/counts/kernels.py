"""Compiled loops over features, contexts and sparse tables; arrays in, arrays changed in place.

An occurrence is numbered by its position p: 2p is the word there, 2p + 1 the bigram that begins
there.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crosslex.imports import cached_njit

Float32s = NDArray[np.float32]
Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]
UInt64s = NDArray[np.uint64]


class Features(NamedTuple):
    """The feature of the word at each position and of the bigram that begins there, or -1."""

    unigrams: Int32s
    bigrams: Int32s


@cached_njit(nogil=True)
def feature_at(features: Features, occurrence: int) -> int:
    """Return the feature of an occurrence: of the word, or of the bigram that begins there."""
    position = occurrence // 2
    feature: int = features.bigrams[position] if occurrence % 2 else features.unigrams[position]
    return feature


@cached_njit(nogil=True)
def find_bigrams(
    words: Int32s,
    sentence_offsets: Int64s,
    starts: Int64s,
    seconds: Int32s,
    features: Int32s,
    found: Int32s,
) -> None:
    """Write the feature of the bigram that begins at each position, where there is one.

    The bigrams that begin with word w have the second words `seconds[starts[w] : starts[w + 1]]`,
    sorted, and the features at the same places.
    """
    for sentence in range(len(sentence_offsets) - 1):
        for position in range(sentence_offsets[sentence], sentence_offsets[sentence + 1] - 1):
            second = words[position + 1]
            low, stop = starts[words[position]], starts[words[position] + 1]
            high = stop
            while low < high:
                middle = (low + high) // 2
                if seconds[middle] < second:
                    low = middle + 1
                else:
                    high = middle
            if low < stop and seconds[low] == second:
                found[position] = features[low]


@cached_njit(nogil=True)
def words_near(
    words: Features, first: int, last: int, start: int, lows: Int64s, highs: Int64s, found: Int32s
) -> int:
    """Write the words within the window of what spans `first` to `last`; return how many.

    A unigram spans its position, a bigram two. Two features co-occur if they do not overlap,
    the left one ends at `lows[first]` or later, and the right one begins before `highs[last]`.
    The sentence begins at `start`.
    """
    size = 0
    for position in range(lows[first], highs[last]):
        if first <= position <= last:
            continue
        if words.unigrams[position] >= 0:
            found[size] = words.unigrams[position]
            size += 1
        # Bigrams to the left count by their last position.
        begins = position - 1 if position < first else position
        if begins >= start and words.bigrams[begins] >= 0:
            found[size] = words.bigrams[begins]
            size += 1
    return size


@cached_njit(nogil=True)
def window_pairs(
    pivots: Features,
    words: Features,
    sentence_offsets: Int64s,
    lows: Int64s,
    highs: Int64s,
    pair_pivots: Int32s,
    pair_words: Int32s,
    positions: Int64s,
) -> int:
    """Write every pair of a pivot and a word within the window; return how many.

    The outputs must hold two entries per position in the window of each pivot occurrence.
    """
    size = 0
    for sentence in range(len(sentence_offsets) - 1):
        start, stop = sentence_offsets[sentence], sentence_offsets[sentence + 1]
        for occurrence in range(2 * start, 2 * stop):
            pivot = feature_at(pivots, occurrence)
            if pivot >= 0:
                first = occurrence // 2
                last = first + occurrence % 2
                near = words_near(words, first, last, start, lows, highs, pair_words[size:])
                pair_pivots[size : size + near] = pivot
                positions[size : size + near] = first
                size += near
    return size


@cached_njit(nogil=True)
def count_documents(
    words: Int32s, documents: Int64s, last: Int64s, occurrences: Int64s, held: Int64s
) -> None:
    """Count the words at positions, -1 for none, and the documents that hold each.

    `last` remembers the last document of each word.
    """
    for position in range(len(words)):
        word = words[position]
        if word >= 0:
            occurrences[word] += 1
            if last[word] != documents[position]:
                last[word] = documents[position]
                held[word] += 1


@cached_njit(nogil=True)
def choose_sentences(
    features: Features,
    sentence_offsets: Int64s,
    document_of_sentence: Int64s,
    limit: int,
    last_document: Int64s,
    taken: Int64s,
    chosen: NDArray[np.bool_],
) -> None:
    """Choose sentences so that each feature keeps those of its first `limit` documents.

    `taken` counts each feature's documents so far and `last_document` remembers the last.
    """
    for sentence in range(len(sentence_offsets) - 1):
        document = document_of_sentence[sentence]
        for occurrence in range(2 * sentence_offsets[sentence], 2 * sentence_offsets[sentence + 1]):
            feature = feature_at(features, occurrence)
            if feature < 0:
                continue
            if last_document[feature] != document and taken[feature] < limit:
                last_document[feature] = document
                taken[feature] += 1
            if last_document[feature] == document:
                chosen[sentence] = True


SENTENCE_END = -2
"""Separates the sentences of a stream of contexts; no context crosses it."""


@cached_njit(nogil=True)
def order_uses(rows: Int32s, starts: Int64s, uses: Int32s) -> None:
    """Write the uses of each row, in order, from its start on."""
    place = starts[:-1].copy()
    for use in range(len(rows)):
        row = rows[use]
        uses[place[row]] = use
        place[row] += 1


BIT_FACTOR = np.uint64(0x03F79D71B4CB0A89)
BIT_OF = np.zeros(64, np.int64)
"""The number of the only bit of an integer, by the upper six bits of its product with BIT_FACTOR,
a de Bruijn sequence (Leiserson, Prokop and Randall 1998)."""
for _bit in range(64):
    BIT_OF[((int(BIT_FACTOR) << _bit) % 2**64) >> 58] = _bit


@cached_njit(nogil=True)
def _add_to(total: Int32s, touched: UInt64s, column: int, weight: int) -> None:
    total[column] += weight
    touched[column >> 6] |= np.uint64(1) << np.uint64(column & 63)


@cached_njit(nogil=True)
def _write_row(total: Int32s, touched: UInt64s, indices: Int32s, data: Int32s) -> int:
    """Write the columns touched, in order, and their totals; set both to zero; return how many."""
    size = 0
    for place in range(len(touched)):
        left = touched[place]
        touched[place] = 0
        while left:
            lowest = left & (~left + np.uint64(1))
            column = (place << 6) + BIT_OF[(lowest * BIT_FACTOR) >> np.uint64(58)]
            left ^= lowest
            indices[size] = column
            data[size] = total[column]
            total[column] = 0
            size += 1
    return size


@cached_njit(nogil=True)
def add_contexts(
    contexts: Int32s,
    firsts: Int32s,
    lasts: Int32s,
    uses: Int32s,
    starts: Int64s,
    n_near: int,
    wide_weights: Int32s,
    n_contexts: int,
    total: Int32s,
    touched: UInt64s,
    indptr: Int64s,
    indices: Int32s,
    data: Int32s,
) -> int:
    """Write the rows of a sparse table of contexts, one for each group of uses; return its size.

    A use covers the positions `firsts` to `lasts` of the stream `contexts`. Columns come in
    blocks of `n_contexts`: one for each near position (farthest before, …, farthest after), then
    one for all positions up to the end of `wide_weights`, each with its weight. `total` has an
    entry and `touched` a bit for each column, all zero before and after.
    """
    size = 0
    wide = 2 * n_near * n_contexts
    for row in range(len(starts) - 1):
        for place in range(starts[row], starts[row + 1]):
            first, last = firsts[uses[place]], lasts[uses[place]]
            for side in range(2):
                for distance in range(1, len(wide_weights)):
                    context = contexts[last + distance] if side else contexts[first - distance]
                    if context == SENTENCE_END:
                        break
                    if context < 0:
                        continue
                    _add_to(total, touched, wide + context, wide_weights[distance])
                    if distance <= n_near:
                        block = n_near + distance - 1 if side else n_near - distance
                        _add_to(total, touched, block * n_contexts + context, 1)
        size += _write_row(total, touched, indices[size:], data[size:])
        indptr[row + 1] = size
    return size


@cached_njit(nogil=True, fastmath={"contract"})
def add_product(
    indptr: Int32s | Int64s,
    indices: Int32s | Int64s,
    data: Float32s,
    dense: Float32s,
    out: Float32s,
) -> None:
    """Add the product of a CSR matrix and a dense one to `out`."""
    for row in range(len(indptr) - 1):
        total = out[row]
        place, stop = indptr[row], indptr[row + 1]
        # Four entries at a time, in their order: each row of `out` is read and written less often.
        while place + 4 <= stop:
            a, b, c, d = data[place], data[place + 1], data[place + 2], data[place + 3]
            of_a, of_b = dense[indices[place]], dense[indices[place + 1]]
            of_c, of_d = dense[indices[place + 2]], dense[indices[place + 3]]
            for column in range(len(total)):
                value = total[column] + a * of_a[column]
                value = value + b * of_b[column]
                value = value + c * of_c[column]
                total[column] = value + d * of_d[column]
            place += 4
        for last in range(place, stop):
            weight, other = data[last], dense[indices[last]]
            for column in range(len(total)):
                total[column] += weight * other[column]
