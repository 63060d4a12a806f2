"""Documents as sums of word vectors of their own domain: crosslex's own representation."""

from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.adapt.interface import AdaptationTask
from crosslex.adapt.spread import Spread
from crosslex.adapt.vectors import (
    Meeting,
    TaskVectors,
    learn_domain_vectors,
    learn_pooled_vectors,
)
from crosslex.learn import TrainingSettings


class DocumentVectors:
    """Represent a document by the weighted sum of its words' vectors in its own domain.

    The vectors are learned by the objective of Bollegala, Maehara and Kawarabayashi (2015)
    from the documents of all domains; a document's features enter with their tf-idf or
    binary weights. Dimensions are standardized over the documents of all domains together:
    standardizing each domain by itself would take a domain's class balance for its nature.

    Departures from the paper: every feature has a vector in each domain, company is the
    document, pairs in it weigh the product of their weights, and each domain backs off to
    the others.

    Parameters
    ----------
    dimension, regularization, backoff, epochs
        How to learn the vectors; see `TrainingSettings`.
    context
        What counts as company.
    pooled
        Learn one vector a feature from all text together instead of one a domain: the control
        that shows what domain-specific vectors add.

    Attributes
    ----------
    vectors_ : TaskVectors
        The vectors.
    """

    vectors_: TaskVectors

    def __init__(
        self,
        *,
        dimension: int = 300,
        regularization: float = 1.0,
        backoff: float = 0.2,
        epochs: int = 8,
        context: Meeting = "weighted",
        pooled: bool = False,
    ) -> None:
        self.dimension = dimension
        self.regularization = regularization
        self.backoff = backoff
        self.epochs = epochs
        self.context = context
        self.pooled = pooled

    def fit(self, task: AdaptationTask) -> Self:
        """Learn the vectors and the spread of the documents."""
        settings = TrainingSettings(
            dimension=self.dimension,
            regularization=self.regularization,
            backoff=self.backoff,
            epochs=self.epochs,
            holdout=0.0,
            patience=None,
        )
        learn = learn_pooled_vectors if self.pooled else learn_domain_vectors
        self.vectors_ = learn(task, settings, context=self.context)
        sums = [self._sums(each.documents, index) for index, each in enumerate(task.domains)]
        self._spread = Spread.of(sums)
        return self

    def transform(self, documents: csr_array, domain: int) -> NDArray[np.float64]:
        """Represent documents of a domain as standardized sums of its vectors."""
        return self._spread.standardize(self._sums(documents, domain))

    def _sums(self, documents: csr_array, domain: int) -> NDArray[np.float64]:
        return np.asarray(documents @ self.vectors_.of_domain[domain], np.float64)
