"""The groups of a word's uses, and the evidence that there is more than one."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from crosslex.arrays import Float64s, Int64s
from crosslex.senses.consensus_clustering import (
    Half,
    Labels,
    average_linkage,
    cluster_halves,
    consensus_distances,
    dissolve_small,
    group_means,
)
from crosslex.shifts.uses import both_sides
from crosslex.vectors import unit_rows

# `crosslex-bench change sense-constants` varies these: agreement with people's senses, and words
# with several groups where there are none.
MAX_GROUPS = 6
GROUPS_PER_HALF = 8
"""Groups in each random half of the documents; more than in the end, to catch outliers."""
HALVINGS = 10
MIN_GROUP_USES = 5
"""A word with fewer than two groups of this size has one."""
MIN_GROUP_SHARE = 0.03
"""Of a word's uses."""
MIN_HALF_GROUP_USES = 2
"""Uses of a group in half of the documents."""
MIN_KAPPA = 0.3
"""Kappa from which groups count as senses by their contexts alone; below, most are topics."""
MIN_Z = 3.0
"""Standard deviations above chance that this kappa must be."""
MIN_KAPPA_WITH_SHARES = 0.1
"""Kappa that is enough where shares differ between domains."""
MIN_Z_WITH_SHARES = 2.0
MAX_P_SHARES = 0.05
"""p up to which shares differ."""
MAX_P_UNCONFIRMED = 0.01
"""p up to which groups are shown, unconfirmed, even if the two sides do not agree on them."""
PERMUTATIONS = 999


@dataclass(frozen=True)
class Agreement:
    """Agreement of the contexts before and after a word on the group of its uses.

    `kappa` is 0 by chance and 1 for full agreement (Cohen, 1960); `z` is the number of standard
    deviations above chance.
    """

    kappa: float
    z: float


@dataclass(frozen=True, eq=False)
class Grouping:
    """The group of each use, numbered from the largest on, and the evidence for the groups.

    `p` is the p-value of the shares differing between domains. `confirmed` is whether the groups
    may be called senses; if not, it is their shares alone that differ. Where there is one group,
    the evidence is that for more groups, which was not enough.
    """

    labels: Labels
    agreement: Agreement
    p: float
    confirmed: bool = True


