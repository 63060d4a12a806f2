"""GloVe in each domain by itself: the row of the paper that shows why vectors must meet."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.adapt.apart import check_positive, learn_apart
from crosslex.adapt.interface import AdaptationTask
from crosslex.adapt.kernels import glove_pass
from crosslex.adapt.vectors import TaskVectors
from crosslex.corpus import Corpus
from crosslex.counting import count_cooccurrences
from crosslex.progress import progress

# Words whose vectors and squared gradients stay in a core's cache while their pairs are learned.
_WORDS_AT_ONCE = 128


@dataclass(frozen=True)
class GloveVectors:
    r"""Learn GloVe vectors in the source and in the target, each by itself.

    X counts how often two features, words or bigrams, stand within a window of each other.
    Word vectors w, context vectors c and their biases minimize

    .. math:: J = \frac12 \sum_{X_{ij} > 0} f(X_{ij}) (w_i · c_j + b_i + b'_j - \log X_{ij})²,
              \qquad f(x) = \min(1, (x / x_{max})^α)

    by AdaGrad, pair by pair; a feature's vector is w + c. Nothing ties the two spaces
    together but the pivots, which Eq. score looks up with their source vectors.

    Departures: every pair within the window counts 1, where the authors' program counts one
    over the distance, since windows hold no stop words and end with the sentence. Pairs are
    learned in a random order within groups of 128 random words. The learning rate is
    higher than the authors' 0.05: on music reviews 8 passes at 0.2 reach the loss of about 30.

    Parameters
    ----------
    dimension
        Length of the vectors.
    window
        Positions on either side that count as company, stop words left out.
    epochs
        Passes over all pairs.
    learning_rate
        AdaGrad's; sums of squared gradients start at 1, as in the authors' program.
    x_max, alpha
        The count from which pairs weigh fully, and how fast rarer ones weigh less.
    min_documents
        A feature has a vector where so many documents hold it.
    stop_words
        Words that windows leave out, and that have no vectors, nor have bigrams with them; None
        takes those of the texts' language.
    n_jobs
        2 learns source and target at the same time, with the same result.

    References
    ----------
    J. Pennington, R. Socher, C. D. Manning. *GloVe: Global Vectors for Word Representation*.
    EMNLP 2014.

    Examples
    --------
    >>> from crosslex.adapt.expanded import Expanded
    >>> method = Expanded(GloveVectors(dimension=100))
    """

    dimension: int = 300
    window: int = 10
    epochs: int = 8
    learning_rate: float = 0.2
    x_max: float = 100.0
    alpha: float = 0.75
    min_documents: int = 5
    stop_words: frozenset[str] | None = None
    n_jobs: int = 1

    def __post_init__(self) -> None:
        check_positive(self, "dimension", "window", "epochs", "min_documents")

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
        counts = reduce(
            add,
            (
                count_cooccurrences(corpus, features, features, window=self.window).counts
                for corpus in corpora
            ),
        )
        pairs = GlovePairs.of(counts, self.x_max, self.alpha)
        model = GloveModel.random(len(features), self.dimension, generator)
        with progress(f"glove {corpora[0].name}", total=self.epochs) as advance:
            for _ in range(self.epochs):
                loss = model.improve(pairs, self.learning_rate, generator)
                advance(1, note=f"loss {loss:.4f}")
        return model.vectors


@dataclass(frozen=True, eq=False)
class GlovePairs:
    """What GloVe learns from: the pairs that occur.

    Parameters
    ----------
    rows, columns
        The word and the context of each pair.
    logs, weights
        log X and f(X).
    """

    rows: NDArray[np.int32]
    columns: NDArray[np.int32]
    logs: NDArray[np.float32]
    weights: NDArray[np.float32]

    @classmethod
    def of(cls, counts: csr_array, x_max: float, alpha: float) -> "GlovePairs":
        """List the pairs of a table of counts, X.

        >>> pairs = GlovePairs.of(csr_array([[0, 1], [1, 16]]), x_max=4, alpha=0.5)
        >>> pairs.rows, pairs.columns
        (array([0, 1, 1], dtype=int32), array([1, 0, 1], dtype=int32))
        >>> pairs.logs.round(2), pairs.weights
        (array([0.  , 0.  , 2.77], dtype=float32), array([0.5, 0.5, 1. ], dtype=float32))
        """
        table = counts.tocoo()
        return cls(
            table.row.astype(np.int32),
            table.col.astype(np.int32),
            np.log(table.data).astype(np.float32),
            np.minimum(1, (table.data / x_max) ** alpha).astype(np.float32),
        )


@dataclass(frozen=True, eq=False)
class GloveModel:
    """The parameters of GloVe, changed in place while it learns.

    Parameters
    ----------
    words, contexts
        Features × (dimension + 1): vectors, and the bias in the last column.
    word_squares, context_squares
        AdaGrad's sums of squared gradients, of the same shape.
    """

    words: NDArray[np.float32]
    contexts: NDArray[np.float32]
    word_squares: NDArray[np.float32]
    context_squares: NDArray[np.float32]

    @classmethod
    def random(
        cls, n_features: int, dimension: int, generator: np.random.Generator
    ) -> "GloveModel":
        """Start from small random numbers."""
        shape = (n_features, dimension + 1)
        start = (generator.random((2, *shape), np.float32) - np.float32(0.5)) / dimension
        return cls(start[0], start[1], np.ones(shape, np.float32), np.ones(shape, np.float32))

    @property
    def vectors(self) -> NDArray[np.float32]:
        """One vector a feature: word and context vectors added up."""
        return np.asarray(self.words[:, :-1] + self.contexts[:, :-1])

    def improve(
        self, pairs: GlovePairs, learning_rate: float, generator: np.random.Generator
    ) -> float:
        """Learn from every pair once; return the mean loss met on the way."""
        order = generator.permutation(len(pairs.rows))
        group = (generator.permutation(len(self.words)) // _WORDS_AT_ONCE).astype(np.uint16)
        order = order[np.argsort(group[pairs.rows[order]], kind="stable")]
        loss = glove_pass(
            order,
            pairs.rows,
            pairs.columns,
            pairs.logs,
            pairs.weights,
            learning_rate,
            self.words,
            self.contexts,
            self.word_squares,
            self.context_squares,
        )
        return loss / max(1, len(order))
