"""Pivot scores: one function per score, which has the name of the score with `_` for `-`."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr, xlogy

from crosslex.checks import check_choice
from crosslex.counts.domain_counts import DomainCounts
from crosslex.errors import InputError
from crosslex.pivots.names import PIVOTS, PivotName

Scores = NDArray[np.float64]
PivotScore = Callable[[Sequence[DomainCounts]], Scores]
"""From counts over the same features to one score per feature; the highest become pivots."""

MIN_LABELED_DOCUMENTS = 10


def pivot_score(name: PivotName) -> PivotScore:
    """Return the score of that name.

    >>> pivot_score("npmi-name").__name__
    'npmi_name'
    """
    check_choice("pivots", name, PIVOTS)
    score: PivotScore = globals()[name.replace("-", "_")]
    return score


def frequency(counts: Sequence[DomainCounts]) -> Scores:
    """Return the least fraction of a domain's documents that hold a feature."""
    fractions = [domain.documents / domain.n_documents for domain in counts]
    return np.asarray(np.min(fractions, axis=0))


def npmi(counts: Sequence[DomainCounts]) -> Scores:
    """Return the least NPMI of a feature with any of the domains.

    The event "S" of NPMI(x, S) is that a sentence lies in domain S.

    References
    ----------
    Bollegala, Maehara, Kawarabayashi (2015), Unsupervised Cross-Domain Word Representation
    Learning, ACL.
    """
    return np.asarray(np.min([domain_npmi(counts, index) for index in range(len(counts))], axis=0))


def npmi_sum(counts: Sequence[DomainCounts]) -> Scores:
    """Return the sum of a feature's NPMI with all domains, where `npmi` takes the least."""
    return np.asarray(np.sum([domain_npmi(counts, index) for index in range(len(counts))], axis=0))


def npmi_name(counts: Sequence[DomainCounts]) -> Scores:
    """Return the sum over domains of a feature's NPMI with the domain's name word.

    The event "S" of NPMI(x, S) is that a sentence of S holds the name of S, such as
    "book"; the scores are added, as the program that the paper's authors released does.
    """
    return np.asarray(np.sum([name_npmi(counts, index) for index in range(len(counts))], axis=0))


def npmi_name_min(counts: Sequence[DomainCounts]) -> Scores:
    """Return the least NPMI of a feature with a domain's name word, where `npmi-name` adds."""
    return np.asarray(np.min([name_npmi(counts, index) for index in range(len(counts))], axis=0))


def name_npmi(counts: Sequence[DomainCounts], index: int) -> Scores:
    """Return the NPMI of each feature with the name word of one domain, over its sentences."""
    domain = counts[index]
    if domain.n_named_sentences == 0:
        raise InputError(
            f"pivots='npmi-name': no sentence of domain {domain.domain!r} holds its name; "
            "name the domain by a word of its texts, or choose other pivots"
        )
    return _normalized_pmi(
        domain.named_sentences, domain.sentences, domain.n_named_sentences, domain.n_sentences
    )


def entropy(counts: Sequence[DomainCounts]) -> Scores:
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


def mi(counts: Sequence[DomainCounts]) -> Scores:
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


def pmi(counts: Sequence[DomainCounts]) -> Scores:
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


def domain_npmi(counts: Sequence[DomainCounts], domain: int) -> Scores:
    """Return the NPMI of each feature with one domain, over the sentences of all domains."""
    n_sentences = sum(each.n_sentences for each in counts)
    everywhere = np.sum([each.sentences for each in counts], axis=0)
    here = counts[domain]
    return _normalized_pmi(here.sentences, everywhere, here.n_sentences, n_sentences)


def _normalized_pmi(
    both: NDArray[np.int64], feature: NDArray[np.int64], event: int, total: int
) -> Scores:
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


def _labeled_documents(
    counts: Sequence[DomainCounts],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the labeled documents of each class: classes × features that hold it, and all."""
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
            "give labels, or choose pivots='npmi'"
        )
    with_feature = np.zeros((len(classes), len(counts[0].features)), np.int64)
    all_documents = np.zeros(len(classes), np.int64)
    for domain in counts:
        for code, label in enumerate(domain.classes):
            if label in held:
                with_feature[classes.index(label)] += domain.class_documents[code]
                all_documents[classes.index(label)] += domain.n_class_documents[code]
    return with_feature, all_documents
