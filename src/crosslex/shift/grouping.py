"""Uses in groups of similar contexts; how many groups there are, if more than one."""

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans
from sklearn.metrics import silhouette_score

from crosslex.arrays import Float64s

MOST_GROUPS = 5
REFERENCES = 8
"""Draws of one group alike in mean and covariance, which tell how far grouping goes by chance."""
CLEARLY = 3.0
"""Standard deviations above chance from which a word has more than one group."""
SMALLEST = 5
"""Uses that make a group; a word with fewer than two such groups has one."""
STARTS = 4

Labels = NDArray[np.int64]


def group_uses(uses: Float64s, *, random_state: int = 0) -> Labels:
    """Return the group of each use, numbered from the largest on; all zeros if there is but one.

    Spherical k-means (Dhillon and Modha, 2001) into two to five groups. How many is told by the
    mean silhouette (Rousseeuw, 1987) against those of uses drawn from one normal distribution
    with the same mean and covariance, as in the gap statistic (Tibshirani et al., 2001).

    Examples
    --------
    >>> generator = np.random.default_rng(0)
    >>> here, there = np.eye(4)[0], np.eye(4)[1]
    >>> uses = np.vstack([np.tile(here, (30, 1)), np.tile(there, (10, 1))])
    >>> labels = group_uses(uses + 0.1 * generator.standard_normal((40, 4)))
    >>> np.bincount(labels).tolist()
    [30, 10]
    """
    placed = np.flatnonzero((uses * uses).sum(axis=1) > 0)
    labels = np.zeros(len(uses), np.int64)
    sizes = range(2, min(MOST_GROUPS, len(placed) // SMALLEST) + 1)
    if not sizes:
        return labels
    generator = np.random.default_rng(random_state)
    given = uses[placed]
    random_state %= 2**32
    found = {size: _cluster(given, size, random_state) for size in sizes}
    drawn = [_drawn_alike(given, generator) for _ in range(REFERENCES)]
    above = {}
    for size, groups in found.items():
        by_chance = [silhouette(each, _cluster(each, size, random_state)) for each in drawn]
        gap = silhouette(given, groups) - float(np.mean(by_chance))
        if gap > CLEARLY * np.std(by_chance) and np.bincount(groups).min() >= SMALLEST:
            above[size] = gap
    if not above:
        return labels
    best = max(above, key=above.__getitem__)
    by_size = np.argsort(-np.bincount(found[best]), kind="stable")
    labels[placed] = np.argsort(by_size, kind="stable")[found[best]]
    return labels


def silhouette(uses: Float64s, groups: Labels) -> float:
    """Return how much nearer uses are to their own group than to the next, by cosine, from -1 to 1.

    0 where all are in one group.
    """
    if len(np.unique(groups)) < 2:
        return 0.0
    return float(silhouette_score(uses, groups, metric="cosine"))


def _cluster(uses: Float64s, size: int, random_state: int) -> Labels:
    # Of unit length, so that the nearest center is the one with the largest cosine.
    groups = KMeans(size, n_init=STARTS, random_state=random_state).fit_predict(_unit(uses))
    return np.asarray(groups, np.int64)


def _drawn_alike(uses: Float64s, generator: np.random.Generator) -> Float64s:
    """Return as many uses from one normal distribution with the same mean and covariance."""
    center = uses.mean(axis=0)
    _, lengths, directions = np.linalg.svd(uses - center, full_matrices=False)
    spread = generator.standard_normal((len(uses), len(lengths))) * lengths / np.sqrt(len(uses))
    return _unit(center + spread @ directions)


def _unit(uses: Float64s) -> Float64s:
    lengths = np.linalg.norm(uses, axis=1, keepdims=True)
    return np.asarray(uses / np.where(lengths > 0, lengths, 1))
