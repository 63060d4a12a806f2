"""The score `mi`, which needs labels."""

from collections.abc import Sequence

import numpy as np
from scipy.special import xlogy

from crosslex.counting.domain_counts import DomainCounts
from crosslex.pivots.association import labeled_documents
from crosslex.pivots.scores import Scores


def score(counts: Sequence[DomainCounts]) -> Scores:
    """Return the mutual information of a feature's presence with the labels, in nats.

    References
    ----------
    Blitzer, Dredze, Pereira (2007), Biographies, Bollywood, Boom-boxes and Blenders, ACL.
    """
    with_feature, all_documents = labeled_documents(counts)
    total = all_documents.sum()
    information = np.zeros(with_feature.shape[1])
    for present in (with_feature, all_documents[:, None] - with_feature):
        joint = present / total
        expected = present.sum(axis=0) / total * (all_documents / total)[:, None]
        information += xlogy(joint, joint / np.where(expected > 0, expected, 1)).sum(axis=0)
    return information
