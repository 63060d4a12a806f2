"""Skip-gram in each domain by itself: GloVe's rival on the same terms."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosslex.adapt.apart import check_positive, learn_apart
from crosslex.adapt.interface import AdaptationTask
from crosslex.adapt.kernels import skipgram_pass
from crosslex.adapt.vectors import TaskVectors
from crosslex.corpus import Corpus
from crosslex.counting.pairing import PairedBlock, Pairing, pairs_in_window
from crosslex.progress import progress

# Pairs between two changes of the learning rate.
_PAIRS_AT_ONCE = 2**17
# Entries of the table that negatives are drawn from; a feature has its share of them.
_TABLE = 2**22


@dataclass(frozen=True)
class SkipgramVectors:
    r"""Learn skip-gram vectors in the source and in the target, each by itself.

    For every occurrence of a feature w with a feature c in its window, negatives n are drawn
    from the features' frequencies raised to 3/4, and gradient descent lowers

    .. math:: -\log σ(w · c) - \sum_n \log σ(-w · n)

    A feature's vector is that of its role as w. Features are words and bigrams; a feature
    and one that overlaps it are no pair. Nothing ties the two spaces together but the pivots,
    which Eq. score looks up with their source vectors.

    Departures: all pairs within the window are learned from, where the authors' program draws
    a smaller window for every word; frequent features are thinned out pair by pair, each side
    by itself, so windows do not widen; the pairs of all features that begin at one position
    share their negatives, which changes little and keeps vectors in the cache (S. Ji et al.,
    *Parallelizing Word2Vec in Shared and Distributed Memory*, 2016).

    Parameters
    ----------
    dimension
        Length of the vectors.
    window
        Positions on either side that count as company, stop words left out.
    epochs
        Passes over all pairs.
    learning_rate
        At the start; it falls linearly to a ten-thousandth of it.
    negatives
        Drawn for every pair.
    subsample
        An occurrence of a feature with share s of all occurrences is kept with probability
        √(subsample / s) + subsample / s, or always where that exceeds 1; 0 keeps all.
    min_documents
        A feature has a vector where so many documents hold it.
    stop_words
        Words that windows leave out, and that have no vectors, nor have bigrams with them; None
        takes those of the texts' language.
    n_jobs
        2 learns source and target at the same time, with the same result.

    References
    ----------
    T. Mikolov, I. Sutskever, K. Chen, G. Corrado, J. Dean. *Distributed Representations of
    Words and Phrases and their Compositionality*. NIPS 2013.

    Examples
    --------
    >>> from crosslex.adapt.expanded import Expanded
    >>> method = Expanded(SkipgramVectors(dimension=100))
    """

    dimension: int = 300
    window: int = 10
    epochs: int = 5
    learning_rate: float = 0.025
    negatives: int = 5
    subsample: float = 1e-3
    min_documents: int = 5
    stop_words: frozenset[str] | None = None
    n_jobs: int = 1

    def __post_init__(self) -> None:
        check_positive(self, "dimension", "window", "epochs", "negatives", "min_documents")

    def __call__(self, task: AdaptationTask) -> TaskVectors:
        """Learn the vectors of both sides of the task."""
        return learn_apart(
            task,
            self.learn,
            min_documents=self.min_documents,
            stop_words=self.stop_words,
            n_jobs=self.n_jobs,
        )

    def learn(
        self, corpora: Sequence[Corpus], features: Sequence[str], generator: np.random.Generator
    ) -> NDArray[np.float32]:
        """Learn one vector a feature from the texts of all the corpora taken together."""
        pairing = Pairing(features, features)
        blocks = [block for corpus in corpora for block in pairing.blocks(corpus)]
        counts = occurrences(blocks, len(features))
        kept = keep_probabilities(counts, self.subsample)
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
                    block, self.window, self.negatives, kept, table, generator
                ):
                    left = max(1e-4, 1 - (step + chunk.share_before) / total)
                    rate = self.learning_rate * left
                    skipgram_pass(
                        chunk.words, chunk.contexts, chunk.negatives, rate, words, contexts
                    )
                advance(1)
        return words


@dataclass(frozen=True, eq=False)
class PairChunk:
    """Some pairs that are learned from at one learning rate.

    Parameters
    ----------
    words, contexts
        The two features of each pair.
    negatives
        Pairs × negatives.
    share_before
        How much of the block came before.
    """

    words: NDArray[np.int32]
    contexts: NDArray[np.int32]
    negatives: NDArray[np.int32]
    share_before: float


def pair_chunks(
    block: PairedBlock,
    window: int,
    negatives: int,
    kept: NDArray[np.float32],
    table: NDArray[np.int32],
    generator: np.random.Generator,
) -> Iterator[PairChunk]:
    """Yield the pairs of a block in text order, thinned out, with negatives from the table."""
    words, contexts, positions = pairs_in_window(block, window)
    shape = (len(block.words.unigrams), negatives)
    drawn = table[generator.integers(len(table), size=shape)]
    for start in range(0, len(words), _PAIRS_AT_ONCE):
        part = slice(start, start + _PAIRS_AT_ONCE)
        chance = kept[words[part]] * kept[contexts[part]]
        chosen = np.flatnonzero(generator.random(len(chance), np.float32) < chance)
        yield PairChunk(
            words[part][chosen],
            contexts[part][chosen],
            drawn[positions[part][chosen]],
            start / len(words),
        )


def occurrences(blocks: Sequence[PairedBlock], n_features: int) -> NDArray[np.int64]:
    """Count how often each feature occurs."""
    counts = np.zeros(n_features, np.int64)
    for block in blocks:
        for column in block.words:
            counts += np.bincount(column[column >= 0], minlength=n_features)
    return counts


def keep_probabilities(counts: NDArray[np.int64], subsample: float) -> NDArray[np.float32]:
    """Return with what probability an occurrence of each feature is learned from.

    >>> keep_probabilities(np.array([1, 99]), subsample=0.01).round(3)
    array([1.   , 0.111], dtype=float32)
    """
    if subsample == 0:
        return np.ones(len(counts), np.float32)
    ratio = subsample * counts.sum() / np.maximum(counts, 1)
    return np.asarray(np.minimum(1, np.sqrt(ratio) + ratio), np.float32)


def negative_table(counts: NDArray[np.int64], size: int = _TABLE) -> NDArray[np.int32]:
    """Return a table that holds each feature as often as count ** (3/4) deserves.

    >>> negative_table(np.array([1, 16]), size=9)
    array([0, 1, 1, 1, 1, 1, 1, 1, 1], dtype=int32)
    """
    ends = np.cumsum(counts**0.75)
    middles = (np.arange(size) + 0.5) * (ends[-1] / size)
    return np.asarray(np.searchsorted(ends, middles, side="right"), np.int32)