def group_uses(
    uses: Float64s, domains: Int64s, *, sided: bool = True, random_state: int = 0
) -> Grouping:
    """Return groups of a word's uses, whose vectors are those of `Uses`; one if no more are clear.

    Groups come from consensus clustering; small ones are dissolved. There is more than one group
    if both sides of the word clearly agree on it, if they agree somewhat and the groups have
    different shares in the domains, or, unconfirmed, if only the shares differ, with a small p.

    Parameters
    ----------
    uses
        Of all domains.
    domains
        The number of each use's domain.
    sided
        Whether uses have a vector for each side of the word. Those of an encoder do not: their
        groups are senses if the shares differ.
    """
    both = both_sides(uses)
    placed = np.flatnonzero((both * both).sum(axis=1) > 0)
    labels = np.zeros(len(uses), np.int64)
    if len(placed) < 2 * MIN_GROUP_USES:
        return Grouping(labels, Agreement(0.0, 0.0), 1.0)
    halves = cluster_halves(
        both[placed], GROUPS_PER_HALF, halvings=HALVINGS, random_state=random_state
    )
    n_groups = min(MAX_GROUPS, len(placed) // MIN_GROUP_USES)
    linked = average_linkage(consensus_distances(halves), n_groups)
    smallest = max(MIN_GROUP_USES, ceil(MIN_GROUP_SHARE * len(placed)))
    found = dissolve_small(linked, both[placed], smallest)
    if not found.any():
        return Grouping(labels, Agreement(0.0, 0.0), 1.0)
    agreement = sides_agreement(uses[placed], halves) if sided else Agreement(0.0, 0.0)
    p = share_difference_p(found, domains[placed], random_state=random_state)
    confirmed = are_senses(agreement, p) if sided else p <= MAX_P_SHARES
    if not confirmed and p > MAX_P_UNCONFIRMED:
        return Grouping(labels, agreement, p)
    labels[placed] = found
    return Grouping(labels, agreement, p, confirmed)


def are_senses(agreement: Agreement, p: float) -> bool:
    """Return whether the evidence is enough to call groups senses.

    >>> are_senses(Agreement(0.35, 4.0), p=0.5), are_senses(Agreement(0.1, 4.0), p=0.5)
    (True, False)
    >>> are_senses(Agreement(0.15, 2.5), p=0.01), are_senses(Agreement(0.15, 1.5), p=0.01)
    (True, False)
    >>> are_senses(Agreement(0.05, 2.5), p=0.01)
    False
    """
    by_contexts = agreement.kappa >= MIN_KAPPA and agreement.z >= MIN_Z
    somewhat = agreement.kappa >= MIN_KAPPA_WITH_SHARES and agreement.z >= MIN_Z_WITH_SHARES
    return by_contexts or (somewhat and p <= MAX_P_SHARES)


def sides_agreement(uses: Float64s, halves: Sequence[Half]) -> Agreement:
    """Return the agreement of both sides of uses on the groups of the half they are not in.

    Each side is assigned to the group with the largest cosine above that group's mean. In text
    without senses the two sides are independent. The two halves of a halving are adjacent.
    """
    dimension = uses.shape[1] // 3
    both = both_sides(uses)
    sides = unit_rows(uses[:, :dimension]), unit_rows(uses[:, dimension : 2 * dimension])
    known = np.logical_and(*((side * side).sum(axis=1) > 0 for side in sides))
    agreed = expected = judged = variance = 0.0
    for half in halves:
        held = ~half.chosen & known
        groups = dissolve_small(half.groups, both[half.chosen], MIN_HALF_GROUP_USES)
        if held.sum() < 2 or groups.max() == 0:
            continue
        means = group_means(both[half.chosen], groups)
        first, second = (
            (side[held] @ means.T - (side[half.chosen] @ means.T).mean(axis=0)).argmax(axis=1)
            for side in sides
        )
        by_chance, spread = chance_agreement(first, second, len(means))
        agreed += float((first == second).sum())
        expected += by_chance
        variance += spread
        judged += len(first)
    if judged - expected <= 0 or variance <= 0:
        return Agreement(0.0, 0.0)
    # Halvings are of the same uses: at worst, all of them are as good as one.
    z = (agreed - expected) / np.sqrt(len(halves) / 2 * variance)
    return Agreement((agreed - expected) / (judged - expected), float(z))


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


def share_difference_p(
    groups: Labels, domains: Int64s, *, random_state: int = 0, permutations: int = PERMUTATIONS
) -> float:
    """Return the p-value of the shares of groups differing between domains.

    A permutation test of the largest chi-square of a group against all others, which accounts
    for there being several groups. Groups must have been found without knowing domains.

    Parameters
    ----------
    groups, domains
        Of each use, numbered from 0.

    Examples
    --------
    >>> share_difference_p(np.repeat([0, 1], 20), np.repeat([0, 1], 20))
    0.001
    """
    _, domains = np.unique(domains, return_inverse=True)
    generator = np.random.default_rng(random_state)
    permuted = generator.permuted(np.tile(domains, (permutations, 1)), axis=1)
    drawn = largest_chi_squares(groups, np.vstack([domains, permuted]))
    # Rounding must not make a permutation that changes nothing differ from the observed one.
    reached = int((drawn[1:] >= drawn[0] * (1 - 1e-9)).sum())
    return (1 + reached) / (1 + permutations)


def largest_chi_squares(groups: Labels, domains: Int64s) -> Float64s:
    """Return the largest chi-square of a group against all others by domain, for each labeling.

    Parameters
    ----------
    groups
        The group of each use.
    domains
        Labelings × uses: the domain of each use.

    Examples
    --------
    >>> largest_chi_squares(np.array([0, 0, 1, 1]), np.array([[0, 0, 1, 1], [0, 1, 0, 1]])).tolist()
    [4.0, 0.0]
    """
    n_groups, n_domains = int(groups.max()) + 1, int(domains.max()) + 1
    members = (groups == np.arange(n_groups)[:, None]).astype(np.float64)
    sizes = members.sum(axis=1)
    # Labelings × domains × groups.
    table = np.stack([(domains == each) @ members.T for each in range(n_domains)], axis=1)
    expected = table.sum(axis=2, keepdims=True) * sizes / len(groups)
    # An excess in the group is a deficit of the same size in the others.
    of_group = ((table - expected) ** 2 / np.maximum(expected, 1e-12)).sum(axis=1)
    return np.asarray((of_group * len(groups) / np.maximum(len(groups) - sizes, 1)).max(axis=1))
