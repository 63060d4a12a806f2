"""AdaptationMethod, the interface of all methods; the two baselines, and methods by name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import ClassVar, Final, Self, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, issparse
from sklearn.base import BaseEstimator, clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from crosslex.arrays import Float64s, Int32s
from crosslex.checks import check_number, did_you_mean
from crosslex.classify import WeightingName
from crosslex.classify.decision import (
    CalibrationData,
    Decision,
    LinearDecision,
    Scores,
    class_scores,
    fold,
)
from crosslex.classify.task import AdaptationTask, LinearClassifier, stack_sparse
from crosslex.errors import InputError

Documents: TypeAlias = csr_array | Float64s

FOLDS = 5
"""Folds of the labeled documents; each is scored by a classifier trained on the others."""


class AdaptationMethod(BaseEstimator):  # type: ignore[misc]
    """A way to carry a classifier from labeled source domains to an unlabeled target.

    To write your own, extend it and let `fit` set `decision_`; or extend `RepresentationMethod`
    and say how documents are represented. As with every estimator of scikit-learn,
    hyper-parameters are arguments of the constructor, kept as they are, and `fit` checks them.

    Parameters
    ----------
    C
        The inverse regularization strength of the method's logistic regression.

    Attributes
    ----------
    decision_ : Decision
        Scores for documents of the target. It alone is kept, and saved if it is linear.
    held_out_ : ndarray
        Scores of the labeled documents, each by a classifier that has not seen its label: the
        threshold and the probabilities are calibrated on them. `train` sets it; if a method has
        none, the decision's own scores of these documents serve.
    pool_scores_ : ndarray
        Scores of the target's documents, each by a classifier that has not learned from it. Only
        a self-training method needs to set it.

    Examples
    --------
    >>> class SourceOnly(AdaptationMethod):
    ...     def fit(self, task):
    ...         self.decision_ = self.source_decision(task)
    ...         return self
    >>> from crosslex import CrossDomainClassifier
    >>> classifier = CrossDomainClassifier(SourceOnly(), target="tools", min_documents=2)
    >>> texts = ["good plot", "dull plot", "good cast", "dull cast"] * 10 + ["good saw"] * 10
    >>> domains, labels = ["films"] * 40 + ["tools"] * 10, [1, 0] * 20 + [-1] * 10
    >>> classifier.fit(texts, labels, sample_domain=domains).predict(["a good saw"])
    array([1])
    """

    needs_target_labels: ClassVar[bool] = False
    """Whether it learns from the target's labels; they are hidden from all others."""
    randomized: ClassVar[bool] = True
    """Whether the result depends on the seed."""
    weighting: ClassVar[WeightingName] = "tfidf"
    """How its documents are weighted."""
    stop_words: ClassVar[bool] = True
    """Whether stop words are features."""
    recalibrates: ClassVar[bool] = True
    """Whether the threshold may be moved to where the target's scores put it."""

    C: float = 1.0
    decision_: Decision
    held_out_: Scores
    pool_scores_: Scores

    def fit(self, task: AdaptationTask) -> Self:
        """Learn from the task and set `decision_`."""
        raise NotImplementedError

    def new_classifier(self, task: AdaptationTask) -> LinearClassifier:
        """Return an untrained classifier; a subclass may choose any linear one."""
        check_number("C", self.C, above_zero=True)
        return cast(LinearClassifier, LogisticRegression(C=self.C, max_iter=5000))

    def train(
        self, task: AdaptationTask, documents: Sequence[Documents], labels: Sequence[Int32s]
    ) -> LinearClassifier:
        """Return a new classifier, trained on documents and labels of several domains.

        Their held-out scores become `held_out_`.
        """
        stacked = stack_sparse(documents) if issparse(documents[0]) else np.vstack(documents)
        known = np.concatenate(labels)
        fitted = self.new_classifier(task).fit(stacked, known)
        [self.held_out_] = held_out_scores(fitted, stacked, known)
        return fitted

    def train_on_sources(
        self,
        task: AdaptationTask,
        transform: Callable[[csr_array, int], Documents] = lambda documents, _: documents,
    ) -> LinearClassifier:
        """Return a classifier trained on the labeled documents of all sources.

        `transform` represents documents of the domain with the given index.
        """
        documents = [transform(each.documents, each.domain) for each in task.source_labels]
        return self.train(task, documents, [each.labels for each in task.source_labels])

    def source_decision(self, task: AdaptationTask) -> LinearDecision:
        """Return the decision of a classifier of the source's labeled documents as they are."""
        return LinearDecision.of_classifier(self.train_on_sources(task), len(task.features))

    def calibration_data(self, task: AdaptationTask) -> CalibrationData:
        """Return what calibration learns from, after `fit`."""
        name, decision = type(self).__name__, getattr(self, "decision_", None)
        if not isinstance(decision, Decision):
            raise InputError(
                f"method {name}: fit left {decision!r} as decision_; let it set a LinearDecision"
            )
        if isinstance(decision, LinearDecision):
            decision = _checked(decision, name, (len(task.features), task.n_classes))
        labeled = task.source_labels or [task.labeled(task.target)]
        labels = np.concatenate([each.labels for each in labeled])
        held_out = getattr(self, "held_out_", None)
        if held_out is None or len(held_out) != len(labels):
            held_out = np.vstack([decision.scores(each.documents) for each in labeled])
        pool = task.domains[task.target].documents
        pool_scores = getattr(self, "pool_scores_", None)
        if pool_scores is None or len(pool_scores) != pool.shape[0]:
            pool_scores = decision.scores(pool)
        ratio, in_target = getattr(self, "separation_ratio_", None), self.needs_target_labels
        return CalibrationData(decision, pool, pool_scores, held_out, labels, in_target, ratio)


