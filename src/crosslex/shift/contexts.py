"""Contexts of words: one vector per word and document that uses it, blind to domains."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csc_array, csr_array
from sklearn.utils.extmath import randomized_svd

from crosslex.arrays import Float32s, Float64s, Int32s, Int64s
from crosslex.counting.sentence_sample import SentenceSample
from crosslex.pivots.vocabulary import Vocabulary
from crosslex.shift.kernels import add_contexts, add_cooccurrences, count_uses
from crosslex.vectors import unit_rows

# Of the context before a word; the context after it has as many again.
DIMENSION = 50
ROWS = 20_000
COLUMNS = 3_000
# Frequent context words say less than their counts do (Levy, Goldberg and Dagan, 2015).
SMOOTHING = 0.75


@dataclass(frozen=True, eq=False)
class ContextVectors:
    """Vectors of the words that may stand around a word, of unit length.

    `vector_of` is the row of each feature's vector, -1 where it has none; `weights` say how much
    a word counts at each distance, from 0 on.
    """

    vectors: Float32s
    vector_of: Int32s
    weights: Float32s


@dataclass(frozen=True, eq=False)
class Uses:
    """The uses of words in one domain; all that one document has of a word is one use.

    A use's vector is the mean context of a word in a document, what stands before it and then
    what stands after it; its count is how often the word occurs there. `starts` say where each
    word's uses begin, one more than there are words.
    """

    vectors: Float32s
    starts: Int64s
    counts: Int32s

    @property
    def sizes(self) -> Int64s:
        """How many documents use each word."""
        return np.diff(self.starts)

    def of(self, word: int) -> Float32s:
        """Return the uses of one word."""
        return self.vectors[self.starts[word] : self.starts[word + 1]]

    def means(self) -> Float64s:
        """Return each word's mean use; every document has the same say."""
        return next(self.means_without(np.arange(len(self.sizes)), groups=1))

    def means_without(self, words: Int64s, *, groups: int) -> Iterator[Float64s]:
        """Yield the words' mean uses with one of so many groups of documents left out at a time.

        Of ten groups the third has the third of every ten documents of each word. Where a
        group has all of them, none is left out.
        """
        row = np.full(len(self.sizes), -1, np.int64)
        row[words] = np.arange(len(words))
        of_use = np.repeat(row, self.sizes)
        group = (np.arange(len(of_use)) - np.repeat(self.starts[:-1], self.sizes)) % groups
        chosen = of_use >= 0
        cells = (of_use * groups + group)[chosen]
        sizes = np.bincount(cells, minlength=len(words) * groups).reshape(len(words), groups)
        held = csc_array(
            (np.ones(len(cells), np.float32), cells, np.concatenate([[0], np.cumsum(chosen)])),
            (sizes.size, len(of_use)),
        )
        sums = (held @ self.vectors).reshape(len(words), groups, -1)
        total, size = sums.sum(axis=1, dtype=np.float64), sizes.sum(axis=1)
        for place in range(groups):
            left = size - sizes[:, place]
            kept = np.where((left > 0)[:, None], total - sums[:, place], total)
            yield kept / np.where(left > 0, left, np.maximum(size, 1))[:, None]


def fit_context_vectors(
    samples: Sequence[SentenceSample], vocabulary: Vocabulary, *, window: int, random_state: int
) -> ContextVectors:
    """Return vectors of context words, learned from all domains together as if they were one.

    Learned per domain, they would carry the labels, and a test that permutes the labels would
    find differences where there are none. They are the singular vectors of positive pointwise
    mutual information; a context word k positions away counts 1/k.
    """
    single = np.flatnonzero([" " not in feature for feature in vocabulary.features])
    by_count = single[np.argsort(-vocabulary.counts.sum(axis=0)[single], kind="stable")]
    rows = _numbers(by_count[:ROWS], len(vocabulary.features))
    columns = _numbers(by_count[:COLUMNS], len(vocabulary.features))
    weights = np.concatenate([[0], 1 / np.arange(1, window + 1)]).astype(np.float32)
    shape = (min(ROWS, len(by_count)), min(COLUMNS, len(by_count)))
    total = np.zeros(shape, np.float32)
    for sample in samples:
        add_cooccurrences(sample.unigrams, sample.sentence_offsets, rows, columns, weights, total)
    dimension = min(DIMENSION, *shape)
    information = _positive_information(total)
    left, values, _ = randomized_svd(
        information, dimension, n_iter=2, random_state=random_state % 2**32
    )
    vectors = unit_rows(left * np.sqrt(values)).astype(np.float32)
    return ContextVectors(vectors, rows, weights)


def count_documents(sample: SentenceSample, tested: Int64s, n_features: int) -> Int64s:
    """Return how many documents of a domain use each tested word."""
    sizes = np.zeros(len(tested), np.int64)
    count_uses(*_text(sample), _numbers(tested, n_features), sizes)
    return sizes


def collect_uses(
    sample: SentenceSample, tested: Int64s, n_features: int, contexts: ContextVectors
) -> Uses:
    """Return the mean context of each tested word in each document of a domain."""
    sizes = count_documents(sample, tested, n_features)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    counts = np.zeros(starts[-1], np.int32)
    total = np.zeros((starts[-1], 2 * contexts.vectors.shape[1]), np.float32)
    add_contexts(
        *_text(sample),
        _numbers(tested, n_features),
        starts,
        contexts.vectors,
        contexts.vector_of,
        contexts.weights,
        counts,
        total,
    )
    total /= np.maximum(counts, 1)[:, None].astype(np.float32)
    return Uses(total, starts, counts)


def _text(sample: SentenceSample) -> tuple[Int32s, Int32s, Int64s, Int64s]:
    return sample.unigrams, sample.bigrams, sample.sentence_offsets, sample.documents


def _numbers(chosen: Int64s, size: int) -> Int32s:
    numbers = np.full(size, -1, np.int32)
    numbers[chosen] = np.arange(len(chosen), dtype=np.int32)
    return numbers


def _positive_information(total: Float32s) -> csr_array:
    of_row = np.maximum(total.sum(axis=1), 1e-12)
    of_column = np.maximum(total.sum(axis=0), 1e-12) ** SMOOTHING
    # Sparse, because most words never occur together and the logarithm is what costs.
    information = csr_array(total)
    information.data /= np.repeat(of_row, np.diff(information.indptr))
    information.data /= (of_column / of_column.sum())[information.indices]
    information.data = np.log(np.maximum(information.data, 1))
    return information
