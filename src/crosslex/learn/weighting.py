"""Shim until adapt/ is gone."""

import numpy as np
from numpy.typing import NDArray

from crosslex.paper import negative_distribution
from crosslex_bench.ranking.weighting import inverse_root


def keep_frequent(word_counts: NDArray[np.int64], threshold: float) -> NDArray[np.float64]:
    """Return the share of each word's occurrences that word2vec's subsampling keeps."""
    if threshold == 0:
        return np.ones(len(word_counts))
    share = word_counts / word_counts.sum()
    ratio = threshold / np.maximum(share, np.finfo(np.float64).tiny)
    return np.asarray(np.minimum(1.0, np.sqrt(ratio) + ratio))


__all__ = ["inverse_root", "keep_frequent", "negative_distribution"]
