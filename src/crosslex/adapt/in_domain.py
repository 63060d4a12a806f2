"""The ceiling: a classifier trained on labels of the target itself."""

from dataclasses import dataclass

import numpy as np

from crosslex.adapt.decision import LinearDecision, class_scores, fold, train_on
from crosslex.adapt.interface import UNLABELED, AdaptationTask, LinearClassifier
from crosslex.errors import InputError


@dataclass(frozen=True)
class InDomain:
    """Train on the target's own labels (the row *InDomain* of the literature)."""

    def decide(self, task: AdaptationTask, classifier: LinearClassifier) -> LinearDecision:
        """Train on the labeled documents of the target alone."""
        target = task.domains[task.target]
        labeled = np.flatnonzero(target.labels != UNLABELED)
        if len(np.unique(target.labels[labeled])) < max(2, task.n_classes):
            raise InputError(
                f"method 'in_domain' needs labels of every class, of two or more, in domain "
                f"{target.name!r}"
            )
        fitted = train_on([target.documents[labeled]], [target.labels[labeled]], classifier)
        return fold(lambda documents: class_scores(fitted, documents), len(task.features))
