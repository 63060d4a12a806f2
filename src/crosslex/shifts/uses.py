"""Uses of words: one context vector per word and document that has it, blind to domains."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from scipy.sparse import csc_array, csr_array

from crosslex.arrays import Float32s, Float64s, Int32s, Int64s, offsets_of
from crosslex.counts.samples import SentenceSample
from crosslex.counts.vocabulary import Vocabulary
from crosslex.shifts.kernels import sum_contexts
from crosslex.vectors import DomainVectors, sum_by_uses, unit_rows

Pair = tuple[Float64s, Float64s]
"""One row per word, in each of two domains."""
Floats = TypeVar("Floats", Float32s, Float64s)

DIMENSION = 50
"""Of a context word's vector: the strongest directions of the model's space. It and the next are
varied by `crosslex-bench change score-constants`."""
HALF_WEIGHT_FREQUENCY = 1e-3
"""Relative frequency at which a context word weighs half as much as a very rare one (Arora,
Liang and Ma, 2017)."""
JACKKNIFE_GROUPS = 10


@dataclass(frozen=True, eq=False)
class ContextVectors:
    """Vectors of context words, the longer the rarer the word.

    `vector_of` is the row of each feature's vector, -1 where it has none; `weights` are those of
    positions 0, 1, 2, … away from a word.
    """

    vectors: Float32s
    vector_of: Int32s
    weights: Float32s


@dataclass(frozen=True, eq=False)
class Uses:
    """The uses of words in one domain; all occurrences of a word in a document are one use.

    A use's vector is the weighted sum of its context words' vectors, in two forms, each of unit
    length: the sums before and after the word side by side, and both added up. The uses of word i
    are rows `starts[i]` to `starts[i + 1]`; `documents` is each use's document, by its number in
    the corpus, and `occurrences` how often this has the word; None for once each.
    """

    vectors: Float32s
    starts: Int64s
    documents: Int64s
    occurrences: Float32s | None = None

    @property
    def sizes(self) -> Int64s:
        """Number of documents that use each word."""
        return np.diff(self.starts)

    def of(self, word: int) -> Float32s:
        """Return the uses of one word."""
        return self.vectors[self.starts[word] : self.starts[word + 1]]

    def means(self, *, of_occurrences: bool = False) -> Float64s:
        """Return each word's mean use, over documents or over occurrences."""
        return next(self.means_without(groups=1, of_occurrences=of_occurrences))

    def means_without(
        self, *, groups: int = JACKKNIFE_GROUPS, of_occurrences: bool = False
    ) -> Iterator[Float64s]:
        """Yield the words' mean uses with one group of documents left out at a time.

        Of ten groups the third has the third of every ten documents of each word. Where a
        group has all of them, none is left out.
        """
        place = np.arange(len(self.vectors)) - np.repeat(self.starts[:-1], self.sizes)
        weights = self.occurrences if of_occurrences else None
        sums, sizes = self.sums(place % groups, groups, weights)
        total, size = sums.sum(axis=1, dtype=np.float64), sizes.sum(axis=1)
        for group in range(groups):
            left = size - sizes[:, group]
            kept = np.where((left > 0)[:, None], total - sums[:, group], total)
            yield kept / np.where(left > 0, left, np.maximum(size, 1))[:, None]

    def sums(
        self, group: Int64s, groups: int, weights: Float32s | None = None
    ) -> tuple[Float32s, Float64s]:
        """Return sums of the words' uses in each group, and of their weights: words × groups.

        `group` is that of each use, `weights` are 1 by default.
        """
        words = len(self.sizes)
        cells = np.repeat(np.arange(words), self.sizes) * groups + group
        given = np.ones(len(cells), np.float32) if weights is None else weights
        sizes = np.bincount(cells, given, words * groups).astype(np.float64)
        held = csc_array((given, cells, np.arange(len(cells) + 1)), (sizes.size, len(cells)))
        sums = np.asarray(held @ self.vectors).reshape(words, groups, self.vectors.shape[1])
        return sums, sizes.reshape(words, groups)


