"""Compiled loops over sampled sentences and over permutations; arrays changed in place."""

import numpy as np
from numpy.typing import NDArray

from crosslex.imports import cached_njit

Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]
Float32s = NDArray[np.float32]


@cached_njit(nogil=True)
def sum_contexts(
    unigrams: Int32s,
    bigrams: Int32s,
    sentence_offsets: Int64s,
    documents: Int64s,
    tested: Int32s,
    starts: Int64s,
    vectors: Float32s,
    vector_of: Int32s,
    weights: Float32s,
    documents_of: Int64s,
    occurrences: Float32s,
    total: Float32s,
) -> None:
    """Add up the vectors of the words around each use; note its document and occurrences.

    The uses of a word are adjacent from `starts` on, in the order of the text. Contexts before
    and after the word are summed side by side.
    """
    window = len(weights) - 1
    dimension = vectors.shape[1]
    last_document = np.full(len(starts) - 1, -1, np.int64)
    use_of = starts - 1
    for sentence in range(len(sentence_offsets) - 1):
        start, stop = sentence_offsets[sentence], sentence_offsets[sentence + 1]
        for occurrence in range(2 * start, 2 * stop):
            first = occurrence // 2
            last = first + occurrence % 2
            feature = bigrams[first] if last > first else unigrams[first]
            if feature < 0 or tested[feature] < 0:
                continue
            word = tested[feature]
            if last_document[word] != documents[sentence]:
                last_document[word] = documents[sentence]
                use_of[word] += 1
                documents_of[use_of[word]] = documents[sentence]
            use = use_of[word]
            occurrences[use] += 1
            for other in range(max(start, first - window), min(stop, last + window + 1)):
                if first <= other <= last or unigrams[other] < 0:
                    continue
                vector = vector_of[unigrams[other]]
                if vector < 0:
                    continue
                before = other < first
                weight = weights[first - other if before else other - last]
                side = 0 if before else dimension
                for axis in range(dimension):
                    total[use, side + axis] += weight * vectors[vector, axis]


@cached_njit(nogil=True)
def permuted_distances(
    centered: Float32s,
    n_first: int,
    seed: int,
    offset: Float32s,
    reach: float,
    enough: int,
    distances: NDArray[np.float64],
) -> int:
    """Write squared distances of two groups' means plus an offset, the groups drawn at random.

    Stops once `enough` of them are at least `reach`; returns how many were drawn. The rows are
    centered, so the sum of either group tells the means of both; the smaller group is drawn.
    """
    size, dimension = centered.shape
    drawn = min(n_first, size - n_first)
    scale = 1.0 / n_first + 1.0 / (size - n_first)
    if drawn < n_first:
        scale = -scale
    order = np.arange(size)
    total = np.empty(dimension, np.float32)
    # Seeds in a row must not begin at places in a row of one sequence.
    state = np.uint64(seed) * np.uint64(0xD1342543DE82EF95) + np.uint64(0x632BE59BD9B4E019)
    reached = 0
    for resample in range(len(distances)):
        total[:] = 0
        for place in range(drawn):
            # splitmix64: a generator of its own for each call, whatever the threads do.
            state += np.uint64(0x9E3779B97F4A7C15)
            bits = state
            bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            bits = bits ^ (bits >> np.uint64(31))
            uniform = np.float64(bits >> np.uint64(11)) / 9007199254740992.0
            other = place + int(uniform * (size - place))
            row = order[other]
            order[other] = order[place]
            order[place] = row
            for axis in range(dimension):
                total[axis] += centered[row, axis]
        squared = 0.0
        for axis in range(dimension):
            gap = scale * total[axis] + offset[axis]
            squared += gap * gap
        distances[resample] = squared
        if distances[resample] >= reach:
            reached += 1
            if reached == enough:
                return resample + 1
    return len(distances)
