"""The one interface of all adaptation methods."""

from typing import ClassVar, Self

from sklearn.base import BaseEstimator, clone
from sklearn.linear_model import LogisticRegression

from crosslex.adapt.decision import Decision, LinearDecision
from crosslex.adapt.names import WeightingName
from crosslex.adapt.task import AdaptationTask, LinearClassifier
from crosslex.adapt.training import train_on_sources


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
    """

    needs_target_labels: ClassVar[bool] = False
    """Whether it learns from the target's labels; they are hidden from all others."""
    randomized: ClassVar[bool] = True
    """Whether the result depends on the seed."""
    weighting: ClassVar[WeightingName] = "tfidf"
    """How its documents are weighted."""
    stop_words: ClassVar[bool] = True
    """Whether stop words are features."""

    C: float = 1.0
    decision_: Decision

    def fit(self, task: AdaptationTask) -> Self:
        """Learn from the task and set `decision_`."""
        raise NotImplementedError

    def new_classifier(self, task: AdaptationTask) -> LinearClassifier:
        """Return an untrained classifier: the user's own, else a logistic regression."""
        classifier: LinearClassifier = (
            LogisticRegression(C=self.C, max_iter=5000)
            if task.classifier is None
            else clone(task.classifier)
        )
        return classifier

    def source_decision(self, task: AdaptationTask) -> LinearDecision:
        """Return the decision of a classifier of the source's labeled documents as they are."""
        fitted = train_on_sources(task, self.new_classifier(task))
        return LinearDecision.of_classifier(fitted, len(task.features))
