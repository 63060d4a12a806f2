"""Marginalized denoising: features that restore a document from which words were lost."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import solve
from scipy.sparse import csr_array, hstack, vstack

from crosslex.classify import AdaptationMethod, AdaptationTask, LinearDecision, Scores
from crosslex_bench.cache import cached_learning

_RIDGE = 1e-5
_ROWS = 4096

Floats = NDArray[np.float32]


@dataclass(kw_only=True, eq=False, repr=False)
class MarginalizedDenoising(AdaptationMethod):
    r"""Append what a denoising autoencoder, its noise summed out, makes of a document (mSDA).

    Each feature of a document is lost with probability p. The linear map W that best restores
    the features, on average over all losses, has a closed form: with S the scatter of the
    documents x (a constant 1 appended, which is never lost) and q = 1 - p for all but it,

    .. math:: W = E[P] E[Q]^{-1}, \quad E[P]_{ij} = S_{ij} q_j, \quad
              E[Q]_{ij} = S_{ij} q_i q_j \;(i ≠ j), \quad E[Q]_{ii} = S_{ii} q_i

    A layer is tanh(W x); the next restores its output in the same way. A document becomes
    [x, γ h_1, …, γ h_L].

    For high dimensions, as the paper proposes, only the most frequent features are restored,
    and from several random blocks of all features, whose predictions are averaged.

    Departures: the layers' outputs together are scaled to the mean squared length of the
    documents before γ weighs them; input weights are the task's, tf-idf by default.

    References
    ----------
    M. Chen, Z. Xu, K. Weinberger, F. Sha. *Marginalized Denoising Autoencoders for Domain
    Adaptation*. ICML 2012.
    """

    restored: int = 1000  # how many of the most frequent features; each layer's width
    corruption: float = 0.7  # p, the probability of a feature's loss
    layers: int = 3  # L
    block_size: int = 5000  # the largest number of features in a block
    weight: float = 2.0  # γ, how much the new features count, relative to the old ones
    C: float = 3.0

    def fit(self, task: AdaptationTask) -> Self:
        """Learn the layers from all documents, and the classifier on their outputs."""
        layers = cached_learning(self, task, ("weight", "C"), lambda: self.learn_layers(task))
        layers = replace(layers, scale=self.weight * layers.scale)
        fitted = self.train_on_sources(task, lambda rows, _: layers.append_to(rows))
        width = len(task.features) + self.layers * layers.first.shape[1]
        self.decision_ = LayeredDecision(layers, LinearDecision.of_classifier(fitted, width))
        return self

    def learn_layers(self, task: AdaptationTask) -> "Layers":
        """Return the layers, their outputs scaled to the mean squared length of the documents."""
        documents = csr_array(vstack([each.documents for each in task.domains]), dtype=np.float32)
        frequency = (documents > 0).sum(axis=0)
        outputs = np.argsort(-frequency, kind="stable")[: self.restored]
        rng = np.random.default_rng(task.random_state)
        first = restoring_map(documents, outputs, self.corruption, self.block_size, rng)
        layers = Layers(first, np.empty((0, len(outputs) + 1, len(outputs)), np.float32), 1.0)
        for _ in range(self.layers - 1):
            scatter = _scatter(layers, documents)
            deeper = solve_denoising(scatter, scatter[:, :-1], self.corruption)
            layers = replace(layers, deeper=np.concatenate([layers.deeper, deeper[None]]))
        return replace(layers, scale=_balance(layers, documents))


@dataclass(frozen=True, eq=False)
class Layers:
    """The maps of all layers, and what their outputs are multiplied by.

    `first` is features × outputs, `deeper` further layers × outputs × outputs; in each map the
    constant's row is last.
    """

    first: Floats
    deeper: Floats
    scale: float

    def outputs(self, documents: csr_array) -> list[Floats]:
        """Return each layer's output for documents."""
        outputs = [np.tanh(documents.astype(np.float32) @ self.first[:-1] + self.first[-1])]
        for layer in self.deeper:
            outputs.append(np.tanh(outputs[-1] @ layer[:-1] + layer[-1]))
        return outputs

    def append_to(self, documents: csr_array) -> csr_array:
        """Append all outputs, scaled, to the documents' own features."""
        outputs = np.hstack(self.outputs(documents)) * np.float32(self.scale)
        return csr_array(hstack([documents, csr_array(outputs)]))