def _checked(decision: LinearDecision, method: str, shape: tuple[int, int]) -> LinearDecision:
    """Return the decision with numbers of 64 bits, if it fits the task."""
    weights = np.asarray(decision.weights, np.float64)
    intercept = np.asarray(decision.intercept, np.float64)
    finite = np.isfinite(weights).all() and np.isfinite(intercept).all()
    if not finite or weights.shape != shape or intercept.shape != shape[1:]:
        raise InputError(
            f"method {method}: give finite weights, features × classes, {shape}, and one intercept "
            f"per class; found the shapes {weights.shape} and {intercept.shape}"
        )
    return replace(decision, weights=weights, intercept=intercept)


class RepresentationMethod(AdaptationMethod):
    """A method that trains on represented source documents and classifies represented targets.

    A subclass says how documents are represented: `learn` and `transform`. What `transform`
    does to a document must be linear, up to a constant: representation and classifier are
    folded into one weight per feature of the target and class.
    """

    decision_: LinearDecision

    def learn(self, task: AdaptationTask) -> Self:
        """Learn the representation from all documents; attributes it sets end in `_`."""
        raise NotImplementedError

    def transform(self, documents: csr_array, domain: int) -> Documents:
        """Represent weighted documents × features of the domain with this index in the task."""
        raise NotImplementedError

    def fit(self, task: AdaptationTask) -> Self:
        """Learn the representation, train the classifier on it, and fold both into weights."""
        return self.learn(task).fit_classifier(task)

    def fit_classifier(self, task: AdaptationTask) -> Self:
        """Train the classifier on the learned representation, and fold both into weights."""
        fitted = self.train_on_sources(task, self.transform)
        self.decision_ = fold(
            lambda documents: class_scores(fitted, self.transform(documents, task.target)),
            len(task.features),
        )
        return self


@dataclass(kw_only=True, eq=False, repr=False)
class NoAdaptation(AdaptationMethod):
    """Apply the source's classifier to target documents as they are (*NA* in the literature).

    The baseline of every method: same features, same classifier, the difference between the
    domains ignored.
    """

    randomized: ClassVar[bool] = False
    recalibrates: ClassVar[bool] = False

    C: float = 10.0

    def fit(self, task: AdaptationTask) -> Self:
        """Train on the labeled documents of all sources."""
        self.decision_ = self.source_decision(task)
        return self


@dataclass(kw_only=True, eq=False, repr=False)
class InDomain(NoAdaptation):
    """Train on the target's own labels: the ceiling (*InDomain* in the literature)."""

    needs_target_labels: ClassVar[bool] = True

    def fit(self, task: AdaptationTask) -> Self:
        """Train on the labeled documents of the target alone."""
        target = task.labeled(task.target)
        fitted = self.train(task, [target.documents], [target.labels])
        self.decision_ = LinearDecision.of_classifier(fitted, len(task.features))
        return self


def held_out_scores(
    fitted: LinearClassifier,
    documents: Documents,
    labels: Int32s,
    versions: Sequence[Documents] = (),
) -> list[Scores]:
    """Return each document's scores by a classifier like the fitted one, trained without it.

    Then those of other versions of the documents, such as documents with half of their words.
    """
    scored = [documents, *versions]
    scores = [class_scores(fitted, version) for version in scored]
    for others, left_out in folds_of(labels):
        trained = clone(fitted).fit(documents[others], labels[others])
        for found, version in zip(scores, scored, strict=True):
            found[left_out] = class_scores(trained, version[left_out])
    return scores


def folds_of(labels: Int32s) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Return the rows to train on and the rows left out, for each fold."""
    split = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    return list(split.split(np.zeros(len(labels)), labels))


# Imported when asked for: the default method must not load the paper's.
_HOMES: Final[Mapping[str, tuple[str, str]]] = {
    "crosslex": ("crosslex.classify.crosslex", "Crosslex"),
    "none": (__name__, "NoAdaptation"),
    "in_domain": (__name__, "InDomain"),
    "paper": ("crosslex.paper.classifier", "PaperClassifier"),
}


def fresh_method(method: str | AdaptationMethod) -> AdaptationMethod:
    """Return an unfitted copy of a method, given by its name or as an object."""
    if isinstance(method, str) and method in _HOMES:
        module, name = _HOMES[method]
        method = getattr(import_module(module), name)()
    if not isinstance(method, AdaptationMethod):
        raise InputError(
            f"method: found {method!r}{did_you_mean(method, list(_HOMES))}; give one of "
            f"{', '.join(_HOMES)}, or an object of your own AdaptationMethod"
        )
    return cast(AdaptationMethod, clone(method))
