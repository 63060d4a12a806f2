"""Pivots: features that all domains share and that tell the classes of the source apart."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import xlogy

from crosslex.arrays import Int64s
from crosslex.checks import check_whole
from crosslex.counts.features import FeatureCounts, units_holding
from crosslex.errors import InputError

MAX_PIVOTS = 250
"""The number of pivots, where it is not given and half of the candidates are more."""
MIN_PIVOT_DOCUMENTS = 5
"""How many documents of every domain must contain a pivot."""


def mutual_information(
    documents: Sequence[csr_array], labels: Sequence[NDArray[np.int32]]
) -> NDArray[np.float64]:
    """Return the mutual information of each feature's presence with the labels, in nats.

    Parameters
    ----------
    documents
        Of each domain, documents × features.
    labels
        Of each domain, one class code per document, -1 where it has no label.

    References
    ----------
    Blitzer, Dredze, Pereira (2007), Biographies, Bollywood, Boom-boxes and Blenders, ACL.

    Examples
    --------
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
    documents: Sequence[csr_array], labels: Sequence[NDArray[np.int32]]
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
    scores: NDArray[np.float64],
    *,
    n_pivots: int | None = None,
    min_documents: int = MIN_PIVOT_DOCUMENTS,
) -> NDArray[np.intp]:
    """Return the indices of the best features that all domains share, the best first.

    Parameters
    ----------
    counts
        Of all domains over the same features, as `count_domains` returns them.
    scores
        One per feature; -inf is never chosen.
    n_pivots
        How many; None takes half of the candidates, at most 250.
    min_documents
        How many documents of every domain must contain a pivot.

    Examples
    --------
    >>> from crosslex import Corpus
    >>> films = Corpus.from_texts(["good plot", "good plot", "good cast"], name="films")
    >>> tools = Corpus.from_texts(["good saw", "good saw", "sharp saw"], name="tools")
    >>> from crosslex.counts import count_domains
    >>> counts = count_domains([films, tools])
    >>> pivots = choose_pivots(counts, np.ones(len(counts[0].features)), min_documents=1)
    >>> [counts[0].features[pivot] for pivot in pivots]
    ['good']
    """
    check_whole("n_pivots", n_pivots, least=1, optional=True)
    shared = np.all([domain.documents >= max(1, min_documents) for domain in counts], axis=0)
    scores = np.where(shared, scores, -np.inf)
    if n_pivots is None:
        n_pivots = min(MAX_PIVOTS, max(1, int((scores > -np.inf).sum()) // 2))
    order = np.argsort(-scores, kind="stable")[:n_pivots]
    pivots = order[scores[order] > -np.inf]
    if len(pivots) < n_pivots:
        names = " and ".join(repr(domain.domain) for domain in counts)
        least = f"{max(1, min_documents)} or more documents of each"
        if not len(pivots):
            raise InputError(
                f"domains {names} share no feature that occurs in {least}; are they of one "
                "language, and is there enough text of each?"
            )
        raise InputError(
            f"n_pivots: asked for {n_pivots}, but domains {names} share only {len(pivots)} "
            f"features that occur in {least}; ask for at most {len(pivots)}, or give more text"
        )
    return pivots
