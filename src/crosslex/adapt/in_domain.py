"""The ceiling: a classifier trained on labels of the target itself."""

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from crosslex.adapt.decision import LinearDecision
from crosslex.adapt.method import AdaptationMethod
from crosslex.adapt.task import AdaptationTask
from crosslex.errors import InputError


@dataclass(kw_only=True, eq=False, repr=False)
class InDomain(AdaptationMethod):
    """Train on the target's own labels (the row *InDomain* of the literature)."""

    needs_target_labels: ClassVar[bool] = True
    randomized: ClassVar[bool] = False
    fits_line: ClassVar[bool] = False

    C: float = 10.0

    def fit(self, task: AdaptationTask) -> Self:
        """Train on the labeled documents of the target alone."""
        target = task.labeled(task.target)
        if len(np.unique(target.labels)) < max(2, task.n_classes):
            raise InputError(
                f"method 'in_domain' needs labels of every class, of two or more, in domain "
                f"{task.domains[task.target].name!r}"
            )
        fitted = self.train(task, [target.documents], [target.labels])
        self.decision_ = LinearDecision.of_classifier(fitted, len(task.features))
        return self


METHOD = InDomain()