def jackknife_errors(replicates: Float64s) -> Float64s:
    """Return standard errors from estimates with one group of documents left out each.

    >>> jackknife_errors(np.array([[1.0], [3.0]])).tolist()
    [1.0]
    """
    spread = replicates - replicates.mean(axis=0)
    return np.asarray(np.sqrt((len(spread) - 1) / len(spread) * (spread**2).sum(axis=0)))


def context_vectors(
    vocabulary: Vocabulary,
    vectors: Mapping[str, DomainVectors],
    *,
    window: int,
    keep_common: bool = True,
) -> ContextVectors:
    """Return one vector per context word: the mean of its vectors in all domains.

    The vectors are the same for all domains: a domain's own would carry its label, and a test
    that permutes labels would find differences where there are none. A context word k positions
    away weighs 1/k. `keep_common=False` removes what all vectors have in common.
    """
    single = np.flatnonzero([" " not in feature for feature in vocabulary.features])
    numbers = numbering(single, len(vocabulary.features))
    words = [vocabulary.features[number] for number in single]
    total = sum_by_uses(
        [vectors[domain] for domain in vocabulary.domains],
        words,
        vocabulary.counts[:, single],
        min(DIMENSION, *(each.vectors.shape[1] for each in vectors.values())),
    )
    counts = vocabulary.counts.sum(axis=0)[single]
    shares = counts / max(1, int(counts.sum()))
    directions = unit_rows(total)
    if not keep_common:
        directions = without_common_direction(directions, shares)
    weighted = directions * frequency_weights(shares)[:, None]
    weights = np.concatenate([[0], 1 / np.arange(1, window + 1)]).astype(np.float32)
    return ContextVectors(weighted.astype(np.float32), numbers, weights)


def frequency_weights(shares: Float64s) -> Float64s:
    """Return weights of words by their share of all words: 1 for very rare ones, less for others.

    >>> frequency_weights(np.array([0.0, 1e-3, 9e-3])).round(6).tolist()
    [1.0, 0.5, 0.1]
    """
    return HALF_WEIGHT_FREQUENCY / (HALF_WEIGHT_FREQUENCY + shares)


def without_common_direction(vectors: Float64s, weights: Float64s) -> Float64s:
    """Return unit vectors without their mean and their first principal component.

    That component mostly encodes word frequency (Mu and Viswanath, 2018). Words are weighted;
    rows of zeros stay zeros.

    >>> vectors = np.array([[5.0, 1.0], [-5.0, 1.0], [5.0, -1.0], [-5.0, -1.0], [0.0, 0.0]])
    >>> without_common_direction(vectors, np.ones(5)).round(6)[:, 1].tolist()
    [1.0, 1.0, -1.0, -1.0, 0.0]
    """
    known = np.asarray((vectors != 0).any(axis=1))
    share = np.where(known, weights, 0)[:, None]
    total = max(float(share.sum()), 1e-12)
    centered = np.where(known[:, None], vectors - (share * vectors).sum(axis=0) / total, 0)
    _, directions = np.linalg.eigh(centered.T @ (share * centered))
    strongest = directions[:, -1]
    return unit_rows(centered - np.outer(centered @ strongest, strongest))


def collect_uses(
    sample: SentenceSample,
    tested: Int64s,
    n_features: int,
    contexts: ContextVectors,
) -> Uses:
    """Return the uses of each tested word in the documents of a domain."""
    sizes = sample.count_documents(tested, n_features)
    starts = offsets_of(sizes)
    documents = np.zeros(starts[-1], np.int64)
    occurrences = np.zeros(starts[-1], np.float32)
    dimension = contexts.vectors.shape[1]
    total = np.zeros((starts[-1], 2 * dimension), np.float32)
    sum_contexts(
        sample.unigrams,
        sample.bigrams,
        sample.sentence_offsets,
        sample.documents,
        numbering(tested, n_features),
        starts,
        contexts.vectors,
        contexts.vector_of,
        contexts.weights,
        documents,
        occurrences,
        total,
    )
    return Uses(use_vectors(total), starts, documents, occurrences)