@dataclass(frozen=True, eq=False)
class LayeredDecision:
    """Scores that are a weighted sum of a document's features and of the layers' outputs."""

    layers: Layers
    top: LinearDecision

    def scores(self, documents: csr_array) -> Scores:
        """Score weighted documents × features."""
        scores = [self.top.scores(self.layers.append_to(rows)) for rows in _blocks(documents)]
        return np.vstack(scores)


def restoring_map(
    documents: csr_array,
    outputs: NDArray[np.intp],
    corruption: float,
    block_size: int,
    rng: np.random.Generator,
) -> Floats:
    """Return the map that restores some features from all: the mean over blocks of them."""
    n_features = documents.shape[1]
    n_blocks = -(-n_features // block_size)
    wanted = csr_array(documents[:, outputs])
    total = np.zeros((n_features + 1, len(outputs)), np.float32)
    for chosen in np.array_split(rng.permutation(n_features), n_blocks):
        seen = csr_array(documents[:, chosen])
        sums = seen.sum(axis=0)
        scatter = np.block(
            [
                [(seen.T @ seen).toarray(), sums[:, None]],
                [sums[None, :], np.full((1, 1), documents.shape[0])],
            ]
        )
        joint = np.vstack([(seen.T @ wanted).toarray(), wanted.sum(axis=0)[None]])
        solved = solve_denoising(scatter, joint, corruption)
        total[np.append(chosen, n_features)] += solved / n_blocks
    return total


def solve_denoising(
    scatter: NDArray[np.floating], joint: NDArray[np.floating], corruption: float
) -> Floats:
    """Return the map that restores best on average over all losses; the constant is last.

    >>> scatter = np.array([[4.0, 2.0], [2.0, 2.0]])  # documents 2 and 0 of one feature
    >>> solve_denoising(scatter, scatter[:, :1], corruption=0.0).round(2)
    array([[1.],
           [0.]], dtype=float32)
    """
    survival = np.full(len(scatter), 1 - corruption, np.float32)
    survival[-1] = 1
    expected = scatter.astype(np.float32) * np.outer(survival, survival)
    expected[np.diag_indices_from(expected)] = np.diag(scatter) * survival + _RIDGE
    solved = solve(expected, joint.astype(np.float32) * survival[:, None], assume_a="pos")
    return np.asarray(solved, np.float32)


def _scatter(layers: Layers, documents: csr_array) -> Floats:
    """Return the scatter of the last layer's outputs, a constant 1 appended."""
    width = layers.first.shape[1] + 1
    total = np.zeros((width, width), np.float32)
    for rows in _blocks(documents):
        last = layers.outputs(rows)[-1]
        extended = np.hstack([last, np.ones((len(last), 1), np.float32)])
        total += extended.T @ extended
    return total


def _balance(layers: Layers, documents: csr_array) -> float:
    """Return the factor that gives outputs the mean squared length of the documents."""
    squares = 0.0
    for rows in _blocks(documents):
        outputs = layers.outputs(rows)
        squares += sum(float(np.square(each, dtype=np.float64).sum()) for each in outputs)
    return float(np.sqrt(np.square(documents.data, dtype=np.float64).sum() / squares))


def _blocks(documents: csr_array) -> Iterator[csr_array]:
    """Yield some documents at a time; an empty block where there are none."""
    for start in range(0, max(1, documents.shape[0]), _ROWS):
        yield documents[start : start + _ROWS]
