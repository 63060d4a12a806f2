"""The score `entropy`."""

from collections.abc import Sequence

import numpy as np
from scipy.special import entr

from crosslex.counting.domain_counts import DomainCounts
from crosslex.pivots.scores import Scores


def score(counts: Sequence[DomainCounts]) -> Scores:
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
