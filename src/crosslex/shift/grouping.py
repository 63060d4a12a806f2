"""Uses in groups of similar contexts; how many groups there are, if more than one."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans

from crosslex.arrays import Float64s
from crosslex.shift.contexts import both_sides
from crosslex.vectors import unit_rows

MOST_GROUPS = 5
SMALLEST = 5
"""Uses that make a group; a word with fewer than two such groups has one."""
HALVINGS = 5
STARTS = 2
LEAST_AGREEMENT = 0.3
"""Kappa from which groups are taken for senses; below, most are shades of topic."""
CLEARLY = 3.0
"""Standard deviations above chance that the agreement must lie besides."""

Labels = NDArray[np.int64]


@dataclass(frozen=True)
class Agreement:
    """How far what stands before a word and what stands after it tell the same group.

    `kappa` is 0 by chance and 1 if they always do (Cohen, 1960); `deviations` says how many
    standard deviations that is above chance.
    """

    kappa: float
    deviations: float

    @property
    def enough(self) -> bool:
        """Whether groups that agree so far are senses."""
        return self.kappa >= LEAST_AGREEMENT and self.deviations >= CLEARLY


@dataclass(frozen=True, eq=False)
class Grouping:
    """The group of each use, numbered from the largest on, and how far both sides agree on it.

    Where there is but one group, the agreement is that of the best of more groups, which was
    not enough.
    """

    labels: Labels
    agreement: Agreement


def group_uses(uses: Float64s, *, random_state: int = 0) -> Grouping:
    """Return groups of a word's uses, whose vectors are those of `Uses`; one if no more are clear.

    Spherical k-means (Dhillon and Modha, 2001) into two to five groups. A word has senses if what
    stands before it tells the same group as what stands after it, in documents that had no
    say in the groups: in text without senses the two sides know nothing of each other.
    """
    both = both_sides(uses)
    placed = np.flatnonzero((both * both).sum(axis=1) > 0)
    labels = np.zeros(len(uses), np.int64)
    seed = random_state % 2**32
    best, most = labels, Agreement(0.0, 0.0)
    for size in range(2, min(MOST_GROUPS, len(placed) // (2 * SMALLEST)) + 1):
        found = sides_agreement(uses[placed], size, random_state=seed)
        if (found.enough, found.deviations) <= (most.enough, most.deviations):
            continue
        groups = _nearest(both[placed], _centers(both[placed], size, seed))
        if found.enough and np.bincount(groups, minlength=size).min() < SMALLEST:
            continue
        most = found
        if found.enough:
            by_size = np.argsort(-np.bincount(groups, minlength=size), kind="stable")
            best = labels.copy()
            best[placed] = np.argsort(by_size, kind="stable")[groups]
    return Grouping(best, most)


def sides_agreement(uses: Float64s, size: int, *, random_state: int = 0) -> Agreement:
    """Return how far both sides of uses agree on so many groups, found in other documents.

    Each of several times, half of the uses tell the groups' centers and each side of the others
    is put to the center that it is nearer to than usual.
    """
    dimension = uses.shape[1] // 3
    before, after = unit_rows(uses[:, :dimension]), unit_rows(uses[:, dimension : 2 * dimension])
    known = ((before * before).sum(axis=1) > 0) & ((after * after).sum(axis=1) > 0)
    generator = np.random.default_rng(random_state)
    agreed = expected = judged = variance = 0.0
    for _ in range(HALVINGS):
        half = generator.permutation(len(uses)) % 2
        for place in (0, 1):
            learned, held = half != place, (half == place) & known
            if held.sum() < 2:
                continue
            centers = _centers(both_sides(uses)[learned], size, random_state)
            first, second = (
                (side[held] @ centers.T - (side[learned] @ centers.T).mean(axis=0)).argmax(axis=1)
                for side in (before, after)
            )
            by_chance, spread = chance_agreement(first, second, size)
            agreed += float((first == second).sum())
            expected, variance, judged = (
                expected + by_chance,
                variance + spread,
                judged + len(first),
            )
    if judged - expected <= 0 or variance <= 0:
        return Agreement(0.0, 0.0)
    # Halvings are of the same uses: as many as there are tell no more than one, at worst.
    deviations = (agreed - expected) / np.sqrt(HALVINGS * variance)
    return Agreement((agreed - expected) / (judged - expected), float(deviations))


def chance_agreement(first: Labels, second: Labels, size: int) -> tuple[float, float]:
    """Return the mean and variance of how many labels agree if one side's are permuted.

    >>> chance_agreement(np.array([0, 0, 1]), np.array([0, 1, 1]), 2)
    (1.333..., 0.888...)
    """
    n = len(first)
    here, there = (np.bincount(side, minlength=size).astype(float) for side in (first, second))
    both = here * there
    # Sum over pairs of groups of the covariances of a contingency table with fixed margins.
    variance = both.sum() * n - (both * (here + there)).sum() + both.sum() ** 2 / n
    return float(both.sum() / n), float(variance / (n * (n - 1)))


def _centers(uses: Float64s, size: int, random_state: int) -> Float64s:
    # Of unit length, so that the nearest center is the one with the largest cosine.
    grouped = KMeans(size, n_init=STARTS, random_state=random_state).fit(unit_rows(uses))
    return unit_rows(np.asarray(grouped.cluster_centers_, np.float64))


def _nearest(uses: Float64s, centers: Float64s) -> Labels:
    return np.asarray((uses @ centers.T).argmax(axis=1), np.int64)
