"""What every adaptation method is given, and the one small interface it fulfils."""

from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.corpus import Corpus

UNLABELED = -1

Scores = NDArray[np.float64]
"""Documents × classes, as log-odds; the largest of a row is the class decided for."""


class LinearClassifier(Protocol):
    """Any linear classifier of scikit-learn, or one that behaves like it."""

    classes_: NDArray[Any]

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from documents and class codes."""
        ...

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Score documents: one column for two classes, else one a class."""
        ...


@dataclass(frozen=True, eq=False)
class DomainDocuments:
    """All documents of one domain, labeled and unlabeled, as every method sees them.

    Parameters
    ----------
    name
        The domain's name.
    corpus
        The encoded text, for methods that look at windows or sentences.
    documents
        Documents × features, weighted (tf-idf or binary), rows in the corpus's order.
    labels
        A class code a document, -1 where unlabeled. Target labels are hidden
        from every method but `in_domain`.
    """

    name: str
    corpus: Corpus
    documents: csr_array
    labels: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class AdaptationTask:
    """Labeled source domains, an unlabeled target, and perhaps further unlabeled domains.

    Parameters
    ----------
    features
        What the columns of all document matrices stand for: words, and bigrams with a space.
    pivots
        Column indices of the pivots, best first.
    domains
        All domains; the target is one of them.
    target
        The target's index among the domains.
    n_classes
        Class codes run from 0 to n_classes - 1.
    random_state
        Seed of everything random.
    """

    features: tuple[str, ...]
    pivots: NDArray[np.intp]
    domains: tuple[DomainDocuments, ...]
    target: int
    n_classes: int
    random_state: int

    @property
    def sources(self) -> tuple[DomainDocuments, ...]:
        """The domains that have labels, the target left out."""
        return tuple(
            domain
            for index, domain in enumerate(self.domains)
            if index != self.target and bool((domain.labels != UNLABELED).any())
        )


class Representation(Protocol):
    """A method that re-represents documents, so that a plain classifier carries over.

    The classifier is trained on `transform` of the labeled source documents and
    decides on `transform` of target documents: both through the same columns.
    """

    def fit(self, task: AdaptationTask) -> Self:
        """Learn the representation from all documents, without labels of the target."""
        ...

    def transform(self, documents: csr_array, domain: int) -> csr_array | NDArray[np.float64]:
        """Represent weighted documents × features of the domain with this index in the task."""
        ...


class Decision(Protocol):
    """What is left of a method once it has learned: scores for documents of the target."""

    kind: ClassVar[str]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return all that it consists of, to be stored."""
        ...

    def scores(self, documents: csr_array) -> Scores:
        """Score weighted documents × features of the target domain."""
        ...


class Method(Protocol):
    """A way to carry a classifier from the source domains to the target."""

    def decide(self, task: AdaptationTask, classifier: LinearClassifier) -> Decision:
        """Learn from the task, training copies of the given classifier where one is needed."""
        ...
