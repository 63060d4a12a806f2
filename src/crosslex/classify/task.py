"""AdaptationTask: weighted documents of all domains and labels of some, as methods get them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol, Self, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer

from crosslex.checks import check_choice
from crosslex.classify import WeightingName
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import UNLABELED
from crosslex.counts.stream import with_short_indices


class LinearClassifier(Protocol):
    """Any linear classifier of scikit-learn, or one that behaves like it."""

    classes_: NDArray[Any]

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from documents and class codes."""

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Score documents: one column for two classes, else one per class."""


@dataclass(frozen=True, eq=False)
class DomainDocuments:
    """All documents of one domain, labeled and unlabeled.

    Parameters
    ----------
    name
        The domain's name.
    corpus
        The encoded text, for methods that look at windows or sentences.
    documents
        Documents × features, weighted (tf-idf or binary), rows in the corpus's order.
    labels
        One class code per document, -1 where unlabeled. Target labels are hidden from
        every method that does not say that it needs them.
    """

    name: str
    corpus: Corpus
    documents: csr_array
    labels: NDArray[np.int32]


class LabeledDocuments(NamedTuple):
    """The labeled documents of the domain with this index, one class code per document."""

    domain: int
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
        """The domains that have labels, without the target."""
        return tuple(
            domain
            for index, domain in enumerate(self.domains)
            if index != self.target and bool((domain.labels != UNLABELED).any())
        )

    @property
    def non_pivots(self) -> NDArray[np.intp]:
        """Column indices of all features but the pivots."""
        return np.setdiff1d(np.arange(len(self.features)), self.pivots)

    @cached_property
    def pivot_products(self) -> tuple[csr_array, ...]:
        """For every domain, pivots × features: the inner products of their columns of weights.

        The entries of a row are in order.
        """
        products = tuple(
            csr_array(domain.documents[:, self.pivots].T @ domain.documents)
            for domain in self.domains
        )
        for each in products:
            each.sort_indices()
        return products

    @cached_property
    def pivot_overlaps(self) -> csr_array:
        """How many words each pivot shares with each feature: pivots × features."""
        return shared_words(self.features, self.pivots, np.arange(len(self.features)))

    @property
    def source_labels(self) -> list[LabeledDocuments]:
        """The labeled documents of every source."""
        return [self.labeled(self.domains.index(source)) for source in self.sources]

    @property
    def stacked_labels(self) -> tuple[csr_array, NDArray[np.int32]]:
        """The labeled documents of all sources in one matrix, and their class codes."""
        sources = self.source_labels
        documents = stack_sparse([source.documents for source in sources])
        return documents, np.concatenate([source.labels for source in sources])

    def labeled(self, domain: int) -> LabeledDocuments:
        """Return the labeled documents of the domain with this index."""
        held = self.domains[domain]
        rows = np.flatnonzero(held.labels != UNLABELED)
        return LabeledDocuments(domain, held.documents[rows], held.labels[rows])


@dataclass(frozen=True, eq=False)
class Weighting:
    """Turns counts into weights.

    The idf of a feature is log((1 + documents) / (1 + documents with the feature)) + 1.
    """

    name: WeightingName
    idf: NDArray[np.float64]

    @classmethod
    def of(cls, name: WeightingName, counts: Sequence[csr_array]) -> "Weighting":
        """Learn the idf from the documents of all domains together."""
        check_choice("weighting", name, get_args(WeightingName))
        return cls(name, TfidfTransformer().fit(vstack(counts, format="csr")).idf_)

    def apply(self, counts: csr_array) -> csr_array:
        """Return the weights of documents × features.

        >>> weighting = Weighting("tfidf", np.array([1.0, 2.0]))
        >>> weighting.apply(csr_array([[1, 1], [0, 3]])).toarray().round(3)
        array([[0.447, 0.894],
               [0.   , 1.   ]])
        """
        if self.name == "binary":
            return csr_array((counts > 0).astype(np.float64))
        if counts.shape[0] == 0:  # scikit-learn refuses empty matrices
            return csr_array(counts, dtype=np.float64)
        transformer = TfidfTransformer(sublinear_tf=True)
        transformer.idf_ = self.idf
        return csr_array(transformer.transform(counts))


def make_task(
    corpora: Sequence[Corpus],
    documents: Sequence[csr_array],
    weighting: WeightingName,
    *,
    features: tuple[str, ...],
    pivots: NDArray[np.intp],
    target: int,
    n_classes: int,
    random_state: int,
) -> tuple[AdaptationTask, Weighting]:
    """Return the task of corpora and of their documents × features, weighted, and the weighting."""
    learned = Weighting.of(weighting, documents)
    domains = tuple(
        DomainDocuments(corpus.name, corpus, learned.apply(counts), corpus.labels)
        for corpus, counts in zip(corpora, documents, strict=True)
    )
    return AdaptationTask(features, pivots, domains, target, n_classes, random_state), learned


def stack_sparse(documents: Sequence[csr_array]) -> csr_array:
    """Return the rows of all matrices in one, with 32-bit indices if they suffice."""
    # Some classifiers of scikit-learn accept no others.
    return with_short_indices(csr_array(vstack(documents, format="csr")))


def shared_words(
    features: Sequence[str], rows: NDArray[np.signedinteger], columns: NDArray[np.signedinteger]
) -> csr_array:
    """Return how many words each of one set of features shares with each of another.

    >>> features = ["waste", "waste money", "money back", "plot"]
    >>> shared_words(features, np.array([1, 2, 3]), np.array([0])).toarray().ravel().tolist()
    [1, 0, 0]
    """
    counter = CountVectorizer(analyzer=lambda feature: feature.split(" "), binary=True)
    words = counter.fit_transform(features)
    return csr_array(words[rows] @ words[columns].T)
