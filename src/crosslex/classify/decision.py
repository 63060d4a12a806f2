"""Decisions: scores for documents of the target, which is all that a fitted method leaves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, eye_array

from crosslex.classify.task import LinearClassifier
from crosslex.errors import InputError

Scores = NDArray[np.float64]
"""Documents × classes, as log-odds; the class with the largest score of a row is predicted."""

_ROWS = 4096


@runtime_checkable
class Decision(Protocol):
    """Scores for documents of the target; a `LinearDecision` can also be saved."""

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
class Views:
    """The linear decisions that were blended into one, and their weights.

    Parameters
    ----------
    weights
        Views × features × classes.
    intercepts
        Views × classes.
    mix
        What each view's scores are multiplied by before they are added up.
    """

    weights: NDArray[np.float64]
    intercepts: NDArray[np.float64]
    mix: NDArray[np.float64]

    def scores(self, documents: csr_array) -> list[Scores]:
        """Score weighted documents × features by every view, each times its weight in the mix."""
        return [
            np.asarray(weight * (documents @ weights + intercept))
            for weight, weights, intercept in zip(
                self.mix, self.weights, self.intercepts, strict=True
            )
        ]


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
        The nearest source words of every target word, for methods that compare words.
    views
        What it is a blend of, for methods with several views of a document.
    """

    weights: NDArray[np.float64]
    intercept: NDArray[np.float64]
    neighbors: SourceNeighbors | None = None
    views: Views | None = None

    @classmethod
    def of_classifier(cls, classifier: LinearClassifier, n_features: int) -> "LinearDecision":
        """Return the decision of a trained classifier of documents as they are."""
        return fold(lambda documents: class_scores(classifier, documents), n_features)

    def as_views(self) -> Views:
        """Return its views; a decision without any is its own single view."""
        if self.views is not None:
            return self.views
        return Views(self.weights[None], self.intercept[None], np.ones(1))

    def scores(self, documents: csr_array) -> Scores:
        """Score weighted documents × features."""
        return np.asarray(documents @ self.weights + self.intercept)

    def checked(self, method: str, n_features: int, n_classes: int) -> Self:
        """Return it with numbers of 64 bits, if it fits the task that a method learned from."""
        weights, intercept = (np.asarray(each) for each in (self.weights, self.intercept))
        if weights.shape != (n_features, n_classes) or intercept.shape != (n_classes,):
            raise InputError(
                f"method {method}: its weights have the shape {weights.shape} and its intercept "
                f"{intercept.shape}; give features × classes, {(n_features, n_classes)}, and one "
                "per class"
            )
        if not (np.isfinite(weights).all() and np.isfinite(intercept).all()):
            raise InputError(f"method {method}: its weights or its intercept are not finite")
        return replace(
            self, weights=weights.astype(np.float64), intercept=intercept.astype(np.float64)
        )


@dataclass(frozen=True, eq=False)
class CalibrationData:
    """A fitted method's decision, and the scores and labels that calibration learns from.

    Parameters
    ----------
    decision
        Scores of documents of the target.
    pool, pool_scores
        The target's documents, and their scores by classifiers that have not learned from them.
    held_out, labels
        Scores of labeled documents by classifiers that have not seen their labels, and their
        class codes.
    in_target
        Whether the labeled documents are the target's own.
    separation_ratio
        Of two classes' separation in the target to that in the source, if the method predicts it.
    """

    decision: Decision
    pool: csr_array
    pool_scores: Scores
    held_out: Scores
    labels: NDArray[np.int32]
    in_target: bool
    separation_ratio: float | None = None

    @property
    def label_shares(self) -> NDArray[np.float64]:
        """The share of each class among the labels."""
        counts = np.bincount(self.labels, minlength=self.held_out.shape[1])
        return np.asarray(counts / counts.sum())


def class_scores(
    classifier: LinearClassifier, documents: csr_array | NDArray[np.float64]
) -> Scores:
    """Score documents for every class; of two classes each gets half of the log-odds."""
    scores = np.asarray(classifier.decision_function(documents), np.float64)
    return np.column_stack([-scores / 2, scores / 2]) if scores.ndim == 1 else scores


def margins(scores: Scores) -> NDArray[np.float64]:
    """Return how much the second of two classes scores above the first."""
    return np.asarray(scores[:, 1] - scores[:, 0])


def fold(scores: Callable[[csr_array], Scores], n_features: int) -> LinearDecision:
    """Return the weights of scores that are linear in a document's features, up to a constant."""
    intercept = scores(csr_array((1, n_features), dtype=np.float64))[0]
    weights = np.empty((n_features, len(intercept)))
    # A 1 is exact in 32 bits, too, and vectors of 32 bits then need no copy in 64.
    single = eye_array(n_features, format="csr", dtype=np.float32)
    for start in range(0, n_features, _ROWS):
        rows = slice(start, min(start + _ROWS, n_features))
        weights[rows] = scores(csr_array(single[rows])) - intercept
    decision = LinearDecision(weights, intercept)
    # The score of a document with many features shows whether scores are linear.
    probe = np.random.default_rng(0).random((1, n_features))
    size = probe @ np.abs(weights) + np.abs(intercept)
    document = csr_array(probe)
    if (np.abs(scores(document) - decision.scores(document)) > 1e-3 * size).any():
        raise InputError(
            "classifier: scores are no weighted sum of features; give a linear classifier, and a "
            "method whose transform is linear"
        )
    return decision


def blend(views: Views) -> LinearDecision:
    """Return the sum of all views' scores, each times its weight in the mix.

    >>> weights = np.array([[[1.0, 0.0]], [[0.0, 2.0]]])  # two views of one feature
    >>> intercepts, mix = np.array([[0.0, 1.0], [0.0, 1.0]]), np.array([0.5, 1.0])
    >>> blend(Views(weights, intercepts, mix)).weights
    array([[0.5, 2. ]])
    """
    return LinearDecision(
        np.tensordot(views.mix, views.weights, axes=1), views.mix @ views.intercepts, views=views
    )


def equal_mix(held_out: Sequence[Scores]) -> NDArray[np.float64]:
    """Return view weights under which all views have the same deviation.

    Scores are divided by their deviation over labeled documents. Only deviations are made equal,
    not means: documents that are mostly positive must not push the rest towards negative. A view
    whose scores do not vary has weight 0.

    >>> equal_mix([np.array([[0.0, 2.0], [2.0, 0.0]]), np.array([[0.0, 4.0], [4.0, 0.0]])])
    array([0.75 , 0.375])
    """
    deviations = np.array([scores.std(axis=0).mean() for scores in held_out])
    varying = deviations[deviations > 0]
    if not len(varying):
        return np.zeros(len(deviations))
    # Back to the scale of log-odds, as probabilities need it.
    unit = varying.mean() / len(varying)
    mix = np.zeros_like(deviations)
    mix[deviations > 0] = unit / varying
    return mix
