"""Methods that represent documents anew, so that a plain classifier carries over."""

from typing import Self

from scipy.sparse import csr_array

from crosslex.adapt.decision import LinearDecision, class_scores, fold
from crosslex.adapt.method import AdaptationMethod
from crosslex.adapt.task import AdaptationTask
from crosslex.adapt.training import Documents, train_on_sources


class RepresentationMethod(AdaptationMethod):
    """Train on represented source documents, classify represented target documents.

    A subclass says how documents are represented: `learn` and `transform`. What `transform`
    does to a document must be linear, up to a constant: representation and classifier are
    folded into one weight per feature of the target and class.
    """

    decision_: LinearDecision

    def learn(self, task: AdaptationTask) -> Self:
        """Learn the representation from all documents."""
        raise NotImplementedError

    def transform(self, documents: csr_array, domain: int) -> Documents:
        """Represent weighted documents × features of the domain with this index in the task."""
        raise NotImplementedError

    def fit(self, task: AdaptationTask) -> Self:
        """Learn the representation, train the classifier on it, and fold both into weights."""
        self.learn(task)
        fitted = train_on_sources(task, self.new_classifier(task), self.transform)
        self.decision_ = fold(
            lambda documents: class_scores(fitted, self.transform(documents, task.target)),
            len(task.features),
        )
        return self