def use_vectors(total: Float32s) -> Float32s:
    """Return vectors of uses from sums of context vectors before and after the word.

    >>> use_vectors(np.array([[3.0, 0.0, 0.0, 4.0]], np.float32)).round(2).tolist()
    [[0.6..., 0.0, 0.0, 0.8..., 0.6..., 0.8...]]
    """
    half = total.shape[1] // 2
    return np.hstack([unit_rows(total), unit_rows(total[:, :half] + total[:, half:])])


def both_sides(vectors: Floats) -> Floats:
    """Return the part of uses' vectors that has before and after added up."""
    return vectors[..., 2 * (vectors.shape[-1] // 3) :]


def numbering(chosen: Int64s, size: int) -> Int32s:
    """Return the place of each number below `size` among the chosen ones, -1 where it is not."""
    numbers = np.full(size, -1, np.int32)
    numbers[chosen] = np.arange(len(chosen), dtype=np.int32)
    return numbers


def topic_halves(sample: SentenceSample, contexts: ContextVectors) -> Int64s:
    """Return the half of each document, 0 or 1, by the contexts that it has most of.

    Documents that the sample does not have are in neither: -1.
    """
    sampled, of_sentence = np.unique(sample.documents, return_inverse=True)
    documents = np.repeat(of_sentence, np.diff(sample.sentence_offsets))
    # The last place is that of -1, which is no feature.
    rows = np.append(contexts.vector_of, np.int32(-1))[sample.unigrams]
    known = rows >= 0
    ones = np.ones(int(known.sum()), np.float32)
    size = (len(sampled), len(contexts.vectors))
    held = csr_array((ones, (documents[known], rows[known])), size)
    halves = np.full(int(sampled.max(initial=-1)) + 1, -1, np.int64)
    halves[sampled] = halves_along_main(unit_rows(np.asarray(held @ contexts.vectors, np.float64)))
    return halves


def halves_along_main(rows: Float64s) -> Int64s:
    """Return the half of each row, 0 or 1: below or above the median of the first component."""
    placed = rows - rows.mean(axis=0)
    main = np.linalg.eigh(placed.T @ placed)[1][:, -1]
    # The sign of an eigenvector is arbitrary.
    along = placed @ (main * np.sign(main[np.abs(main).argmax()]))
    return np.asarray(along > np.median(along), np.int64)


def random_halves(first: Uses, second: Uses, random_state: int) -> tuple[Uses, Uses]:
    """Return the uses of both domains divided anew, each document at random into one of two.

    Words that one of the halves uses less than twice are left out of both.
    """
    generator = np.random.default_rng(random_state)
    both = (first, second)
    draws = [generator.integers(2, size=int(e.documents.max(initial=-1)) + 1) for e in both]
    half = np.concatenate([draw[e.documents] for draw, e in zip(draws, both, strict=True)])
    vectors = np.vstack([first.vectors, second.vectors])
    word = np.concatenate([np.repeat(np.arange(len(e.sizes)), e.sizes) for e in both])
    documents = np.concatenate([first.documents, second.documents])
    sizes = [np.bincount(word[half == side], minlength=len(first.sizes)) for side in (0, 1)]
    kept = np.minimum(*sizes) >= 2
    divided = []
    for side in (0, 1):
        rows = np.flatnonzero((half == side) & kept[word])
        rows = rows[np.argsort(word[rows], kind="stable")]
        divided.append(Uses(vectors[rows], offsets_of(sizes[side][kept]), documents[rows]))
    return divided[0], divided[1]
