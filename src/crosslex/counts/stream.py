"""A corpus as numbered features: those at each position, and how many of each per document."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from crosslex.arrays import release_pages
from crosslex.corpus.corpus import Corpus
from crosslex.counts.kernels import Features, find_bigrams

BLOCK_TOKENS = 2**19
NO_FEATURE = -1


@dataclass(frozen=True, eq=False, slots=True)
class FeatureBlock:
    """Some whole documents as features, stop words left out.

    Each position has the feature of its word and of the bigram that begins there, -1 if it is
    none. Offsets are where each sentence begins among the positions and each document among the
    sentences, one more than there are. `first_document` is a number in the corpus. `counted` says
    which positions a window counts; None where it counts all.
    """

    unigrams: NDArray[np.int32]
    bigrams: NDArray[np.int32]
    sentence_offsets: NDArray[np.int64]
    document_offsets: NDArray[np.int64]
    first_document: int
    counted: NDArray[np.bool_] | None = None

    @property
    def features(self) -> Features:
        """The features, as kernels take them."""
        return Features(self.unigrams, self.bigrams)

    @property
    def document_bounds(self) -> NDArray[np.int64]:
        """Where each document begins among the positions; one more than there are documents."""
        return self.sentence_offsets[self.document_offsets]

    @property
    def document_of_position(self) -> NDArray[np.int64]:
        """Each position's document, by its number in the corpus."""
        return self.first_document + unit_of_position(self.document_bounds)

    def table(self, bounds: NDArray[np.int64], n_features: int) -> csr_array:
        """Return the counts of features in units, sentences or documents, given by their bounds."""
        columns = np.concatenate([self.unigrams, self.bigrams])
        found = columns >= 0
        units = np.tile(unit_of_position(bounds), 2)[found]
        ones = np.ones(len(units), np.int64)
        return csr_array((ones, (units, columns[found])), shape=(len(bounds) - 1, n_features))


