"""From a representation and a classifier to one linear decision over the target's own features."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, eye_array, issparse, vstack
from sklearn.base import clone

from crosslex.adapt.company import Company
from crosslex.adapt.interface import (
    UNLABELED,
    AdaptationTask,
    Decision,
    LinearClassifier,
    Representation,
    Scores,
)
from crosslex.errors import InputError

_ROWS = 4096


@dataclass(frozen=True, eq=False)
class LinearDecision:
    """Scores that are a weighted sum of a document's features.

    Parameters
    ----------
    weights
        Features × classes.
    intercept
        One a class.
    company
        By which source words the target's were understood, for methods that can tell.
    """

    weights: NDArray[np.float64]
    intercept: NDArray[np.float64]
    company: Company | None = None

    kind: ClassVar[str] = "linear"

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> "LinearDecision":
        """Rebuild a decision from what `arrays` returned."""
        company = None
        if "company_features" in arrays:
            company = Company(arrays["company_features"], arrays["company_cosines"])
        return cls(arrays["weights"], arrays["intercept"], company)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return all that it consists of, to be stored."""
        arrays: dict[str, NDArray[Any]] = {"weights": self.weights, "intercept": self.intercept}
        if self.company is not None:
            arrays["company_features"] = self.company.features
            arrays["company_cosines"] = self.company.cosines
        return arrays

    def scores(self, documents: csr_array) -> Scores:
        """Score weighted documents × features."""
        return np.asarray(documents @ self.weights + self.intercept)


@dataclass(frozen=True)
class Represented:
    """A method that is a representation with a classifier on top.

    Parameters
    ----------
    representation
        Re-represents documents; what it does to a document must be linear, up to a constant.
    """

    representation: Representation

    def decide(self, task: AdaptationTask, classifier: LinearClassifier) -> LinearDecision:
        """Learn both, and fold them into weights of the target's features."""
        representation = self.representation.fit(task)
        fitted = train_classifier(task, classifier, representation.transform)

        def scores(documents: csr_array) -> Scores:
            return class_scores(fitted, representation.transform(documents, task.target))

        return fold(scores, len(task.features))


def train_classifier(
    task: AdaptationTask,
    classifier: LinearClassifier,
    transform: Callable[[csr_array, int], csr_array | NDArray[np.float64]],
) -> LinearClassifier:
    """Train a copy of the classifier on the represented labeled documents of all sources."""
    parts, labels = [], []
    for domain in task.sources:
        labeled = np.flatnonzero(domain.labels != UNLABELED)
        parts.append(transform(domain.documents[labeled], task.domains.index(domain)))
        labels.append(domain.labels[labeled])
    return train_on(parts, labels, classifier)


def train_on(
    parts: Sequence[csr_array | NDArray[np.float64]],
    labels: Sequence[NDArray[np.int32]],
    classifier: LinearClassifier,
) -> LinearClassifier:
    """Train a copy of the classifier on documents from several places."""
    stacked = _stack_sparse(parts) if issparse(parts[0]) else np.vstack(parts)
    fitted: LinearClassifier = clone(classifier)
    return fitted.fit(stacked, np.concatenate(labels))


def _stack_sparse(parts: Sequence[csr_array]) -> csr_array:
    """Stack documents, numbered in 32 bits: some classifiers of scikit-learn take no others."""
    stacked = csr_array(vstack(parts, format="csr"))
    if max(stacked.nnz, *stacked.shape) > np.iinfo(np.int32).max:
        return stacked
    indices, starts = stacked.indices.astype(np.int32), stacked.indptr.astype(np.int32)
    return csr_array((stacked.data, indices, starts), shape=stacked.shape)


def class_scores(
    classifier: LinearClassifier, documents: csr_array | NDArray[np.float64]
) -> Scores:
    """Score documents for every class; two classes share their log-odds, half each way."""
    scores = np.asarray(classifier.decision_function(documents), np.float64)
    if scores.ndim == 1:
        return np.column_stack([-scores / 2, scores / 2])
    return scores


def fold(scores: Callable[[csr_array], Scores], n_features: int) -> LinearDecision:
    """Find the weights of scores that are linear in a document's features, up to a constant."""
    intercept = scores(csr_array((1, n_features), dtype=np.float64))[0]
    weights = np.empty((n_features, len(intercept)))
    single = eye_array(n_features, format="csr")
    for start in range(0, n_features, _ROWS):
        rows = slice(start, min(start + _ROWS, n_features))
        weights[rows] = scores(csr_array(single[rows])) - intercept
    decision = LinearDecision(weights, intercept)
    _check_linear(decision, scores)
    return decision


def _check_linear(decision: LinearDecision, scores: Callable[[csr_array], Scores]) -> None:
    """Refuse scores that are not as the weights say on a document of many features."""
    probe = np.random.default_rng(0).random((1, len(decision.weights)))
    size = probe @ np.abs(decision.weights) + np.abs(decision.intercept)
    document = csr_array(probe)
    if (np.abs(scores(document) - decision.scores(document)) > 1e-3 * size).any():
        raise InputError(
            "classifier: its scores are no weighted sum of features; give a linear classifier"
        )


def blend(decisions: Sequence[Decision], documents: csr_array) -> LinearDecision:
    """Average linear decisions, each scaled by how much its scores vary over the documents.

    Only their spread is made equal, not their mean: a pool of mostly positive documents
    must not push the rest towards negative.
    """
    scaled = []
    for decision in decisions:
        if not isinstance(decision, LinearDecision):
            raise TypeError("only linear decisions can be blended")
        spread = decision.scores(documents).std(axis=0).mean()
        scaled.append((decision, 1 / spread if spread > 0 else 0.0))
    # Back to the scale of log-odds, as probabilities need it.
    speaking = [1 / scale for _, scale in scaled if scale > 0] or [1.0]
    unit = np.mean(speaking) / len(speaking)
    return LinearDecision(
        unit * np.sum([scale * each.weights for each, scale in scaled], axis=0),
        unit * np.sum([scale * each.intercept for each, scale in scaled], axis=0),
    )


def labeled_documents(task: AdaptationTask) -> csr_array:
    """Stack the labeled documents of all sources."""
    labeled = [domain.documents[domain.labels != UNLABELED] for domain in task.sources]
    return csr_array(vstack(labeled, format="csr"))
