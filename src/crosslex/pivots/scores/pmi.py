"""The score `pmi`, which needs labels."""

from collections.abc import Sequence

import numpy as np

from crosslex.counting.domain_counts import DomainCounts
from crosslex.pivots.association import labeled_documents
from crosslex.pivots.scores import Scores

MIN_DOCUMENTS = 10


def score(counts: Sequence[DomainCounts]) -> Scores:
    """Return the largest |log p(class | feature) / p(class)| over the classes.

    A feature needs 10 labeled documents. One document per class is added to each feature's;
    otherwise one that occurs in a single class would score infinity.
    """
    with_feature, all_documents = labeled_documents(counts)
    smoothed = with_feature + 1
    conditional = smoothed / smoothed.sum(axis=0)
    prior = all_documents / all_documents.sum()
    scores: Scores = np.abs(np.log(conditional / prior[:, None])).max(axis=0)
    scores[with_feature.sum(axis=0) < MIN_DOCUMENTS] = -np.inf
    return scores
