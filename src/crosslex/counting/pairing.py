"""Pivots and words of a text, numbered each on their own: a feature may be both."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosslex.corpus.corpus import Corpus
from crosslex.counting.kernels import Features, window_pairs
from crosslex.counting.stream import FeatureBlock, FeatureIndex, feature_blocks


@dataclass(frozen=True, eq=False, slots=True)
class PairedBlock:
    """A feature block with the numbers of the pivots and of the words at each position."""

    pivots: Features
    words: Features
    block: FeatureBlock

    def reach(self, window: int) -> int:
        """Return the window, cut to the longest sentence: the room for pairs depends on it."""
        return min(window, int(np.diff(self.block.sentence_offsets).max(initial=0)))


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
    window = paired.reach(window)
    room = 4 * window * sum(int((numbers >= 0).sum()) for numbers in paired.pivots)
    pivots, words = np.empty(room, np.int32), np.empty(room, np.int32)
    positions = np.empty(room, np.int64)
    size = window_pairs(
        paired.pivots, paired.words, paired.block.sentence_offsets, window, pivots, words, positions
    )
    return pivots[:size], words[:size], positions[:size]
