"""From co-occurrence counts to what the objective sums over: weighted pairs of every domain."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.paper import negative_distribution
from crosslex_bench.ranking.cooccurrences import Cooccurrences
from crosslex_bench.ranking.settings import TrainingSettings

Float32s = NDArray[np.float32]
Float64s = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class WeightedPairs:
    """The weight of each pair of one domain in the loss, pivots × words, float32.

    `negatives` has one probability per word.
    """

    pairs: csr_array
    negatives: Float32s


def weigh_pairs(
    data: Sequence[Cooccurrences], settings: TrainingSettings
) -> tuple[WeightedPairs, ...]:
    """Return every domain's weighted pairs, with back-off to the other domains."""
    own = [csr_array(domain.counts, dtype=np.float64) for domain in data]
    counts = back_off(data, own, settings.backoff)
    return tuple(
        WeightedPairs(
            scaled(each, *pair_scales(each, settings)), negative_distribution(domain.word_counts)
        )
        for domain, each in zip(data, counts, strict=True)
    )


def total_weight(pairs: Sequence[WeightedPairs]) -> float:
    """Return the weight of all pairs of all domains, always above 0."""
    weight = sum(float(domain.pairs.data.sum(dtype=np.float64)) for domain in pairs)
    return max(weight, np.finfo(np.float64).tiny)


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


def pair_scales(counts: csr_array, settings: TrainingSettings) -> tuple[Float64s, Float64s]:
    """Return the factors of rows and columns that turn counts into pair weights."""
    if settings.pair_weight == "count":
        return np.ones(counts.shape[0]), np.ones(counts.shape[1])
    rows = np.asarray(counts.sum(axis=1), np.float64).ravel()
    columns = np.asarray(counts.sum(axis=0), np.float64).ravel()
    return inverse_root(rows), inverse_root(columns)


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


def scaled(counts: csr_array, rows: Float64s, columns: Float64s) -> csr_array:
    """Return counts with rows and columns multiplied by factors."""
    data = counts.data * np.repeat(rows, np.diff(counts.indptr)) * columns[counts.indices]
    return csr_array((data.astype(np.float32), counts.indices, counts.indptr), shape=counts.shape)


def inverse_root(values: Float64s) -> Float64s:
    """Return 1/√x, and 0 where x is 0."""
    roots = np.sqrt(values)
    return np.divide(1.0, roots, out=np.zeros_like(roots), where=roots > 0)
