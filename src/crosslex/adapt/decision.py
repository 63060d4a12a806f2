"""What is left of a method once it has learned: scores for documents of the target."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, eye_array

from crosslex.adapt.task import LinearClassifier
from crosslex.errors import InputError

Scores = NDArray[np.float64]
"""Documents × classes, as log-odds; the class with the largest score of a row is predicted."""

_ROWS = 4096


class Decision(Protocol):
    """Scores for documents of the target, and the arrays they are computed from."""

    kind: ClassVar[str]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return all that it consists of, to be stored."""

    def scores(self, documents: csr_array) -> Scores:
        """Score weighted documents × features of the target domain."""


@dataclass(frozen=True, eq=False)
class SourceNeighbors:
    """Indices and cosines of the nearest source features of each feature: features × neighbors.

    The nearest come first; an index is -1 where there is no neighbor.
    """

    features: NDArray[np.int32]
    cosines: NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class LinearDecision:
    """Scores that are a weighted sum of a document's features.

    Parameters
    ----------
    weights
        Features × classes.
    intercept
        One per class.
    neighbors
        The nearest source words of every target word, for methods that have word vectors.
    """

    weights: NDArray[np.float64]
    intercept: NDArray[np.float64]
    neighbors: SourceNeighbors | None = None

    kind: ClassVar[str] = "linear"

    @classmethod
    def of_classifier(cls, classifier: LinearClassifier, n_features: int) -> "LinearDecision":
        """Return the decision of a trained classifier of documents as they are."""
        return fold(lambda documents: class_scores(classifier, documents), n_features)

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> "LinearDecision":
        """Rebuild a decision from what `arrays` returned."""
        neighbors = None
        if "neighbor_features" in arrays:
            neighbors = SourceNeighbors(arrays["neighbor_features"], arrays["neighbor_cosines"])
        return cls(arrays["weights"], arrays["intercept"], neighbors)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return all that it consists of, to be stored."""
        arrays: dict[str, NDArray[Any]] = {"weights": self.weights, "intercept": self.intercept}
        if self.neighbors is not None:
            arrays["neighbor_features"] = self.neighbors.features
            arrays["neighbor_cosines"] = self.neighbors.cosines
        return arrays

    def scores(self, documents: csr_array) -> Scores:
        """Score weighted documents × features."""
        return np.asarray(documents @ self.weights + self.intercept)


def class_scores(
    classifier: LinearClassifier, documents: csr_array | NDArray[np.float64]
) -> Scores:
    """Score documents for every class; of two classes each gets half of the log-odds."""
    scores = np.asarray(classifier.decision_function(documents), np.float64)
    if scores.ndim == 1:
        return np.column_stack([-scores / 2, scores / 2])
    return scores


def fold(scores: Callable[[csr_array], Scores], n_features: int) -> LinearDecision:
    """Return the weights of scores that are linear in a document's features, up to a constant."""
    intercept = scores(csr_array((1, n_features), dtype=np.float64))[0]
    weights = np.empty((n_features, len(intercept)))
    single = eye_array(n_features, format="csr")
    for start in range(0, n_features, _ROWS):
        rows = slice(start, min(start + _ROWS, n_features))
        weights[rows] = scores(csr_array(single[rows])) - intercept
    decision = LinearDecision(weights, intercept)
    # A document of many features tells whether the scores are linear.
    probe = np.random.default_rng(0).random((1, n_features))
    size = probe @ np.abs(weights) + np.abs(intercept)
    document = csr_array(probe)
    if (np.abs(scores(document) - decision.scores(document)) > 1e-3 * size).any():
        raise InputError(
            "classifier: scores are no weighted sum of features; give a linear classifier, and a "
            "method whose transform is linear"
        )
    return decision


def blend(decisions: Sequence[LinearDecision], documents: csr_array) -> LinearDecision:
    """Return the mean of decisions, each divided by the deviation of its scores of the documents.

    Only deviations are made equal, not means: documents that are mostly positive must not
    push the rest towards negative.
    """
    deviations = [decision.scores(documents).std(axis=0).mean() for decision in decisions]
    scales = [1 / deviation if deviation > 0 else 0.0 for deviation in deviations]
    # Back to the scale of log-odds, as probabilities need it.
    varying = [1 / scale for scale in scales if scale > 0] or [1.0]
    unit = np.mean(varying) / len(varying)
    pairs = list(zip(scales, decisions, strict=True))
    return LinearDecision(
        unit * np.sum([scale * decision.weights for scale, decision in pairs], axis=0),
        unit * np.sum([scale * decision.intercept for scale, decision in pairs], axis=0),
    )
