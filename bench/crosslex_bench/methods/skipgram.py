"""Skip-gram in each domain separately, as GloVe is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crosslex import Corpus
from crosslex.paper import PairedBlock, Pairing, pairs_in_window
from crosslex.progress import progress
from crosslex_bench.methods.kernels import skipgram_pass
from crosslex_bench.methods.separate_spaces import SeparateSpacesMethod
from crosslex_bench.peers.vectors import keep_frequent, negative_table

_PAIRS_AT_ONCE = 2**17  # between two changes of the learning rate


@dataclass(kw_only=True, eq=False, repr=False)
class Skipgram(SeparateSpacesMethod):
    r"""Eq. score with skip-gram vectors of the source and of the target, learned separately.

    For every occurrence of a feature w with a feature c in its window, negatives n are drawn
    from the features' frequencies raised to 3/4, and gradient descent lowers

    .. math:: -\log σ(w · c) - \sum_n \log σ(-w · n)

    A feature's vector is that of its role as w. Features are words and bigrams; a feature
    and one that overlaps it are no pair.

    Departures: all pairs within the window are learned from, where the authors' program draws
    a smaller window for every word; frequent features are dropped pair by pair, the two of a
    pair independently, so windows do not widen (a feature with share s of all occurrences is
    kept with probability √(subsample / s) + subsample / s, or always where that exceeds 1);
    the pairs of all features that begin at one position share their negatives, which changes
    little and keeps vectors in the cache (S. Ji et al., *Parallelizing Word2Vec in Shared and
    Distributed Memory*, 2016).

    References
    ----------
    T. Mikolov, I. Sutskever, K. Chen, G. Corrado, J. Dean. *Distributed Representations of
    Words and Phrases and their Compositionality*. NIPS 2013.
    """

    epochs: int = 5  # passes over all pairs
    learning_rate: float = 0.025  # at the start; it falls linearly to a ten-thousandth
    negatives: int = 5  # drawn for every pair
    subsample: float = 1e-3  # 0 keeps all occurrences

    def learn_space(
        self, corpora: Sequence[Corpus], features: Sequence[str], generator: np.random.Generator
    ) -> NDArray[np.float32]:
        """Return one vector per feature, learned from the texts of all corpora taken together."""
        pairing = Pairing(features, features)
        blocks = [block for corpus in corpora for block in pairing.blocks(corpus)]
        counts = count_occurrences(blocks, len(features))
        chances = keep_frequent(counts, self.subsample).astype(np.float32)
        table = negative_table(counts)
        shape = (len(features), self.dimension)
        start = (generator.random(shape, np.float32) - np.float32(0.5)) / self.dimension
        words = np.asarray(start, np.float32)
        contexts = np.zeros(shape, np.float32)
        total = self.epochs * len(blocks)
        with progress(f"skipgram {corpora[0].name}", total=total) as advance:
            for step in range(total):
                block = blocks[step % len(blocks)]
                for chunk in pair_chunks(
                    block, self.window, self.negatives, chances, table, generator
                ):
                    left = max(1e-4, 1 - (step + chunk.share_before) / total)
                    rate = self.learning_rate * left
                    skipgram_pass(
                        chunk.words, chunk.contexts, chunk.negatives, rate, words, contexts
                    )
                advance(1)
        return words


class PairChunk(NamedTuple):
    """Some pairs to learn from at one learning rate; negatives are pairs × negatives."""

    words: NDArray[np.int32]
    contexts: NDArray[np.int32]
    negatives: NDArray[np.int32]
    share_before: float  # of the block


def pair_chunks(
    block: PairedBlock,
    window: int,
    negatives: int,
    chances: NDArray[np.float32],
    table: NDArray[np.int32],
    generator: np.random.Generator,
) -> Iterator[PairChunk]:
    """Yield some pairs of a block at a time, in text order, with negatives from the table."""
    words, contexts, positions = pairs_in_window(block, window)
    shape = (len(block.words.unigrams), negatives)
    drawn = table[generator.integers(len(table), size=shape)]
    for start in range(0, len(words), _PAIRS_AT_ONCE):
        rows = slice(start, start + _PAIRS_AT_ONCE)
        chance = chances[words[rows]] * chances[contexts[rows]]
        chosen = np.flatnonzero(generator.random(len(chance), np.float32) < chance)
        yield PairChunk(
            words[rows][chosen],
            contexts[rows][chosen],
            drawn[positions[rows][chosen]],
            start / len(words),
        )


def count_occurrences(blocks: Sequence[PairedBlock], n_features: int) -> NDArray[np.int64]:
    """Return how often each feature occurs."""
    counts = np.zeros(n_features, np.int64)
    for block in blocks:
        for column in block.words:
            counts += np.bincount(column[column >= 0], minlength=n_features)
    return counts
