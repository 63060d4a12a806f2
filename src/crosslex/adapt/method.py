"""The one interface of all adaptation methods."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, issparse, vstack
from sklearn.base import BaseEstimator, clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from crosslex.adapt.decision import Decision, LinearDecision, Scores, per_class
from crosslex.adapt.names import WeightingName
from crosslex.adapt.task import AdaptationTask, LinearClassifier
from crosslex.checks import check_number
from crosslex.counts.documents import with_short_indices

Documents: TypeAlias = csr_array | NDArray[np.float64]

FOLDS = 5
"""Parts that labeled documents are divided into; each is scored by what the others teach."""


class AdaptationMethod(BaseEstimator):  # type: ignore[misc]
    """A way to carry a classifier from labeled source domains to an unlabeled target.

    Extend it, or one of its two subclasses that do part of the work: `RepresentationMethod`
    for methods that represent documents anew, `ExpansionMethod` for methods that compare
    words by vectors. As with every estimator of scikit-learn, hyper-parameters are arguments
    of the constructor, kept as they are, and `fit` checks them.

    Parameters
    ----------
    C
        The inverse regularization strength of the method's logistic regression.

    Attributes
    ----------
    decision_ : Decision
        Scores for documents of the target. It alone is kept and saved.
    held_out_ : ndarray
        Scores of the labeled documents, each by a classifier that has not seen its label: what
        the line between the classes and probabilities are calibrated on. `train` sets it; if a
        method has none, the decision's own scores of these documents serve.
    pool_scores_ : ndarray
        Scores of the target's documents, each by a classifier that has not learned from it. Only
        a method that learns from scores of its own needs to set it.
    """

    needs_target_labels: ClassVar[bool] = False
    """Whether it learns from the target's labels; they are hidden from all others."""
    randomized: ClassVar[bool] = True
    """Whether the result depends on the seed."""
    weighting: ClassVar[WeightingName] = "tfidf"
    """How its documents are weighted."""
    stop_words: ClassVar[bool] = True
    """Whether stop words are features."""
    fits_line: ClassVar[bool] = True
    """Whether the line between the classes may be moved to where the target's texts put it."""

    C: float = 1.0
    decision_: Decision
    held_out_: Scores
    pool_scores_: Scores

    def fit(self, task: AdaptationTask) -> Self:
        """Learn from the task and set `decision_`."""
        raise NotImplementedError

    def new_classifier(self, task: AdaptationTask) -> LinearClassifier:
        """Return an untrained classifier: the user's own, else a logistic regression."""
        check_number("C", self.C, above_zero=True)
        classifier: LinearClassifier = (
            LogisticRegression(C=self.C, max_iter=5000)
            if task.classifier is None
            else clone(task.classifier)
        )
        return classifier

    def train(
        self,
        task: AdaptationTask,
        documents: Sequence[Documents],
        labels: Sequence[NDArray[np.int32]],
    ) -> LinearClassifier:
        """Return a new classifier, trained on documents and labels of several domains.

        Their held-out scores become `held_out_`.
        """
        stacked = stack_sparse(documents) if issparse(documents[0]) else np.vstack(documents)
        known = np.concatenate(labels)
        fitted = self.new_classifier(task).fit(stacked, known)
        self.held_out_ = held_out_scores(fitted, stacked, known)
        return fitted

    def train_on_sources(
        self,
        task: AdaptationTask,
        transform: Callable[[csr_array, int], Documents] = lambda documents, _: documents,
    ) -> LinearClassifier:
        """Return a classifier trained on the labeled documents of all sources.

        `transform` represents documents of the domain with the given index.
        """
        sources = task.source_labels
        documents = [transform(source.documents, source.domain) for source in sources]
        labels = [source.labels for source in sources]
        return self.train(task, documents, labels)

    def source_decision(self, task: AdaptationTask) -> LinearDecision:
        """Return the decision of a classifier of the source's labeled documents as they are."""
        return LinearDecision.of_classifier(self.train_on_sources(task), len(task.features))


def held_out_scores(
    fitted: LinearClassifier, documents: Documents, labels: NDArray[np.int32]
) -> Scores:
    """Return each document's score by a classifier like the fitted one, trained without it.

    Where a class has a single document, the fitted classifier itself gives the scores.
    """
    scores = None
    for others, left_out in folds_of(labels):
        trained = clone(fitted).fit(documents[others], labels[others])
        found = per_class(trained.decision_function(documents[left_out]))
        scores = np.empty((len(labels), found.shape[1])) if scores is None else scores
        scores[left_out] = found
    return per_class(fitted.decision_function(documents)) if scores is None else scores


def folds_of(labels: NDArray[np.int32]) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Return who is learned from and who is left out, for each fold.

    There are as many as the smallest class has documents, at most five; none if it has one.
    """
    number = min(FOLDS, int(np.bincount(labels)[np.unique(labels)].min()))
    if number < 2:
        return []
    split = StratifiedKFold(number, shuffle=True, random_state=0)
    return list(split.split(np.zeros(len(labels)), labels))


def stack_sparse(documents: Sequence[csr_array]) -> csr_array:
    """Return the rows of all matrices in one, with 32-bit indices if they suffice."""
    # Some classifiers of scikit-learn accept no others.
    return with_short_indices(csr_array(vstack(documents, format="csr")))
