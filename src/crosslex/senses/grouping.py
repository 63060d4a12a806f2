"""The groups of a word's uses by consensus clustering, and the evidence that there are several."""

from dataclasses import dataclass, replace
from math import ceil

import numpy as np

from crosslex.arrays import Bools, Float64s, Int64s
from crosslex.shifts.uses import both_sides
from crosslex.vectors import unit_rows

# `crosslex-bench change sense-constants` varies these: agreement with people's senses, and words
# with several groups where there are none.
CUTS = (6, 12)
"""Groups that uses are cut into: more only where fewer are not confirmed as senses."""
GROUPS_PER_HALF = 8
"""Groups in each random half of the documents; more than in the end, to catch outliers."""
HALVINGS = 10
MIN_GROUP_USES = 5
"""A word with fewer than two groups of this size has one."""
MIN_GROUP_SHARE = 0.03
"""Of a word's uses."""
MIN_Z = 1.64
"""Standard deviations above chance that agreement must be; chance reaches it 1 time in 20."""
MIN_KAPPA = 0.5
"""Kappa from which groups count as senses by their contexts alone; below, most are topics."""
MIN_KAPPA_WITH_SHARES = 0.1
"""Kappa that is enough where shares differ between domains."""
MAX_P_SHARES = 0.05
"""p up to which shares differ."""
MAX_P_UNCONFIRMED = 0.01
"""p up to which groups are shown, unconfirmed, even if the two sides do not agree on them."""


@dataclass(frozen=True, eq=False)
class Grouping:
    """The group of each use, numbered from the largest on, and the evidence for the groups.

    `kappa` is the agreement of the contexts before and after the word on the group (Cohen, 1960),
    `p` the p-value of the shares differing between domains. `confirmed` is whether the groups may
    be called senses; if not, it is their shares alone that differ. Where there is one group, the
    evidence is that for more groups, which was not enough.
    """

    labels: Int64s
    kappa: float = 0.0
    p: float = 1.0
    confirmed: bool = True


