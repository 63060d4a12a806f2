"""A corpus as a stream of features: what stands at each position once stop words are dropped."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosslex.corpus import Corpus
from crosslex.corpus.arrays import release_pages
from crosslex.counting.kernels import find_bigrams

BLOCK_TOKENS = 2**19
NO_FEATURE = -1


@dataclass(frozen=True, eq=False, slots=True)
class FeatureBlock:
    """Some whole documents as features.

    Parameters
    ----------
    unigrams
        The feature of the word at each position, -1 where it is none.
    bigrams
        The feature of the bigram that begins at each position, -1 where it is none.
    sentence_offsets
        Where each sentence begins among the positions; one more than there are sentences.
    document_offsets
        Where each document begins among the sentences; one more than there are documents.
    first_document
        The first document's number in the corpus.
    """

    unigrams: NDArray[np.int32]
    bigrams: NDArray[np.int32]
    sentence_offsets: NDArray[np.int64]
    document_offsets: NDArray[np.int64]
    first_document: int

    @property
    def document_bounds(self) -> NDArray[np.int64]:
        """Where each document begins among the positions."""
        return self.sentence_offsets[self.document_offsets]

    @property
    def document_of_position(self) -> NDArray[np.int64]:
        """Each position's document, by its number in the corpus."""
        lengths = np.diff(self.document_bounds)
        return self.first_document + np.repeat(np.arange(len(lengths)), lengths)


def word_blocks(corpus: Corpus) -> Iterator[FeatureBlock]:
    """Stream the corpus with its own word ids as unigrams, stop words dropped, no bigrams."""
    stop_words = corpus.text_settings.stop_words_used
    kept_words = np.array([word not in stop_words for word in corpus.words], bool)
    for start, stop in _document_ranges(corpus):
        part = corpus.part(start, stop)
        kept = kept_words[part.ids]
        before = np.zeros(len(kept) + 1, np.int64)
        np.cumsum(kept, out=before[1:])
        unigrams = part.ids[kept]
        yield FeatureBlock(
            unigrams=unigrams,
            bigrams=np.full(len(unigrams), NO_FEATURE, np.int32),
            sentence_offsets=before[part.sentence_offsets],
            document_offsets=part.document_offsets,
            first_document=start,
        )
        release_pages(corpus.ids)


def feature_blocks(corpus: Corpus, features: Sequence[str]) -> Iterator[FeatureBlock]:
    """Stream the corpus as numbers of the given features, words and bigrams.

    >>> corpus = Corpus.from_texts(["A waste of money."], name="x")
    >>> [block] = feature_blocks(corpus, ["money", "waste", "waste money"])
    >>> block.unigrams, block.bigrams
    (array([1, 0], dtype=int32), array([ 2, -1], dtype=int32))
    """
    feature_of_word = np.full(len(corpus.words), NO_FEATURE, np.int32)
    word_number = {word: number for number, word in enumerate(corpus.words)}
    keys, bigram_features = [], []
    for feature, text in enumerate(features):
        first, _, second = text.partition(" ")
        if first in word_number and not second:
            feature_of_word[word_number[first]] = feature
        elif first in word_number and second in word_number:
            keys.append(bigram_key(word_number[first], word_number[second]))
            bigram_features.append(feature)
    order = np.argsort(keys)
    sorted_keys = np.array(keys, np.int64)[order]
    sorted_features = np.array(bigram_features, np.int32)[order]
    # Where the bigrams of each first word begin; those of one first word are few.
    starts = np.searchsorted(sorted_keys >> 32, np.arange(len(corpus.words) + 1))
    seconds = (sorted_keys & 0xFFFFFFFF).astype(np.int32)
    for block in word_blocks(corpus):
        bigrams = np.full(len(block.unigrams), NO_FEATURE, np.int32)
        find_bigrams(
            block.unigrams, block.sentence_offsets, starts, seconds, sorted_features, bigrams
        )
        yield FeatureBlock(
            unigrams=feature_of_word[block.unigrams],
            bigrams=bigrams,
            sentence_offsets=block.sentence_offsets,
            document_offsets=block.document_offsets,
            first_document=block.first_document,
        )


def bigram_key(first: int, second: int) -> int:
    """Return one number for two word numbers."""
    return first << 32 | second


def block_bigram_keys(block: FeatureBlock) -> NDArray[np.int64]:
    """Return the key of the bigram that begins at each position, -1 at a sentence's last word."""
    words = block.unigrams.astype(np.int64)
    keys = np.full(len(words), -1, np.int64)
    keys[:-1] = words[:-1] << 32 | words[1:]
    ends = block.sentence_offsets[1:] - 1
    keys[ends[ends >= 0]] = -1
    return keys


def _document_ranges(corpus: Corpus) -> Iterator[tuple[int, int]]:
    """Cut the documents into ranges of about BLOCK_TOKENS tokens, never within a document."""
    ends = corpus.sentence_offsets[corpus.document_offsets[1:]]
    start = 0
    while start < len(corpus):
        before = int(ends[start - 1]) if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, before + BLOCK_TOKENS, side="right")))
        yield start, stop
        start = stop