def unit_of_position(bounds: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the number of the unit at each position, for units given by their bounds."""
    return np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))


def word_blocks(corpus: Corpus) -> Iterator[FeatureBlock]:
    """Stream the corpus with its own word ids as unigrams, stop words dropped, no bigrams.

    Where bigrams come first, stop words stay, for bigrams to be found; windows do not count them.
    """
    kept_words = not_stop_words(corpus)
    bigrams_first = corpus.text_settings.bigrams_first
    for start, stop in document_ranges(corpus, BLOCK_TOKENS):
        some = corpus.slice(start, stop)
        counted = kept_words[some.ids]
        kept = np.ones_like(counted) if bigrams_first else counted
        before = np.zeros(len(kept) + 1, np.int64)
        np.cumsum(kept, out=before[1:])
        unigrams = some.ids[kept]
        yield FeatureBlock(
            unigrams=unigrams,
            bigrams=np.full(len(unigrams), NO_FEATURE, np.int32),
            sentence_offsets=before[some.sentence_offsets],
            document_offsets=some.document_offsets,
            first_document=start,
            counted=counted if bigrams_first else None,
        )
        release_pages(corpus.ids)


def not_stop_words(corpus: Corpus) -> NDArray[np.bool_]:
    """Return which words of a corpus are not stop words."""
    stop_words = corpus.text_settings.stop_words_used
    return np.array([word not in stop_words for word in corpus.words], bool)


class FeatureIndex:
    """Numbered words, and bigrams with a space, which any corpus can look up by its words."""

    def __init__(self, features: Sequence[str]) -> None:
        self.features = tuple(features)
        word_number: dict[str, int] = {}
        self._unigrams: dict[str, int] = {}
        firsts, seconds, bigrams = [], [], []
        for feature, text in enumerate(self.features):
            first, _, second = text.partition(" ")
            if not second:
                self._unigrams[first] = feature
                continue
            firsts.append(word_number.setdefault(first, len(word_number)))
            seconds.append(word_number.setdefault(second, len(word_number)))
            bigrams.append(feature)
        self._bigram_words = word_number
        self._firsts = np.array(firsts, np.int64)
        self._seconds = np.array(seconds, np.int64)
        self._bigrams = np.array(bigrams, np.int32)

    def __len__(self) -> int:
        return len(self.features)

    def of_words(self, words: Sequence[str]) -> NDArray[np.int32]:
        """Return the feature of each word of a corpus, -1 if it is none."""
        number = self._unigrams
        return np.array([number.get(word, NO_FEATURE) for word in words], np.int32)

    def bigrams_of(self, words: Sequence[str]) -> "Bigrams":
        """Return the bigrams whose words a corpus has."""
        id_of = np.full(len(self._bigram_words) + 1, -1, np.int64)
        number = self._bigram_words
        # Words that no bigram holds all go to the last entry, which nothing refers to.
        id_of[[number.get(word, -1) for word in words]] = np.arange(len(words))
        firsts, seconds = id_of[self._firsts], id_of[self._seconds]
        order = np.lexsort((seconds, firsts))
        order = order[(firsts[order] >= 0) & (seconds[order] >= 0)]
        starts = np.searchsorted(firsts[order], np.arange(len(words) + 1))
        return Bigrams(firsts[order], seconds[order].astype(np.int32), starts, self._bigrams[order])


class Bigrams(NamedTuple):
    """Bigrams of a corpus's words, sorted; those of first word w begin at `starts[w]`."""

    firsts: NDArray[np.int64]
    seconds: NDArray[np.int32]
    starts: NDArray[np.int64]
    features: NDArray[np.int32]

    def find(
        self, words: NDArray[np.int32], sentence_offsets: NDArray[np.int64]
    ) -> NDArray[np.int32]:
        """Return the feature of the bigram that begins at each position, -1 if there is none."""
        found = np.full(len(words), NO_FEATURE, np.int32)
        find_bigrams(words, sentence_offsets, self.starts, self.seconds, self.features, found)
        return found


def feature_blocks(
    corpus: Corpus, features: Sequence[str] | FeatureIndex
) -> Iterator[FeatureBlock]:
    """Stream the corpus as numbers of the given features, words and bigrams.

    >>> corpus = Corpus.from_texts(["A waste of money."], name="x")
    >>> [block] = feature_blocks(corpus, ["money", "waste", "waste money"])
    >>> block.unigrams, block.bigrams
    (array([1, 0], dtype=int32), array([ 2, -1], dtype=int32))
    """
    index = features if isinstance(features, FeatureIndex) else FeatureIndex(features)
    feature_of_word = np.where(not_stop_words(corpus), index.of_words(corpus.words), NO_FEATURE)
    feature_of_word = feature_of_word.astype(np.int32)
    known = index.bigrams_of(corpus.words)
    for block in word_blocks(corpus):
        bigrams = known.find(block.unigrams, block.sentence_offsets)
        yield replace(block, unigrams=feature_of_word[block.unigrams], bigrams=bigrams)


def document_ranges(corpus: Corpus, size: int) -> Iterator[tuple[int, int]]:
    """Cut the documents into ranges of about `size` tokens, never within a document."""
    ends = corpus.sentence_offsets[corpus.document_offsets[1:]]
    start = 0
    while start < len(corpus):
        before = int(ends[start - 1]) if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, before + size, side="right")))
        yield start, stop
        start = stop


def document_matrix(corpus: Corpus, features: Sequence[str]) -> csr_array:
    """Return the counts of features in each document, one row per document.

    >>> corpus = Corpus.from_texts(["good, good plot", "dull"], name="films")
    >>> document_matrix(corpus, ["good", "good plot"]).toarray()
    array([[2, 1],
           [0, 0]])
    """
    index = _index_of(tuple(features))
    rows = [csr_array((0, len(index)), dtype=np.int64)]
    for block in feature_blocks(corpus, index):
        rows.append(block.table(block.document_bounds, len(index)))
    return with_short_indices(csr_array(vstack(rows, format="csr")))


@lru_cache(maxsize=8)
def _index_of(features: tuple[str, ...]) -> FeatureIndex:
    """Return the index to look texts up in; a classifier asks for the same one every time."""
    return FeatureIndex(features)


def with_short_indices(matrix: csr_array) -> csr_array:
    """Return a matrix with 32-bit indices if they suffice: less to read, less to keep.

    >>> long = csr_array(([1.0], np.array([0], np.int64), np.array([0, 1], np.int64)), shape=(1, 1))
    >>> with_short_indices(long).indices.dtype
    dtype('int32')
    """
    if max(matrix.nnz, *matrix.shape) > np.iinfo(np.int32).max:
        return matrix
    indices = matrix.indices.astype(np.int32, copy=False)
    starts = matrix.indptr.astype(np.int32, copy=False)
    return csr_array((matrix.data, indices, starts), shape=matrix.shape)
