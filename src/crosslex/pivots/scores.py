"""How fit a feature is as a pivot: one small function a selection method, from counts to scores."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr, xlogy

from crosslex.counting import DomainCounts
from crosslex.errors import InputError

Scores = NDArray[np.float64]
PivotScore = Callable[[Sequence[DomainCounts]], Scores]
"""From counts over the same features to one score a feature; the highest become pivots."""

PMI_MINIMUM = 10


def npmi(counts: Sequence[DomainCounts]) -> Scores:
    """Return the least NPMI of a feature with any of the domains.

    The event "S" of NPMI(x, S) is that a sentence lies in domain S.

    References
    ----------
    Bollegala, Maehara, Kawarabayashi (2015), Unsupervised Cross-Domain Word Representation
    Learning, ACL.
    """
    scores: Scores = np.min(
        [membership_npmi(counts, index) for index in range(len(counts))], axis=0
    )
    return scores


def npmi_name(counts: Sequence[DomainCounts]) -> Scores:
    """Return the sum over domains of a feature's NPMI with the domain's name word.

    The event "S" of NPMI(x, S) is that a sentence of S holds the name of S, such as
    "book"; the scores are added, as the program that the paper's authors released does.
    """
    scores: Scores = np.sum([_name_npmi(domain) for domain in counts], axis=0)
    return scores


def frequency(counts: Sequence[DomainCounts]) -> Scores:
    """Return the least share of a domain's documents that hold a feature."""
    shares = [domain.documents / domain.n_documents for domain in counts]
    scores: Scores = np.min(shares, axis=0)
    return scores


def mutual_information(counts: Sequence[DomainCounts]) -> Scores:
    """Return the mutual information of a feature's presence with the labels, in nats.

    References
    ----------
    Blitzer, Dredze, Pereira (2007), Biographies, Bollywood, Boom-boxes and Blenders, ACL.
    """
    with_feature, all_documents = _labeled(counts)
    total = all_documents.sum()
    information = np.zeros(with_feature.shape[1])
    for present in (with_feature, all_documents[:, None] - with_feature):
        joint = present / total
        expected = present.sum(axis=0) / total * (all_documents / total)[:, None]
        information += xlogy(joint, joint / np.where(expected > 0, expected, 1)).sum(axis=0)
    return information


def pointwise_mutual_information(counts: Sequence[DomainCounts]) -> Scores:
    """Return the largest |log p(class | feature) / p(class)| over the classes.

    A feature needs 10 labeled documents. One document a class is added to each feature's,
    for without it one that occurs in a single class alone would score infinity.
    """
    with_feature, all_documents = _labeled(counts)
    smoothed = with_feature + 1
    conditional = smoothed / smoothed.sum(axis=0)
    prior = all_documents / all_documents.sum()
    scores: Scores = np.abs(np.log(conditional / prior[:, None])).max(axis=0)
    scores[with_feature.sum(axis=0) < PMI_MINIMUM] = -np.inf
    return scores


def entropy(counts: Sequence[DomainCounts]) -> Scores:
    """Return the entropy of a feature's relative frequencies over domains, times its frequency.

    References
    ----------
    Pan, Ni, Sun, Yang, Chen (2010), Cross-domain sentiment classification via spectral
    feature alignment, WWW.
    """
    relative = np.array([domain.occurrences / domain.occurrences.sum() for domain in counts])
    share = relative / np.maximum(relative.sum(axis=0), np.finfo(float).tiny)
    spread = entr(share).sum(axis=0)
    scores: Scores = spread * np.sum([domain.occurrences for domain in counts], axis=0)
    return scores


def membership_npmi(counts: Sequence[DomainCounts], domain: int) -> Scores:
    """Return the NPMI of each feature with one domain, over the sentences of all."""
    n_sentences = sum(each.n_sentences for each in counts)
    everywhere = np.sum([each.sentences for each in counts], axis=0)
    here = counts[domain]
    return _npmi(here.sentences, everywhere, here.n_sentences, n_sentences)


def _name_npmi(domain: DomainCounts) -> Scores:
    if domain.n_named_sentences == 0:
        raise InputError(
            f"pivots='npmi-name': no sentence of domain {domain.domain!r} holds its name; "
            "name the domain by a word of its texts, or choose other pivots"
        )
    return _npmi(
        domain.named_sentences, domain.sentences, domain.n_named_sentences, domain.n_sentences
    )


def _npmi(both: NDArray[np.int64], feature: NDArray[np.int64], event: int, total: int) -> Scores:
    """Return log(p(x, y) / p(x) p(y)) / -log p(x, y): -1 where never together, 1 where always."""
    joint = np.maximum(both, 1) / total
    independent = np.maximum(feature, 1) / total * (event / total)
    certain = joint == 1
    ratio = np.log(joint / independent) / -np.log(
        joint, where=~certain, out=np.full_like(joint, -1)
    )
    scores: Scores = np.where(certain, 1.0, ratio)
    scores[both == 0] = -1
    return scores


def _labeled(counts: Sequence[DomainCounts]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Add up the labeled documents of all domains: classes × features, and classes."""
    # A part of a corpus knows classes of which it holds no document.
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
            "give labels, or choose pivots='npmi'"
        )
    with_feature = np.zeros((len(classes), len(counts[0].features)), np.int64)
    all_documents = np.zeros(len(classes), np.int64)
    for domain in counts:
        for code, label in enumerate(domain.classes):
            if label not in held:
                continue
            with_feature[classes.index(label)] += domain.class_documents[code]
            all_documents[classes.index(label)] += domain.n_class_documents[code]
    return with_feature, all_documents


PIVOT_SCORES: Final[dict[str, PivotScore]] = {
    "npmi": npmi,
    "npmi-name": npmi_name,
    "frequency": frequency,
    "mi": mutual_information,
    "pmi": pointwise_mutual_information,
    "entropy": entropy,
}
