"""Refinement: a few labels of the target move threshold, view weights and word weights."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_array, vstack
from scipy.special import log_softmax, softmax

from crosslex.classify.decision import Scores, Views
from crosslex.storage import checked_array, require

# Chosen on pairs with music or video as target, on hutto2014, and on pools of music and video
# made one-sided both ways, with 10 to 40 labels, drawn and suggested; see
# `crosslex-bench few-labels`.
LINE_ERROR = 0.3
"""Prior standard deviation of the threshold's error, in log-odds."""
VIEW_ERROR = 0.1
"""Prior standard deviation of the relative error of each view weight."""
WORD_ERROR = 2.0
"""Prior standard deviation of the error of word weights, for a document at the usual distance
from the mean, in log-odds."""


@dataclass(frozen=True, eq=False)
class Refinement:
    """Labeled documents of the target, and what they add to the log-odds of all others.

    Parameters
    ----------
    documents
        Weighted documents × features.
    labels
        The class code of each.
    weights, intercept
        What is added to the log-odds: features × classes, and one per class.
    """

    documents: csr_array
    labels: NDArray[np.int32]
    weights: NDArray[np.float64]
    intercept: NDArray[np.float64]

    def scores(self, documents: csr_array) -> Scores:
        """Return what to add to the log-odds of documents."""
        return np.asarray(documents @ self.weights + self.intercept)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return all that it consists of, to be stored."""
        return {
            "starts": self.documents.indptr.astype(np.int64),
            "features": self.documents.indices.astype(np.int32),
            "values": self.documents.data.astype(np.float64),
            "labels": self.labels,
            "weights": self.weights,
            "intercept": self.intercept,
        }

    def more(
        self, documents: csr_array, labels: NDArray[np.int32]
    ) -> tuple[csr_array, NDArray[np.int32]]:
        """Return its documents and labels, and those given after them."""
        stacked = csr_array(vstack([self.documents, documents], format="csr"))
        return stacked, np.concatenate([self.labels, labels])


def read_refinement(
    arrays: Mapping[str, NDArray[Any]], n_features: int, n_classes: int
) -> Refinement:
    """Rebuild a refinement from what `arrays` returned, if everything fits together."""
    labels = checked_array(arrays, "labels", np.int32, (None,))
    require(((labels >= 0) & (labels < n_classes)).all(), "labels are no classes")
    starts = checked_array(arrays, "starts", np.int64, (len(labels) + 1,))
    features = checked_array(arrays, "features", np.int32, (None,))
    values = checked_array(arrays, "values", np.float64, features.shape)
    require(((features >= 0) & (features < n_features)).all(), "features of labeled texts")
    ordered = starts[0] == 0 and starts[-1] == len(features) and (np.diff(starts) >= 0).all()
    require(ordered, "starts of labeled texts are not in order")
    return Refinement(
        csr_array((values, features, starts), shape=(len(labels), n_features)),
        labels,
        checked_array(arrays, "weights", np.float64, (n_features, n_classes)),
        checked_array(arrays, "intercept", np.float64, (n_classes,)),
    )


def fit_refinement(
    log_odds: Scores,
    documents: csr_array,
    labels: NDArray[np.int32],
    *,
    center: NDArray[np.float64],
    views: Views | None = None,
) -> Refinement:
    """Return the most likely change of a classifier, given some labels of the target.

    Log-odds of class k may change by b_k + Σ_v a_v s_vk(x) + (x - m)·d_k: the threshold moves by b,
    each view's scores s_v count 1 + a_v times as much as before, and weights of words change by
    d, which leaves the mean document m where it is. Before any label is seen, all of these are
    normal around 0, so that a few labels change little. The change returned is the maximum of
    their posterior density.

    Parameters
    ----------
    log_odds
        Of the labeled documents, as the classifier has them: documents × classes.
    documents
        Weighted documents × features.
    labels
        The class code of each.
    center
        The mean document of the target: one number per feature.
    views
        The views that the log-odds were blended of, on the scale of log-odds.

    Examples
    --------
    >>> documents = csr_array(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]]))
    >>> labels, center = np.array([1, 0, 1]), np.array([0.5, 0.5])
    >>> found = fit_refinement(np.zeros((3, 2)), documents, labels, center=center)
    >>> found.scores(documents).argmax(axis=1)
    array([1, 0, 1])
    """
    n_features, n_classes = documents.shape[1], log_odds.shape[1]
    parts = [] if views is None else views.scores(documents)
    # The difference of two classes varies twice as much as each.
    line, word = LINE_ERROR / np.sqrt(2), WORD_ERROR / np.sqrt(2) / usual_length(documents)
    wanted = np.eye(n_classes)[labels]
    sizes = [n_classes, len(parts), n_features * n_classes]

    def unpack(standard: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
        intercept, factors, weights = np.split(standard, np.cumsum(sizes)[:-1])
        return line * intercept, VIEW_ERROR * factors, word * weights.reshape(n_features, n_classes)

    def loss(standard: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        intercept, factors, weights = unpack(standard)
        moved = documents @ weights - center @ weights
        scores = log_odds + intercept + moved + _sum_of(factors, parts)
        surprise = -(wanted * log_softmax(scores, axis=1)).sum()
        slope = softmax(scores, axis=1) - wanted
        gradient = [
            line * slope.sum(axis=0),
            VIEW_ERROR * np.array([(slope * part).sum() for part in parts]),
            word * np.ravel(documents.T @ slope - np.outer(center, slope.sum(axis=0))),
        ]
        return float(surprise + standard @ standard / 2), np.concatenate(gradient) + standard

    options = {"maxiter": 1000, "ftol": 1e-12, "gtol": 1e-8}
    found = minimize(loss, np.zeros(sum(sizes)), jac=True, method="L-BFGS-B", options=options)
    intercept, factors, weights = unpack(found.x)
    intercept = intercept - center @ weights
    if views is not None:
        weights = weights + np.tensordot(factors * views.mix, views.weights, axes=1)
        intercept = intercept + (factors * views.mix) @ views.intercepts
    return Refinement(documents, labels.astype(np.int32), weights, intercept)


def usual_length(documents: csr_array) -> float:
    """Return the root of the mean squared length of documents: 1 where all are normalized.

    >>> usual_length(csr_array(np.array([[3.0, 4.0], [5.0, 0.0]])))
    5.0
    """
    squared = float((documents.data**2).sum()) / max(documents.shape[0], 1)
    return float(np.sqrt(squared)) or 1.0


def _sum_of(factors: NDArray[np.float64], parts: Sequence[Scores]) -> Scores | float:
    return np.tensordot(factors, np.stack(parts), axes=1) if len(parts) else 0.0
