"""The score `frequency`."""

from collections.abc import Sequence

import numpy as np

from crosslex.counting.domain_counts import DomainCounts
from crosslex.pivots.scores import Scores


def score(counts: Sequence[DomainCounts]) -> Scores:
    """Return the least fraction of a domain's documents that hold a feature."""
    fractions = [domain.documents / domain.n_documents for domain in counts]
    return np.asarray(np.min(fractions, axis=0))
