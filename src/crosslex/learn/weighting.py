"""From co-occurrence counts to what the objective sums over: weighted pairs of every domain."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from crosslex.arrays import Float32s, Float64s, Int64s
from crosslex.counts.cooccurrences import Cooccurrences
from crosslex.counts.instances import Instances
from crosslex.learn.settings import TrainingSettings

NEGATIVE_POWER = 0.75


@dataclass(frozen=True, eq=False)
class WeightedPairs:
    """What each pair of one domain weighs in the loss, pivots × words, float32.

    `negatives` has one probability per word.
    """

    training: csr_array
    heldout: csr_array
    negatives: Float32s


def weigh_pairs(
    data: Sequence[Cooccurrences], settings: TrainingSettings
) -> tuple[WeightedPairs, ...]:
    """Return every domain's weighted pairs, a part held out, with back-off to other domains.

    The held-out part goes through the same back-off and the same f_c and f_w as the
    training part, so that both are estimates of one and the same loss.
    """
    splits = [hold_out(domain.counts, settings, index) for index, domain in enumerate(data)]
    training = back_off(data, [split[0] for split in splits], settings.backoff)
    heldout = back_off(data, [split[1] for split in splits], settings.backoff)
    weighted = []
    for index, weight in enumerate(domain_weights(data, settings)):
        kept = keep_frequent(data[index].word_counts, settings.subsample)
        rows, columns = pair_scales(training[index], settings, kept)
        weighted.append(
            WeightedPairs(
                scaled(training[index], weight * rows, columns),
                scaled(heldout[index], weight * rows, columns),
                negative_distribution(data[index].word_counts),
            )
        )
    return tuple(weighted)


def total_weight(pairs: Sequence[WeightedPairs]) -> float:
    """Return the weight of all training pairs of all domains, always above 0."""
    weight = sum(float(domain.training.data.sum(dtype=np.float64)) for domain in pairs)
    return max(weight, np.finfo(np.float64).tiny)


def hold_out(
    counts: csr_array, settings: TrainingSettings, domain: int
) -> tuple[csr_array, csr_array]:
    """Return counts split in two: every single co-occurrence is moved with a fixed probability.

    With nothing to hold out, the first part may share its arrays with the counts.
    """
    if settings.holdout == 0:
        return csr_array(counts, dtype=np.float64), csr_array(counts.shape, dtype=np.float64)
    rng = np.random.default_rng([settings.random_state, domain, 1])
    moved = rng.binomial(counts.data, settings.holdout)
    return with_data(counts, counts.data - moved), with_data(counts, moved)


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


def pair_scales(
    counts: csr_array, settings: TrainingSettings, kept: Float64s
) -> tuple[Float64s, Float64s]:
    """Return the factors of rows and columns that turn counts into pair weights."""
    if settings.pair_weight == "count":
        return np.ones(counts.shape[0]), kept
    rows = np.asarray(counts.sum(axis=1), np.float64).ravel()
    columns = np.asarray(counts.sum(axis=0), np.float64).ravel()
    return inverse_root(rows), inverse_root(columns) * kept


def domain_weights(
    data: Sequence[Cooccurrences] | Sequence[Instances], settings: TrainingSettings
) -> list[float]:
    """Return the weights of the domains' losses: all alike, or by size with mean 1."""
    if settings.domain_weights is None:
        return [1.0] * len(data)
    sizes = np.array([domain.word_counts.sum() for domain in data], np.float64)
    return [float(weight) for weight in sizes / sizes.mean()]


def negative_distribution(word_counts: Int64s) -> Float32s:
    """Return the unigram distribution raised to 3/4, as in skip-gram and the paper."""
    # A domain without text has no distribution; any will do, since it has no pairs either.
    counts = word_counts if word_counts.any() else np.ones_like(word_counts)
    powered = counts.astype(np.float64) ** NEGATIVE_POWER
    return np.asarray(powered / powered.sum(), np.float32)


def keep_frequent(word_counts: Int64s, threshold: float) -> Float64s:
    """Return the share of each word's occurrences that word2vec's subsampling keeps."""
    if threshold == 0:
        return np.ones(len(word_counts))
    share = word_counts / word_counts.sum()
    ratio = threshold / np.maximum(share, np.finfo(np.float64).tiny)
    return np.asarray(np.minimum(1.0, np.sqrt(ratio) + ratio))


def with_data(matrix: csr_array, data: Int64s) -> csr_array:
    """Return a matrix with other counts in its places, without what has become zero."""
    changed = csr_array(
        (data.astype(np.float64), matrix.indices, matrix.indptr), shape=matrix.shape, copy=True
    )
    changed.eliminate_zeros()
    return changed


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
    data = np.empty(counts.nnz, np.float32)
    # Row by row: allocating arrays for all entries takes longer than computing them.
    for row, factor in enumerate(rows):
        own = slice(counts.indptr[row], counts.indptr[row + 1])
        data[own] = counts.data[own] * factor * columns[counts.indices[own]]
    return csr_array((data, counts.indices, counts.indptr), shape=counts.shape)


def inverse_root(values: Float64s) -> Float64s:
    """Return 1/√x, and 0 where x is 0."""
    roots = np.sqrt(values)
    return np.divide(1.0, roots, out=np.zeros_like(roots), where=roots > 0)
