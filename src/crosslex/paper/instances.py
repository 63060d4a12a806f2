"""The co-occurrences (c, w) ∈ d of pivots and non-pivots within a window.

"We set the window size to 10 tokens, without crossing sentence boundaries." Positions are counted
after stop words were removed, as the paper says that their removal widens the window. A feature
never co-occurs with one that it overlaps.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from crosslex.checks import check_window
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.kernels import Features, window_pairs
from crosslex.counts.stream import FeatureBlock, FeatureIndex, document_matrix, feature_blocks


@dataclass(frozen=True, eq=False)
class Instances:
    """The co-occurrences (c, w) ∈ d of one domain by their indices, in text order.

    `word_counts` are how often each non-pivot occurs in the domain: p(w). The non-pivots of
    document d, sorted, are `document_words` from `document_offsets[d]` to the next offset: its
    negatives must not be among them.
    """

    domain: str
    pivots: tuple[str, ...]
    words: tuple[str, ...]
    pivot: NDArray[np.int32]
    word: NDArray[np.int32]
    document: NDArray[np.int32]
    word_counts: NDArray[np.int64]
    document_offsets: NDArray[np.int64]
    document_words: NDArray[np.int32]

    def __add__(self, other: "Instances") -> "Instances":
        """Return the instances of two shards, the documents of the second after the first's."""
        n_documents = len(self.document_offsets) - 1
        after = self.document_offsets[-1] + other.document_offsets[1:]
        return Instances(
            self.domain,
            self.pivots,
            self.words,
            np.concatenate([self.pivot, other.pivot]),
            np.concatenate([self.word, other.word]),
            np.concatenate([self.document, n_documents + other.document]).astype(np.int32),
            self.word_counts + other.word_counts,
            np.concatenate([self.document_offsets, after]),
            np.concatenate([self.document_words, other.document_words]),
        )


def collect_instances(
    corpus: AnyCorpus, pivots: Sequence[str], words: Sequence[str], *, window: int = 10
) -> Instances:
    """Return every co-occurrence of a pivot and a non-pivot within the window.

    >>> corpus = Corpus.from_texts(["A dull plot.", "A dull cast."], name="films")
    >>> found = collect_instances(corpus, ["dull"], ["cast", "plot"])
    >>> found.word, found.document
    (array([1, 0], dtype=int32), array([0, 1], dtype=int32))
    """
    check_window(window)
    pairing = Pairing(pivots, words)
    return corpus.aggregate(partial(_collect_shard, pairing=pairing, window=window))


def _collect_shard(corpus: Corpus, pairing: "Pairing", window: int) -> Instances:
    columns: list[list[NDArray[np.int32]]] = [[np.empty(0, np.int32)] for _ in range(3)]
    for paired in pairing.blocks(corpus):
        pivot, word, position = pairs_in_window(paired, window)
        document = paired.block.document_of_position[position].astype(np.int32)
        for column, found in zip(columns, (pivot, word, document), strict=True):
            column.append(found)
    pivot, word, document = (np.concatenate(column) for column in columns)
    return instances_of(corpus, pairing.pivots, pairing.words, pivot, word, document)


def instances_of(
    corpus: Corpus,
    pivots: tuple[str, ...],
    words: tuple[str, ...],
    pivot: NDArray[np.int32],
    word: NDArray[np.int32],
    document: NDArray[np.int32],
) -> Instances:
    """Return co-occurrences with the non-pivots of the corpus's documents beside them."""
    held = document_matrix(corpus, words)
    counts = np.asarray(held.sum(axis=0))
    of_documents = held.indptr.astype(np.int64), held.indices.astype(np.int32)
    return Instances(corpus.name, pivots, words, pivot, word, document, counts, *of_documents)


def window_bounds(
    sentence_offsets: NDArray[np.int64], counted: NDArray[np.bool_] | None, window: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first position of each position's window, and the one after the last.

    Windows end with the sentence. A position is in the window of another if at most `window` - 1
    counted positions (all positions, if None is given) lie between them.

    >>> stop_word = np.array([True, False, True, False, True])
    >>> lows, highs = window_bounds(np.array([0, 5]), stop_word, window=1)
    >>> lows.tolist(), highs.tolist()
    ([0, 0, 0, 2, 2], [3, 3, 5, 5, 5])
    """
    lengths = np.diff(sentence_offsets)
    size = int(lengths.sum())
    # The number of counted positions before each position, and before the end.
    before = np.arange(size + 1)
    if counted is not None:
        np.cumsum(counted, out=before[1:])
    starts, stops = (
        np.repeat(each, lengths) for each in (sentence_offsets[:-1], sentence_offsets[1:])
    )
    lows = np.searchsorted(before, before[:-1] + 1 - window) - 1
    highs = np.searchsorted(before[:-1], before[1:] + window - 1, side="right")
    return np.maximum(lows, starts), np.minimum(highs, stops)


@dataclass(frozen=True, eq=False, slots=True)
class PairedBlock:
    """Some documents with the numbers of the pivots and of the words at each position."""

    pivots: Features
    words: Features
    block: FeatureBlock

    def bounds(self, window: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the bounds of each position's window."""
        return window_bounds(self.block.sentence_offsets, self.block.counted, window)


class Pairing:
    """Numbers the pivots and the words of corpora, each on their own: a feature may be both."""

    def __init__(self, pivots: Sequence[str], words: Sequence[str]) -> None:
        self.pivots, self.words = tuple(pivots), tuple(words)
        self.n_pivots, self.n_words = len(pivots), len(words)
        self._features = FeatureIndex(list(dict.fromkeys([*pivots, *words])))
        number = {feature: index for index, feature in enumerate(self._features.features)}
        # One more entry, at the end: "no feature", -1, stays -1.
        self._pivot_of = np.full(len(number) + 1, -1, np.int32)
        self._pivot_of[[number[pivot] for pivot in pivots]] = np.arange(len(pivots))
        self._word_of = np.full(len(number) + 1, -1, np.int32)
        self._word_of[[number[word] for word in words]] = np.arange(len(words))

    def blocks(self, corpus: Corpus) -> Iterator[PairedBlock]:
        """Stream a corpus as numbers of its pivots and words."""
        for block in feature_blocks(corpus, self._features):
            pivots = Features(self._pivot_of[block.unigrams], self._pivot_of[block.bigrams])
            words = Features(self._word_of[block.unigrams], self._word_of[block.bigrams])
            yield PairedBlock(pivots, words, block)


def pairs_in_window(
    paired: PairedBlock, window: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
    """Return the pivot, the word and the pivot's position of each pair within the window."""
    lows, highs = paired.bounds(window)
    unigrams, bigrams = (np.flatnonzero(numbers >= 0) for numbers in paired.pivots)
    widths = [highs[unigrams] - lows[unigrams], highs[bigrams + 1] - lows[bigrams]]
    room = 2 * sum(int(each.sum()) for each in widths)
    pivots, words = np.empty(room, np.int32), np.empty(room, np.int32)
    positions = np.empty(room, np.int64)
    offsets = paired.block.sentence_offsets
    size = window_pairs(paired.pivots, paired.words, offsets, lows, highs, pivots, words, positions)
    return pivots[:size], words[:size], positions[:size]
