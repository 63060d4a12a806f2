"""What stands around words: a vector for each word's use in each document, blind to domains."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.utils.extmath import randomized_svd

from crosslex.counting import Occurrences
from crosslex.pivots import Vocabulary
from crosslex.shift.kernels import add_company, add_contexts, number_uses

DIMENSION = 100
ROWS = 20_000
COLUMNS = 3_000
# Frequent companions say less than their counts do (Levy, Goldberg and Dagan, 2015).
SMOOTHING = 0.75


@dataclass(frozen=True, eq=False)
class ContextVectors:
    """Vectors of the words that may stand around a word.

    Parameters
    ----------
    vectors
        Words × dimensions, of unit length.
    vector_of
        The row of each feature's vector, -1 where it has none.
    weights
        How much a word counts at each distance; the first stands for distance 0.
    """

    vectors: NDArray[np.float32]
    vector_of: NDArray[np.int32]
    weights: NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Uses:
    """The uses of words in one domain; all that one document has of a word is one use.

    Parameters
    ----------
    vectors
        Uses × dimensions: the mean context of a word in a document.
    starts
        Where each word's uses begin; one more than there are words.
    counts
        How often the word occurs in the document.
    """

    vectors: NDArray[np.float32]
    starts: NDArray[np.int64]
    counts: NDArray[np.int32]

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many documents use each word."""
        return np.diff(self.starts)

    def of(self, word: int) -> NDArray[np.float32]:
        """Return the uses of one word."""
        return self.vectors[self.starts[word] : self.starts[word + 1]]

    def only(self, words: NDArray[np.bool_]) -> "Uses":
        """Return the uses of some of the words."""
        kept = np.repeat(words, self.sizes)
        starts = np.concatenate([[0], np.cumsum(self.sizes[words])])
        return Uses(self.vectors[kept], starts, self.counts[kept])

    def means(self, leaving_out: tuple[int, int] | None = None) -> NDArray[np.float64]:
        """Return each word's mean use; every document has the same say.

        Parameters
        ----------
        leaving_out
            (2, 10) leaves out the third of every ten documents of each word, or none where
            a word would be left with nothing.
        """
        kept = np.ones(len(self.vectors), np.float32)
        sizes = self.sizes
        if leaving_out is not None:
            group, groups = leaving_out
            place = np.arange(len(self.vectors)) - np.repeat(self.starts[:-1], sizes)
            kept[place % groups == group] = 0
            left = np.bincount(np.repeat(np.arange(len(sizes)), sizes), kept, len(sizes))
            kept[np.repeat(left == 0, sizes)] = 1
            sizes = np.where(left == 0, sizes, left)
        of_word = csr_array(
            (kept, np.arange(len(self.vectors)), self.starts), (len(sizes), len(self.vectors))
        )
        sums = (of_word @ self.vectors).astype(np.float64)
        return np.asarray(sums / np.maximum(sizes, 1)[:, None])


def fit_context_vectors(
    samples: Sequence[Occurrences], vocabulary: Vocabulary, *, window: int, random_state: int
) -> ContextVectors:
    """Learn vectors of context words from all domains together, as if they were one.

    Were they learned from domains apart, they would know the labels, and a test that
    permutes the labels would find differences where there are none. They are the singular
    vectors of positive pointwise mutual information; a companion k positions away counts 1/k.
    """
    single = np.flatnonzero([" " not in feature for feature in vocabulary.features])
    by_count = single[np.argsort(-vocabulary.counts.sum(axis=0)[single], kind="stable")]
    rows = _numbers(by_count[:ROWS], len(vocabulary.features))
    columns = _numbers(by_count[:COLUMNS], len(vocabulary.features))
    weights = np.concatenate([[0], 1 / np.arange(1, window + 1)]).astype(np.float32)
    shape = (min(ROWS, len(by_count)), min(COLUMNS, len(by_count)))
    total = np.zeros(shape, np.float32)
    for sample in samples:
        add_company(sample.unigrams, sample.sentence_offsets, rows, columns, weights, total)
    dimension = min(DIMENSION, *shape)
    left, values, _ = randomized_svd(
        csr_array(_positive_information(total)),
        dimension,
        n_iter=2,
        random_state=random_state % 2**32,
    )
    vectors = left * np.sqrt(values)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return ContextVectors(
        (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32), rows, weights
    )


def collect_uses(
    sample: Occurrences, tested: NDArray[np.int64], n_features: int, contexts: ContextVectors
) -> Uses:
    """Build the mean context of each tested word in each document of a domain."""
    number = _numbers(tested, n_features)
    room = 2 * len(sample.unigrams)
    words, counts = np.empty(room, np.int32), np.empty(room, np.int32)
    text = (sample.unigrams, sample.bigrams, sample.sentence_offsets, sample.documents)
    size = number_uses(*text, number, words, counts)
    words, counts = words[:size], counts[:size]
    total = np.zeros((size, contexts.vectors.shape[1]), np.float32)
    add_contexts(*text, number, contexts.vectors, contexts.vector_of, contexts.weights, total)
    total /= np.maximum(counts, 1)[:, None].astype(np.float32)
    order = np.argsort(words, kind="stable")
    starts = np.searchsorted(words[order], np.arange(len(tested) + 1))
    return Uses(total[order], starts, counts[order])


def _numbers(chosen: NDArray[np.int64], size: int) -> NDArray[np.int32]:
    numbers = np.full(size, -1, np.int32)
    numbers[chosen] = np.arange(len(chosen), dtype=np.int32)
    return numbers


def _positive_information(total: NDArray[np.float32]) -> NDArray[np.float32]:
    of_row = np.maximum(total.sum(axis=1, keepdims=True), 1e-12)
    of_column = np.maximum(total.sum(axis=0, keepdims=True), 1e-12) ** SMOOTHING
    information = total / of_row / (of_column / of_column.sum())
    return np.asarray(np.log(np.maximum(information, 1)), np.float32)
