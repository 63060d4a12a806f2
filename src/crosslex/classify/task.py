"""AdaptationTask: weighted documents of all domains and labels of some, as methods get them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol, Self, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack
from scipy.special import xlogy
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer

from crosslex.arrays import Float64s, Int32s, Int64s
from crosslex.checks import check_choice
from crosslex.classify import WeightingName
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import UNLABELED
from crosslex.counts.features import FeatureCounts, units_holding
from crosslex.counts.stream import with_short_indices
from crosslex.errors import InputError

MAX_PIVOTS = 250
"""The number of pivots, where it is not given and half of the candidates are more."""
MIN_PIVOT_DOCUMENTS = 5
"""How many documents of every domain must contain a pivot."""


class LinearClassifier(Protocol):
    """Any linear classifier of scikit-learn, or one that behaves like it."""

    classes_: NDArray[Any]

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from documents and class codes."""

    def decision_function(self, X: Any) -> Float64s:
        """Score documents: one column for two classes, else one per class."""


@dataclass(frozen=True, eq=False)
class DomainDocuments:
    """All documents of one domain, labeled and unlabeled.

    `documents` are weighted (tf-idf or binary): documents × features, rows in the order of the
    corpus, which has the encoded text for methods that look at windows or sentences. `labels` has
    a class code per document, -1 where it has none; the target's labels are hidden from every
    method that does not say that it needs them.
    """

    name: str
    corpus: Corpus
    documents: csr_array
    labels: Int32s


class LabeledDocuments(NamedTuple):
    """The labeled documents of the domain with this index, one class code per document."""

    domain: int
    documents: csr_array
    labels: Int32s


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
        others = (each for each in self.domains if each is not self.domains[self.target])
        return tuple(each for each in others if (each.labels != UNLABELED).any())

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
            csr_array(each.documents[:, self.pivots].T @ each.documents) for each in self.domains
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
    def stacked_labels(self) -> tuple[csr_array, Int32s]:
        """The labeled documents of all sources in one matrix, and their class codes."""
        _, documents, labels = zip(*self.source_labels, strict=True)
        return stack_sparse(documents), np.concatenate(labels)

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
    idf: Float64s

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


def mutual_information(documents: Sequence[csr_array], labels: Sequence[Int32s]) -> Float64s:
    """Return the mutual information of each feature's presence with the labels, in nats.

    Each domain has documents × features, and one class code per document, -1 without a label.

    Blitzer, Dredze, Pereira (2007), Biographies, Bollywood, Boom-boxes and Blenders, ACL.

    >>> documents = csr_array([[1, 1], [1, 0], [0, 1], [0, 0]])
    >>> mutual_information([documents], [np.array([1, 1, 0, 0])]).round(3)  # log 2 and 0
    array([0.693, 0.   ])
    """
    with_feature, all_documents = class_documents(documents, labels)
    total = all_documents.sum()
    information = np.zeros(with_feature.shape[1])
    for present in (with_feature, all_documents[:, None] - with_feature):
        joint = present / total
        expected = present.sum(axis=0) / total * (all_documents / total)[:, None]
        information += xlogy(joint, joint / np.where(expected > 0, expected, 1)).sum(axis=0)
    return information


def class_documents(
    documents: Sequence[csr_array], labels: Sequence[Int32s]
) -> tuple[Int64s, Int64s]:
    """Return the labeled documents of each class: classes × features with the feature, and all."""
    n_classes = 1 + max((int(codes.max(initial=-1)) for codes in labels), default=-1)
    with_feature = np.zeros((n_classes, documents[0].shape[1]), np.int64)
    all_documents = np.zeros(n_classes, np.int64)
    for counts, codes in zip(documents, labels, strict=True):
        for code in range(n_classes):
            own = counts[np.flatnonzero(codes == code)]
            with_feature[code] += units_holding(own)
            all_documents[code] += own.shape[0]
    return with_feature, all_documents


def choose_pivots(
    counts: Sequence[FeatureCounts],
    scores: Float64s,
    *,
    n_pivots: int | None = None,
    min_documents: int = MIN_PIVOT_DOCUMENTS,
) -> NDArray[np.intp]:
    """Return the indices of the best features that all domains share, the best first.

    `counts` are of all domains over the same features, as `count_domains` returns them; `scores`
    has one number per feature, and -inf is never chosen. Without `n_pivots`, half of the
    candidates are pivots, at most 250. `min_documents` of every domain must contain a pivot.
    """
    shared = np.all([domain.documents >= max(1, min_documents) for domain in counts], axis=0)
    scores = np.where(shared, scores, -np.inf)
    half = min(MAX_PIVOTS, max(1, int((scores > -np.inf).sum()) // 2))
    wanted = half if n_pivots is None else n_pivots
    order = np.argsort(-scores, kind="stable")[:wanted]
    pivots = order[scores[order] > -np.inf]
    if len(pivots) < wanted:
        names = " and ".join(repr(domain.domain) for domain in counts)
        asked = "" if n_pivots is None else f", but n_pivots is {n_pivots}"
        raise InputError(
            f"domains {names} share {len(pivots) or 'no'} features that occur in "
            f"{max(1, min_documents)} or more documents of each{asked}; are the texts of one "
            "language, and is there enough of each?"
        )
    return pivots
