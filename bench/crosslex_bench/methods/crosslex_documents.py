"""Documents as sums of word vectors of their own domain: what crosslex's method had as a view."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.classify import AdaptationTask, fit_scaler, row_blocks, sum_vectors
from crosslex_bench.methods.representation import CachedRepresentation
from crosslex_bench.methods.task_vectors import TaskContext, learn_vectors, with_settings_of
from crosslex_bench.ranking.training import TrainingSettings


@dataclass(kw_only=True, eq=False, repr=False)
class DocumentVectors(CachedRepresentation):
    """Represent a document by the weighted sum of its words' vectors in its own domain.

    The vectors are learned by the objective of Bollegala, Maehara and Kawarabayashi (2015)
    from the documents of all domains; a document's features enter with their tf-idf or
    binary weights. Dimensions are standardized over the documents of all domains together:
    with a standardization per domain, differences in class balance would be lost.

    Departures from the paper: every feature has a vector in each domain, the context is the
    document, pairs in it count the product of their weights, and each domain backs off to
    the others.

    Pooled, it learns one vector per feature from all text together instead of one per domain:
    the control that shows what domain-specific vectors add. For the other settings see
    `TrainingSettings` and `TaskContext`.
    """

    dimension: int = 300
    regularization: float = 1.0
    backoff: float = 0.2
    epochs: int = 8
    context: TaskContext = "weighted"
    pooled: bool = False
    C: float = 0.3

    def learn(self, task: AdaptationTask) -> Self:
        """Learn the vectors, and mean and deviation of the documents."""
        settings = with_settings_of(self, TrainingSettings())
        self.vectors_ = learn_vectors(task, settings, context=self.context, pooled=self.pooled)
        self.scaler_ = fit_scaler(
            self._sums(block, index)
            for index, each in enumerate(task.domains)
            for block in row_blocks(each.documents)
        )
        return self

    def transform(self, documents: csr_array, domain: int) -> NDArray[np.float64]:
        """Represent documents of a domain as standardized sums of its vectors."""
        return np.asarray(self.scaler_.transform(self._sums(documents, domain)))

    def _sums(self, documents: csr_array, domain: int) -> NDArray[np.float64]:
        return sum_vectors(documents, self.vectors_.of_domain[domain])
