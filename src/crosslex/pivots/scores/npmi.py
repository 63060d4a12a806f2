"""The score `npmi`."""

from collections.abc import Sequence

import numpy as np

from crosslex.counting.domain_counts import DomainCounts
from crosslex.pivots.association import domain_npmi
from crosslex.pivots.scores import Scores


def score(counts: Sequence[DomainCounts]) -> Scores:
    """Return the least NPMI of a feature with any of the domains.

    The event "S" of NPMI(x, S) is that a sentence lies in domain S.

    References
    ----------
    Bollegala, Maehara, Kawarabayashi (2015), Unsupervised Cross-Domain Word Representation
    Learning, ACL.
    """
    return np.asarray(np.min([domain_npmi(counts, index) for index in range(len(counts))], axis=0))