def group_uses(
    uses: Float64s, domains: Int64s, *, sided: bool = True, random_state: int = 0
) -> Grouping:
    """Return groups of a word's uses, whose vectors are those of `Uses`; one if no more are clear.

    Groups come from consensus clustering. Those that are small, or on which both sides of the word
    do not agree, are dissolved. There is more than one group if both sides clearly agree, if they
    agree somewhat and shares differ between `domains`, or, unconfirmed, if only shares differ,
    with a small p. Uses are cut finer if a coarse cut confirms nothing. Uses that are not `sided`,
    those of an encoder, have no vector for each side of the word: their groups are senses if the
    shares differ.
    """
    both = both_sides(uses)
    placed = np.flatnonzero((both * both).sum(axis=1) > 0)
    labels = np.zeros(len(uses), np.int64)
    if len(placed) < 2 * MIN_GROUP_USES:
        return Grouping(labels)
    halves = cluster_halves(both[placed], GROUPS_PER_HALF, HALVINGS, random_state)
    distances = consensus_distances(halves)
    smallest = max(MIN_GROUP_USES, ceil(MIN_GROUP_SHARE * len(placed)))
    judged: list[Grouping] = []
    for most in CUTS:
        linked = average_linkage(distances, min(most, len(placed) // MIN_GROUP_USES))
        found = dissolve(linked, both[placed], np.bincount(linked) >= smallest)
        judged.append(judge(found, uses[placed], domains[placed], halves, sided, random_state))
        if judged[-1].confirmed and judged[-1].labels.any():
            judged = judged[-1:]
            break
    labels[placed] = judged[0].labels
    return replace(judged[0], labels=labels)


def judge(
    groups: Int64s, uses: Float64s, domains: Int64s, halves: Int64s, sided: bool, random_state: int
) -> Grouping:
    """Return the groups that the evidence is enough for, which may be one."""
    one = np.zeros(len(groups), np.int64)
    if not groups.any():
        return Grouping(one)
    kappa = z = 0.0
    if sided:
        groups, kappa, z = dissolve_uncertain(groups, uses, halves)
    p = share_difference_p(groups, domains, random_state=random_state)
    confirmed = are_senses(kappa, z, p) if sided else p <= MAX_P_SHARES
    if not confirmed and p > MAX_P_UNCONFIRMED:
        return Grouping(one, kappa, p)
    return Grouping(groups, kappa, p, confirmed)


def are_senses(kappa: float, z: float, p: float) -> bool:
    """Return whether the evidence is enough to call groups senses.

    >>> are_senses(0.6, 4.0, 0.5), are_senses(0.4, 4.0, 0.5)
    (True, False)
    >>> are_senses(0.15, 2.5, 0.01), are_senses(0.15, 1.5, 0.01), are_senses(0.05, 2.5, 0.01)
    (True, False, False)
    """
    enough = MIN_KAPPA_WITH_SHARES if p <= MAX_P_SHARES else MIN_KAPPA
    return z >= MIN_Z and kappa >= enough


def cluster_halves(uses: Float64s, n_groups: int, halvings: int, random_state: int) -> Int64s:
    """Return both halves of each of several random halvings, each grouped by average linkage.

    The result is halves × uses: the group of each use, -1 if it is not in the half. Uses have unit
    length; their distance is 1 minus their cosine.
    """
    distances = 1 - uses @ uses.T
    generator = np.random.default_rng(random_state)
    found = np.full((2 * halvings, len(uses)), -1, np.int64)
    for halving in range(halvings):
        odd = generator.permutation(len(uses)) % 2 == 1
        for half, chosen in enumerate((odd, ~odd)):
            rows = np.flatnonzero(chosen)
            groups = average_linkage(distances[np.ix_(rows, rows)], n_groups)
            found[2 * halving + half, rows] = groups
    return found


def consensus_distances(halves: Int64s) -> Float64s:
    """Return how often two uses are in different groups, among the halves that have both.

    One clustering is unstable; the average of many is not (Fred and Jain, 2005).

    >>> consensus_distances(np.array([[0, 0, -1], [0, 1, 1]]))
    array([[0. , 0.5, 1. ],
           [0.5, 0. , 0. ],
           [1. , 0. , 0. ]])
    """
    # Small whole numbers, which single precision holds exactly.
    chosen = (halves >= 0).astype(np.float32)
    members = (halves == np.arange(halves.max() + 1)[:, None, None]).astype(np.float32)
    members = members.reshape(-1, halves.shape[1])
    together, both = ((rows.T @ rows).astype(np.float64) for rows in (members, chosen))
    return np.asarray(1 - together / np.maximum(both, 1))


def average_linkage(distances: Float64s, n_groups: int) -> Int64s:
    """Return the group of each row by average linkage (Sokal and Michener, 1958).

    There are `n_groups` groups, or as many as there are rows. Most words have one frequent sense
    and rare ones; k-means, whose groups are of similar size, cuts across them.

    >>> places = np.array([0.0, 0.1, 5.0, 9.0])
    >>> average_linkage(np.abs(places[:, None] - places), n_groups=3).tolist()
    [0, 0, 1, 2]
    """
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    if len(distances) <= n_groups:
        return np.arange(len(distances))
    tree = linkage(np.maximum(squareform(distances, checks=False), 0), "average")
    # Merges are undone from the last on; by their number, because equal heights are frequent.
    tree[:, 2] = np.arange(len(tree))
    groups = fcluster(tree, len(distances) - n_groups - 0.5, "distance")
    # Numbered by their first row.
    _, first, numbers = np.unique(groups, return_index=True, return_inverse=True)
    return np.asarray(np.argsort(np.argsort(first))[numbers], np.int64)


def dissolve(groups: Int64s, uses: Float64s, kept: Bools) -> Int64s:
    """Return the groups that are `kept`, numbered from the largest on.

    Uses of the others go to the kept group to which they have the largest mean cosine; the uses'
    vectors have unit length. There is one group if fewer than two are kept.

    >>> uses = np.array([[1, 0], [0, 1], [0, 1], [1, 0], [0.6, 0.8], [0, 1]])
    >>> dissolve(np.array([0, 1, 1, 0, 2, 1]), uses, np.array([True, True, False])).tolist()
    [1, 0, 0, 1, 0, 0]
    """
    left = np.flatnonzero(kept)
    if len(left) < 2:
        return np.zeros(len(groups), np.int64)
    nearest = left[(uses @ group_means(uses, groups)[left].T).argmax(axis=1)]
    found = np.where(kept[groups], groups, nearest)
    order = np.argsort(-np.bincount(found), kind="stable")
    return np.argsort(order, kind="stable")[found]


def dissolve_uncertain(
    groups: Int64s, uses: Float64s, halves: Int64s
) -> tuple[Int64s, float, float]:
    """Return the groups on which both sides agree more than by chance, with kappa and z of all.

    The least certain group is dissolved first; two groups are always left.
    """
    while True:
        kappa, z = sides_agreement(uses, halves, groups)
        worst = z[:-1].argmin()
        if len(z) == 3 or z[worst] >= MIN_Z:
            return groups, float(kappa[-1]), float(z[-1])
        groups = dissolve(groups, both_sides(uses), np.arange(len(z) - 1) != worst)


def group_means(uses: Float64s, groups: Int64s) -> Float64s:
    """Return the mean use of each group; its product with a use is their mean cosine.

    >>> group_means(np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]), np.array([0, 0, 1])).tolist()
    [[0.5, 0.5], [0.0, 1.0]]
    """
    sizes = np.bincount(groups)
    sums = np.zeros((len(sizes), uses.shape[1]))
    np.add.at(sums, groups, uses)
    return sums / np.maximum(sizes, 1)[:, None]


def sides_agreement(uses: Float64s, halves: Int64s, groups: Int64s) -> tuple[Float64s, Float64s]:
    """Return the agreement of both sides of uses on each group, and at the end on all groups.

    It is kappa, and how many standard deviations it is above chance. A half's own groups stand for
    those of `groups` that most of their uses are in; each side of a use in the other half is
    assigned to the one with the largest cosine above that group's mean. In text without senses the
    two sides are independent. The two halves of a halving are adjacent.
    """
    dimension, n_groups = uses.shape[1] // 3, int(groups.max()) + 1
    both = both_sides(uses)
    sides = unit_rows(uses[:, :dimension]), unit_rows(uses[:, dimension : 2 * dimension])
    known = np.logical_and(*((side * side).sum(axis=1) > 0 for side in sides))
    tallies = np.zeros((n_groups + 1, 4))
    for half in halves:
        chosen, held = half >= 0, (half < 0) & known
        shared = np.zeros((int(half.max()) + 1, n_groups))
        np.add.at(shared, (half[chosen], groups[chosen]), 1)
        present, own = np.unique(shared.argmax(axis=1)[half[chosen]], return_inverse=True)
        if held.sum() < 2 or len(present) < 2:
            continue
        means = group_means(both[chosen], own)
        first, second = (
            present[(side[held] @ means.T - (side[chosen] @ means.T).mean(axis=0)).argmax(axis=1)]
            for side in sides
        )
        of_groups = [(first == group, second == group) for group in range(n_groups)]
        for row, (here, there) in enumerate([*of_groups, (first, second)]):
            by_chance, spread = chance_agreement(here, there)
            tallies[row] += (here == there).sum(), by_chance, spread, len(here)
    agreed, expected, variance, judged = tallies.T
    # Halvings are of the same uses: at worst, all of them are as good as one.
    deviation = np.sqrt(len(halves) / 2 * variance)
    excess = agreed - expected  # 0 where what it is divided by is
    return excess / np.maximum(judged - expected, 1e-6), excess / np.maximum(deviation, 1e-6)


def chance_agreement(first: Int64s | Bools, second: Int64s | Bools) -> tuple[float, float]:
    """Return the mean and variance of how many labels agree if one side's are permuted.

    >>> chance_agreement(np.array([0, 0, 1]), np.array([0, 1, 1]))
    (1.333..., 0.888...)
    """
    n, size = len(first), 1 + int(max(first.max(), second.max()))
    here, there = (np.bincount(side, minlength=size).astype(float) for side in (first, second))
    both = here * there
    # Sum over pairs of groups of the covariances of a contingency table with fixed margins.
    variance = both.sum() * n - (both * (here + there)).sum() + both.sum() ** 2 / n
    return float(both.sum() / n), float(variance / (n * (n - 1)))


def share_difference_p(
    groups: Int64s, domains: Int64s, *, random_state: int = 0, permutations: int = 999
) -> float:
    """Return the p-value of the shares of groups differing between domains.

    A permutation test of the largest chi-square of a group against all others, which accounts
    for there being several groups. Groups must have been found without knowing domains.

    >>> share_difference_p(np.repeat([0, 1], 20), np.repeat([0, 1], 20))
    0.001
    """
    observed = contingency(groups, domains)
    permuted = permuted_tables(observed, permutations, np.random.default_rng(random_state))
    drawn = largest_chi_squares(np.concatenate([observed[None], permuted]))
    # Rounding must not make a permutation that changes nothing differ from the observed one.
    reached = int((drawn[1:] >= drawn[0] * (1 - 1e-9)).sum())
    return (1 + reached) / (1 + permutations)


def contingency(groups: Int64s, domains: Int64s) -> Int64s:
    """Return how many uses each group has in each domain that has any: domains × groups.

    >>> contingency(np.array([0, 1, 1]), np.array([2, 2, 5])).tolist()
    [[1, 1], [0, 1]]
    """
    _, domains = np.unique(domains, return_inverse=True)
    table = np.zeros((domains.max() + 1, groups.max() + 1), np.int64)
    np.add.at(table, (domains, groups), 1)
    return table


def permuted_tables(observed: Int64s, number: int, generator: np.random.Generator) -> Int64s:
    """Return tables of permuted domains, cell by cell: each is hypergeometric.

    (SciPy's `random_table` does the same; importing it takes longer than all else here.)
    """
    drawn = np.zeros((number, *observed.shape), np.int64)
    left = np.tile(observed.sum(axis=0), (number, 1))
    for domain, size in enumerate(observed.sum(axis=1).tolist()):
        wanted = np.full(number, size)
        for group in range(left.shape[1]):
            others = left[:, group + 1 :].sum(axis=1)
            drawn[:, domain, group] = generator.hypergeometric(left[:, group], others, wanted)
            wanted -= drawn[:, domain, group]
        left -= drawn[:, domain]
    return drawn


def largest_chi_squares(tables: Int64s) -> Float64s:
    """Return the largest chi-square of a group against all others by domain, for each table.

    >>> largest_chi_squares(np.array([[[2, 0], [0, 2]], [[1, 1], [1, 1]]])).tolist()
    [4.0, 0.0]
    """
    sizes, uses = tables.sum(axis=1, keepdims=True), tables.sum(axis=(1, 2), keepdims=True)
    expected = tables.sum(axis=2, keepdims=True) * sizes / uses
    # An excess in the group is a deficit of the same size in the others.
    of_group = ((tables - expected) ** 2 / np.maximum(expected, 1e-12)).sum(axis=1, keepdims=True)
    return np.asarray((of_group * uses / np.maximum(uses - sizes, 1)).max(axis=(1, 2)))
