"""GloVe in each domain separately: the paper's baseline without a shared space."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex import Corpus
from crosslex.progress import progress
from crosslex_bench.methods.kernels import glove_pass
from crosslex_bench.methods.separate_spaces import SeparateSpacesMethod
from crosslex_bench.ranking.cooccurrences import count_cooccurrences

# Words and contexts whose vectors and squared gradients stay in a core's cache while their pairs
# are learned.
_WORDS_AT_ONCE = 64
_CONTEXTS_AT_ONCE = 256


@dataclass(kw_only=True, eq=False, repr=False)
class Glove(SeparateSpacesMethod):
    r"""Eq. score with GloVe vectors of the source and of the target, learned separately.

    X counts how often two features, words or bigrams, stand within a window of each other.
    Word vectors w, context vectors c and their biases minimize

    .. math:: J = \frac12 \sum_{X_{ij} > 0} f(X_{ij}) (w_i · c_j + b_i + b'_j - \log X_{ij})²,
              \qquad f(x) = \min(1, (x / x_{max})^α)

    by AdaGrad, pair by pair; a feature's vector is w + c.

    Departures: every pair within the window counts 1, where the authors' program counts one
    over the distance, since windows hold no stop words and end with the sentence. Pairs are
    learned block by block, 64 random words with 256 random contexts each, blocks in a new
    random order in every pass. The learning rate is
    higher than the authors' 0.05: on music reviews 8 passes at 0.2 reach the loss of about 30.

    References
    ----------
    J. Pennington, R. Socher, C. D. Manning. *GloVe: Global Vectors for Word Representation*.
    EMNLP 2014.
    """

    epochs: int = 8  # passes over all pairs
    learning_rate: float = 0.2
    x_max: float = 100.0  # the count from which pairs weigh fully
    alpha: float = 0.75  # how fast rarer ones weigh less
    C: float = 3.0

    def learn_space(
        self, corpora: Sequence[Corpus], features: Sequence[str], generator: np.random.Generator
    ) -> NDArray[np.float32]:
        """Return one vector per feature, learned from the texts of all corpora taken together."""
        counts = sum(
            count_cooccurrences(corpus, features, features, window=self.window).counts
            for corpus in corpora
        )
        pairs = weighted_pairs(counts, self.x_max, self.alpha)
        pairs, sizes = shuffled_blocks(pairs, len(features), generator)
        model = random_model(len(features), self.dimension, generator)
        with progress(f"glove {corpora[0].name}", total=self.epochs) as advance:
            for _ in range(self.epochs):
                loss = glove_pass(block_order(sizes, generator), *pairs, self.learning_rate, *model)
                advance(1, note=f"loss {loss / max(1, len(pairs.rows)):.4f}")
        words, contexts, *_ = model
        return np.asarray(words[:, :-1] + contexts[:, :-1])


class GlovePairs(NamedTuple):
    """The pairs that occur: the word and the context of each, log X and f(X)."""

    rows: NDArray[np.int32]
    columns: NDArray[np.int32]
    logs: NDArray[np.float32]
    weights: NDArray[np.float32]


def weighted_pairs(counts: csr_array, x_max: float, alpha: float) -> GlovePairs:
    """List the pairs of a table of counts, X.

    >>> pairs = weighted_pairs(csr_array([[0, 1], [1, 16]]), x_max=4, alpha=0.5)
    >>> pairs.rows, pairs.columns
    (array([0, 1, 1], dtype=int32), array([1, 0, 1], dtype=int32))
    >>> pairs.logs.round(2), pairs.weights
    (array([0.  , 0.  , 2.77], dtype=float32), array([0.5, 0.5, 1. ], dtype=float32))
    """
    table = counts.tocoo()
    return GlovePairs(
        table.row.astype(np.int32),
        table.col.astype(np.int32),
        np.log(table.data).astype(np.float32),
        np.minimum(1, (table.data / x_max) ** alpha).astype(np.float32),
    )


def shuffled_blocks(
    pairs: GlovePairs, n_features: int, generator: np.random.Generator
) -> tuple[GlovePairs, NDArray[np.int64]]:
    """Return pairs by random blocks of words and contexts, and how many each block has."""
    words = generator.permutation(n_features) // _WORDS_AT_ONCE
    contexts = generator.permutation(n_features) // _CONTEXTS_AT_ONCE
    block = words[pairs.rows] * (1 + contexts.max(initial=0)) + contexts[pairs.columns]
    order = generator.permutation(len(block))
    order = order[np.argsort(block[order], kind="stable")]
    ordered = GlovePairs(
        pairs.rows[order], pairs.columns[order], pairs.logs[order], pairs.weights[order]
    )
    return ordered, np.bincount(block)


def block_order(sizes: NDArray[np.int64], generator: np.random.Generator) -> NDArray[np.int64]:
    """Return the pairs' numbers, block by block in a random order.

    >>> block_order(np.array([2, 1]), np.random.default_rng(3)).tolist()
    [2, 0, 1]
    """
    drawn = generator.permutation(len(sizes))
    starts = (np.cumsum(sizes) - sizes)[drawn]
    before = np.cumsum(sizes[drawn]) - sizes[drawn]
    return np.asarray(np.repeat(starts - before, sizes[drawn]) + np.arange(sizes.sum()), np.int64)


def random_model(
    n_features: int, dimension: int, generator: np.random.Generator
) -> tuple[NDArray[np.float32], ...]:
    """Return small random words and contexts, their biases last, and AdaGrad's sums of squares.

    Sums are 1 at first, as in the authors' program. All are changed in place.
    """
    shape = (n_features, dimension + 1)
    start = (generator.random((2, *shape), np.float32) - np.float32(0.5)) / dimension
    return start[0], start[1], np.ones(shape, np.float32), np.ones(shape, np.float32)
