"""Pivots: features that all domains share and that behave alike in them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr, xlogy

from crosslex.checks import check_choice, check_whole
from crosslex.classify import PivotName
from crosslex.counts.pivot_counts import PivotCounts
from crosslex.errors import InputError

MAX_PIVOTS = 250
"""The number of pivots, where it is not given and half of the candidates are more."""
MIN_LABELED_DOCUMENTS = 10

Scores = NDArray[np.float64]
PivotScore = Callable[[Sequence[PivotCounts]], Scores]
"""From counts over the same features to one score per feature; the highest become pivots."""


def frequency(counts: Sequence[PivotCounts]) -> Scores:
    """Return the least fraction of a domain's documents that contain a feature."""
    fractions = [domain.documents / domain.n_documents for domain in counts]
    return np.asarray(np.min(fractions, axis=0))


def entropy(counts: Sequence[PivotCounts]) -> Scores:
    """Return the entropy of a feature's relative frequencies over domains, times its frequency.

    References
    ----------
    Pan, Ni, Sun, Yang, Chen (2010), Cross-domain sentiment classification via spectral
    feature alignment, WWW.
    """
    relative = np.array([domain.occurrences / domain.occurrences.sum() for domain in counts])
    share = relative / np.maximum(relative.sum(axis=0), np.finfo(float).tiny)
    total = np.sum([domain.occurrences for domain in counts], axis=0)
    return np.asarray(entr(share).sum(axis=0) * total)


def mi(counts: Sequence[PivotCounts]) -> Scores:
    """Return the mutual information of a feature's presence with the labels, in nats.

    References
    ----------
    Blitzer, Dredze, Pereira (2007), Biographies, Bollywood, Boom-boxes and Blenders, ACL.
    """
    with_feature, all_documents = _labeled_documents(counts)
    total = all_documents.sum()
    information = np.zeros(with_feature.shape[1])
    for present in (with_feature, all_documents[:, None] - with_feature):
        joint = present / total
        expected = present.sum(axis=0) / total * (all_documents / total)[:, None]
        information += xlogy(joint, joint / np.where(expected > 0, expected, 1)).sum(axis=0)
    return information


def pmi(counts: Sequence[PivotCounts]) -> Scores:
    """Return the largest |log p(class | feature) / p(class)| over the classes.

    A feature needs 10 labeled documents. One document per class is added to each feature's;
    otherwise one that occurs in a single class would score infinity.
    """
    with_feature, all_documents = _labeled_documents(counts)
    smoothed = with_feature + 1
    conditional = smoothed / smoothed.sum(axis=0)
    prior = all_documents / all_documents.sum()
    scores: Scores = np.abs(np.log(conditional / prior[:, None])).max(axis=0)
    scores[with_feature.sum(axis=0) < MIN_LABELED_DOCUMENTS] = -np.inf
    return scores


def _labeled_documents(
    counts: Sequence[PivotCounts],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the labeled documents of each class: classes × features with the feature, and all."""
    # A slice of a corpus knows classes of which it holds no document.
    held = {
        label
        for domain in counts
        for label, documents in zip(domain.classes, domain.n_class_documents, strict=True)
        if documents
    }
    classes = sorted(held, key=str)
    if len(classes) < 2:
        raise InputError(
            f"pivots by labels need documents of two classes or more, found {len(classes)}; "
            "give labels, or choose pivots='frequency'"
        )
    with_feature = np.zeros((len(classes), len(counts[0].features)), np.int64)
    all_documents = np.zeros(len(classes), np.int64)
    for domain in counts:
        for code, label in enumerate(domain.classes):
            if label in held:
                with_feature[classes.index(label)] += domain.class_documents[code]
                all_documents[classes.index(label)] += domain.n_class_documents[code]
    return with_feature, all_documents


_SCORES: Final[Mapping[PivotName, PivotScore]] = {
    "mi": mi,
    "pmi": pmi,
    "frequency": frequency,
    "entropy": entropy,
}


def choose_pivots(
    counts: Sequence[PivotCounts],
    *,
    score: PivotName | PivotScore = "mi",
    n_pivots: int | None = None,
    min_pivot_documents: int = 1,
    min_pivot_count: int = 1,
) -> NDArray[np.intp]:
    """Return the indices of the best features that all domains share, the best first.

    Parameters
    ----------
    counts
        Of all domains over the same features, as `count_pivots` returns them.
    score
        One of four names, or your own function from the counts to one score per feature; -inf is
        never chosen.
    n_pivots
        How many; None takes half of the candidates, at most 250.
    min_pivot_documents, min_pivot_count
        How many documents of every domain must contain a pivot, and how often it must occur in
        each.

    Examples
    --------
    >>> from crosslex import Corpus
    >>> films = Corpus.from_texts(["good plot", "good plot", "good cast"], name="films")
    >>> tools = Corpus.from_texts(["good saw", "good saw", "sharp saw"], name="tools")
    >>> from crosslex.counts import count_pivots
    >>> counts = count_pivots([films, tools])
    >>> [counts[0].features[pivot] for pivot in choose_pivots(counts, score="frequency")]
    ['good']
    """
    check_whole("n_pivots", n_pivots, least=1, optional=True)
    check_whole("min_pivot_documents", min_pivot_documents, least=0)
    check_whole("min_pivot_count", min_pivot_count, least=1)
    shared = np.all(
        [
            (domain.documents >= max(1, min_pivot_documents))
            & (domain.occurrences >= min_pivot_count)
            for domain in counts
        ],
        axis=0,
    )
    scores = np.where(shared, score_features(score, counts, _SCORES), -np.inf)
    if n_pivots is None:
        n_pivots = min(MAX_PIVOTS, max(1, int((scores > -np.inf).sum()) // 2))
    order = np.argsort(-scores, kind="stable")[:n_pivots]
    pivots = order[scores[order] > -np.inf]
    if len(pivots) < n_pivots:
        names = " and ".join(repr(domain.domain) for domain in counts)
        least = f"{max(1, min_pivot_documents)} or more documents of each"
        if not len(pivots):
            raise InputError(
                f"domains {names} share no feature that occurs in {least}; are they of one "
                "language, and is there enough text of each?"
            )
        raise InputError(
            f"n_pivots: asked for {n_pivots}, but domains {names} share only {len(pivots)} "
            f"features that occur in {least}; ask for at most {len(pivots)}, lower the minimum, "
            "or give more text"
        )
    return pivots


def score_features(
    score: str | PivotScore, counts: Sequence[PivotCounts], offered: Mapping[Any, PivotScore]
) -> Scores:
    """Return the score of every feature, by the name of an offered score or by a function."""
    if isinstance(score, str):
        check_choice("pivots", score, offered)
        score = offered[score]
    scores = np.asarray(score(counts), float)
    if scores.shape != (len(counts[0].features),) or np.isnan(scores).any():
        raise InputError(
            f"pivots: the scoring function returned shape {scores.shape}; it must return one "
            f"number for each of the {len(counts[0].features)} features"
        )
    return scores
