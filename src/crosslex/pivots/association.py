"""How strongly features go with domains and with classes: what pivot scores are computed from."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from crosslex.counting.domain_counts import DomainCounts
from crosslex.errors import InputError

Floats = NDArray[np.float64]


def domain_npmi(counts: Sequence[DomainCounts], domain: int) -> Floats:
    """Return the NPMI of each feature with one domain, over the sentences of all domains."""
    n_sentences = sum(each.n_sentences for each in counts)
    everywhere = np.sum([each.sentences for each in counts], axis=0)
    here = counts[domain]
    return npmi(here.sentences, everywhere, here.n_sentences, n_sentences)


def npmi(both: NDArray[np.int64], feature: NDArray[np.int64], event: int, total: int) -> Floats:
    """Return log(p(x, y) / p(x) p(y)) / -log p(x, y): -1 where never together, 1 where always."""
    joint = np.maximum(both, 1) / total
    independent = np.maximum(feature, 1) / total * (event / total)
    certain = joint == 1
    ratio = np.log(joint / independent) / -np.log(
        joint, where=~certain, out=np.full_like(joint, -1)
    )
    scores: Floats = np.where(certain, 1.0, ratio)
    scores[both == 0] = -1
    return scores


def labeled_documents(
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
            if label not in held:
                continue
            with_feature[classes.index(label)] += domain.class_documents[code]
            all_documents[classes.index(label)] += domain.n_class_documents[code]
    return with_feature, all_documents
