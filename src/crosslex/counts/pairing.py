"""Pivots and words of a text, numbered each on their own: a feature may be both."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crosslex.corpus.corpus import Corpus
from crosslex.counts.kernels import Features, window_pairs
from crosslex.counts.names import WindowOver
from crosslex.counts.stream import FeatureBlock, FeatureIndex, feature_blocks


class WindowBounds(NamedTuple):
    """The first position of each position's window, and the one after the last."""

    lows: NDArray[np.int64]
    highs: NDArray[np.int64]


def window_bounds(
    sentence_offsets: NDArray[np.int64], counted: NDArray[np.bool_] | None, window: int
) -> WindowBounds:
    """Return the bounds of windows that end with the sentence.

    A position is in the window of another if at most `window` - 1 positions that count, or all
    if None is given, stand between them.

    >>> stop_word = np.array([True, False, True, False, True])
    >>> bounds = window_bounds(np.array([0, 5]), stop_word, window=1)
    >>> bounds.lows.tolist(), bounds.highs.tolist()
    ([0, 0, 0, 2, 2], [3, 3, 5, 5, 5])
    """
    lengths = np.diff(sentence_offsets)
    size = int(lengths.sum())
    # How many positions that count come before each position, and before the end.
    before = np.arange(size + 1)
    if counted is not None:
        np.cumsum(counted, out=before[1:])
    starts, stops = (
        np.repeat(each, lengths) for each in (sentence_offsets[:-1], sentence_offsets[1:])
    )
    lows = np.searchsorted(before, before[:-1] + 1 - window) - 1
    highs = np.searchsorted(before[:-1], before[1:] + window - 1, side="right")
    return WindowBounds(np.maximum(lows, starts), np.minimum(highs, stops))


@dataclass(frozen=True, eq=False, slots=True)
class PairedBlock:
    """A feature block with the numbers of the pivots and of the words at each position."""

    pivots: Features
    words: Features
    block: FeatureBlock

    def bounds(self, window: int) -> WindowBounds:
        """Return where the window of each position begins and where it ends."""
        offsets = self.block.sentence_offsets
        return window_bounds(offsets, self.block.counted, window)


class Pairing:
    """Numbers the pivots and the words of corpora."""

    def __init__(self, pivots: Sequence[str], words: Sequence[str]) -> None:
        self.n_pivots, self.n_words = len(pivots), len(words)
        self._features = FeatureIndex(list(dict.fromkeys([*pivots, *words])))
        number = {feature: index for index, feature in enumerate(self._features.features)}
        # One more entry, at the end: "no feature", -1, stays -1.
        self._pivot_of = np.full(len(number) + 1, -1, np.int32)
        self._pivot_of[[number[pivot] for pivot in pivots]] = np.arange(len(pivots))
        self._word_of = np.full(len(number) + 1, -1, np.int32)
        self._word_of[[number[word] for word in words]] = np.arange(len(words))

    def blocks(self, corpus: Corpus, *, over: WindowOver = "words") -> Iterator[PairedBlock]:
        """Stream a corpus as numbers of its pivots and words.

        Windows count positions over all words but stop words, or over those alone where one of
        the features stands.
        """
        for block in feature_blocks(corpus, self._features):
            pivots = Features(self._pivot_of[block.unigrams], self._pivot_of[block.bigrams])
            words = Features(self._word_of[block.unigrams], self._word_of[block.bigrams])
            if over == "features":
                block = replace(block, counted=(block.unigrams >= 0) | (block.bigrams >= 0))
            yield PairedBlock(pivots, words, block)


def pairs_in_window(
    paired: PairedBlock, window: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
    """Return the pivot, the word and the pivot's position of each pair within the window."""
    bounds = paired.bounds(window)
    unigrams, bigrams = (np.flatnonzero(numbers >= 0) for numbers in paired.pivots)
    widths = [
        bounds.highs[unigrams] - bounds.lows[unigrams],
        bounds.highs[bigrams + 1] - bounds.lows[bigrams],
    ]
    room = 2 * sum(int(each.sum()) for each in widths)
    pivots, words = np.empty(room, np.int32), np.empty(room, np.int32)
    positions = np.empty(room, np.int64)
    size = window_pairs(
        paired.pivots,
        paired.words,
        paired.block.sentence_offsets,
        *bounds,
        pivots,
        words,
        positions,
    )
    return pivots[:size], words[:size], positions[:size]
