"""Decisions: scores for documents of the target, which is all that a fitted method leaves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from scipy.sparse import csr_array, eye_array

from crosslex.arrays import Float32s, Float64s, Int32s
from crosslex.classify.task import LinearClassifier
from crosslex.errors import InputError

Scores = Float64s
"""Documents × classes, as log-odds; the class with the largest score of a row is predicted."""

_ROWS = 4096


@runtime_checkable
class Decision(Protocol):
    """Scores for documents of the target; what is not a `LinearDecision` can only predict."""

    def scores(self, documents: csr_array) -> Scores:
        """Score weighted documents × features of the target domain."""


@dataclass(frozen=True, eq=False)
class SourceNeighbors:
    """Indices and cosines of the nearest source features of each feature: features × neighbors.

    The nearest come first; an index is -1 where there is no neighbor.
    """

    features: Int32s
    cosines: Float32s


@dataclass(frozen=True, eq=False)
class LinearDecision:
    """Scores that are a weighted sum of a document's features.

    Parameters
    ----------
    weights, intercept
        Features × classes, and one number per class.
    neighbors
        The nearest source words of every target word, for methods that compare words.
    views
        The decisions that it is the sum of, for methods with several views of a document.
    """

    weights: Float64s
    intercept: Float64s
    neighbors: SourceNeighbors | None = None
    views: "tuple[LinearDecision, ...]" = ()

    @classmethod
    def of_classifier(cls, classifier: LinearClassifier, n_features: int) -> "LinearDecision":
        """Return the decision of a trained classifier of documents as they are."""
        return fold(lambda documents: class_scores(classifier, documents), n_features)

    def as_views(self) -> "tuple[LinearDecision, ...]":
        """Return its views; a decision without any is its own single view."""
        return self.views or (self,)

    def scores(self, documents: csr_array) -> Scores:
        """Score weighted documents × features."""
        return np.asarray(documents @ self.weights + self.intercept)

    def times(self, factor: float) -> "LinearDecision":
        """Return the decision with scores multiplied by a factor."""
        return LinearDecision(factor * self.weights, factor * self.intercept)


def add_views(views: Sequence[LinearDecision]) -> LinearDecision:
    """Return the decision whose scores are the sum of the views'.

    >>> first = LinearDecision(np.array([[1.0, 0.0]]), np.zeros(2))
    >>> add_views([first, first.times(0.5)]).weights
    array([[1.5, 0. ]])
    """
    weights = np.sum([view.weights for view in views], axis=0)
    intercept = np.sum([view.intercept for view in views], axis=0)
    return LinearDecision(weights, intercept, views=tuple(views))


def require_linear(decision: Decision) -> LinearDecision:
    """Return the decision; one that is not linear can only predict."""
    if not isinstance(decision, LinearDecision):
        raise InputError(
            "method: its decision is not linear, so that it can only predict; choose another method"
        )
    return decision


@dataclass(frozen=True, eq=False)
class CalibrationData:
    """A fitted method's decision, and the scores and labels that calibration learns from.

    `pool` are the target's documents, `pool_scores` their scores by classifiers that have not
    learned from them; `held_out` are scores of labeled documents by classifiers that have not seen
    their `labels`, class codes. With `in_target`, these are the target's own. `separation_ratio`
    is that of two classes' separation, target to source, if the method predicts it.
    """

    decision: Decision
    pool: csr_array
    pool_scores: Scores
    held_out: Scores
    labels: Int32s
    in_target: bool
    separation_ratio: float | None = None

    @property
    def label_shares(self) -> Float64s:
        """The share of each class among the labels."""
        counts = np.bincount(self.labels, minlength=self.held_out.shape[1])
        return np.asarray(counts / counts.sum())


def class_scores(classifier: LinearClassifier, documents: csr_array | Float64s) -> Scores:
    """Score documents for every class; of two classes each gets half of the log-odds."""
    scores = np.asarray(classifier.decision_function(documents), np.float64)
    return np.column_stack([-scores / 2, scores / 2]) if scores.ndim == 1 else scores


def lead(scores: Scores, code: int) -> Float64s:
    """Return how much a class scores above the best of the others."""
    return np.asarray(scores[:, code] - np.delete(scores, code, axis=1).max(axis=1))


def margins(scores: Scores) -> Float64s:
    """Return how much the second of two classes scores above the first."""
    return lead(scores, 1)


def fold(scores: Callable[[csr_array], Scores], n_features: int) -> LinearDecision:
    """Return the weights of scores that are linear in a document's features, up to a constant."""
    intercept = scores(csr_array((1, n_features), dtype=np.float64))[0]
    # A 1 is exact in 32 bits, too, and vectors of 32 bits then need no copy in 64.
    single = eye_array(n_features, format="csr", dtype=np.float32)
    blocks = (csr_array(single[start : start + _ROWS]) for start in range(0, n_features, _ROWS))
    decision = LinearDecision(np.vstack([scores(rows) - intercept for rows in blocks]), intercept)
    # The score of a document with many features shows whether scores are linear.
    probe = np.random.default_rng(0).random((1, n_features))
    size = probe @ np.abs(decision.weights) + np.abs(intercept)
    document = csr_array(probe)
    if (np.abs(scores(document) - decision.scores(document)) > 1e-3 * size).any():
        raise InputError(
            "classifier: scores are no weighted sum of features; give a linear classifier, and a "
            "method whose transform is linear"
        )
    return decision
