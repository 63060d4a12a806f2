"""A corpus as a stream of contexts, and where in it each word is used."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Int32s, Int64s
from crosslex.corpus.arrays import release_pages
from crosslex.corpus.corpus import Corpus
from crosslex.counts.contexts.kernels import SENTENCE_END
from crosslex.counts.kernels import find_bigrams
from crosslex.counts.stream import FeatureIndex, document_ranges

BLOCK_TOKENS = 2**22


@dataclass(frozen=True, eq=False)
class UseBlock:
    """The uses of words in some whole documents.

    Parameters
    ----------
    contexts
        The number of the context at each position, -1 where there is none, -2 between sentences
        and at both ends. What is neither a word nor a context has no position.
    rows
        The number of the word of each use, counted on from the number of words in documents
        with odd numbers.
    firsts, lasts
        Which positions it covers: one, or those of a phrase's two words and what stands between.
    """

    contexts: Int32s
    rows: Int32s
    firsts: Int32s
    lasts: Int32s


class UseIndex:
    """Words and contexts as numbers, looked up by what any corpus calls its words."""

    def __init__(self, words: Sequence[str], contexts: Sequence[str]) -> None:
        self.words = FeatureIndex(words)
        self.contexts = FeatureIndex(contexts)


def use_blocks(corpus: Corpus, index: UseIndex) -> Iterator[UseBlock]:
    """Yield the uses of a corpus in blocks of whole documents."""
    row_of_word = index.words.of_words(corpus.words)
    context_of_word = index.contexts.of_words(corpus.words)
    keys, phrases = index.words.bigrams_of(corpus.words)
    starts = np.searchsorted(keys >> 32, np.arange(len(corpus.words) + 1))
    seconds = (keys & 0xFFFFFFFF).astype(np.int32)
    settings = corpus.text_settings
    dropped = frozenset() if settings.bigrams_first else settings.stop_words_used
    joins = np.array([word not in dropped for word in corpus.words], bool)
    has_position = (row_of_word >= 0) | (context_of_word >= 0)
    has_position[keys >> 32] = has_position[seconds] = True
    for start, stop in document_ranges(corpus, BLOCK_TOKENS):
        block = corpus.slice(start, stop)
        sentence = np.repeat(np.arange(block.n_sentences), np.diff(block.sentence_offsets))
        placed = has_position[block.ids]
        # One position more before each sentence, and one at the end.
        positions = (np.cumsum(placed) + sentence).astype(np.int32)
        size = int(np.count_nonzero(placed)) + block.n_sentences + 1
        contexts = np.full(size, SENTENCE_END, np.int32)
        contexts[positions[placed]] = context_of_word[block.ids[placed]]
        rows = row_of_word[block.ids]
        single = np.flatnonzero(rows >= 0)
        # Phrases join words that are adjacent once stop words are dropped, or before.
        features = np.flatnonzero(joins[block.ids])
        offsets = np.searchsorted(features, block.sentence_offsets)
        found = np.full(len(features), -1, np.int32)
        find_bigrams(block.ids[features], offsets, starts, seconds, phrases, found)
        pairs = np.flatnonzero(found >= 0)
        firsts = np.concatenate([single, features[pairs]])
        lasts = np.concatenate([single, features[pairs + 1]])
        document = corpus.first_document + start + _documents(block)
        yield UseBlock(
            contexts,
            np.concatenate([rows[single], found[pairs]])
            + (len(index.words) * (document[firsts] % 2)).astype(np.int32),
            positions[firsts],
            positions[lasts],
        )
        release_pages(corpus.ids)


def _documents(block: Corpus) -> Int64s:
    """Return the number of each token's document within the block."""
    sizes = np.diff(block.sentence_offsets[block.document_offsets])
    return np.repeat(np.arange(len(sizes)), sizes)
