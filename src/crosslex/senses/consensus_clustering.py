"""Consensus clustering: uses that are grouped together in most random halves of the documents."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Float64s

Labels = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Half:
    """The uses in one half of the documents, and the group of each of these."""

    chosen: NDArray[np.bool_]
    groups: Labels


def cluster_halves(
    uses: Float64s, n_groups: int, *, halvings: int, random_state: int
) -> list[Half]:
    """Return both halves of each of several random halvings, each grouped by average linkage.

    `uses` have unit length; their distance is 1 minus their cosine.
    """
    distances = 1 - uses @ uses.T
    generator = np.random.default_rng(random_state)
    found = []
    for _ in range(halvings):
        odd = generator.permutation(len(uses)) % 2 == 1
        for chosen in (odd, ~odd):
            rows = np.flatnonzero(chosen)
            found.append(Half(chosen, average_linkage(distances[np.ix_(rows, rows)], n_groups)))
    return found


def consensus_distances(halves: Sequence[Half]) -> Float64s:
    """Return how often two uses are in different groups, among the halves that have both.

    One clustering is unstable; the average of many is not (Fred and Jain, 2005).

    >>> first = Half(np.array([True, True, False]), np.array([0, 0]))
    >>> consensus_distances([first, Half(np.array([True, True, True]), np.array([0, 1, 1]))])
    array([[0. , 0.5, 1. ],
           [0.5, 0. , 0. ],
           [1. , 0. , 0. ]])
    """
    chosen = np.array([half.chosen for half in halves], np.float32)
    members = []
    for half in halves:
        of_half = np.zeros((int(half.groups.max()) + 1, len(half.chosen)), np.float32)
        of_half[half.groups, np.flatnonzero(half.chosen)] = 1
        members.append(of_half)
    each = np.vstack(members)
    # Small whole numbers, which single precision holds exactly.
    together, both = ((rows.T @ rows).astype(np.float64) for rows in (each, chosen))
    return np.asarray(1 - together / np.maximum(both, 1))


def average_linkage(distances: Float64s, n_groups: int) -> Labels:
    """Return the group of each row by average linkage (Sokal and Michener, 1958).

    There are `n_groups` groups, or as many as there are rows. Most words have one frequent sense
    and rare ones; k-means, whose groups are of similar size, cuts across them.

    >>> places = np.array([0.0, 0.1, 5.0, 9.0])
    >>> average_linkage(np.abs(places[:, None] - places), n_groups=3).tolist()
    [0, 0, 1, 2]
    """
    from scipy.cluster.hierarchy import fcluster, linkage

    if len(distances) <= n_groups:
        return np.arange(len(distances))
    pairs = np.triu_indices(len(distances), 1)
    tree = linkage(np.maximum(distances[pairs], 0), "average")
    # Merges are undone from the last on; by their number, because equal heights are frequent.
    tree[:, 2] = np.arange(len(tree))
    groups = fcluster(tree, len(distances) - n_groups - 0.5, "distance")
    # Numbered by their first row.
    _, first, numbers = np.unique(groups, return_index=True, return_inverse=True)
    return np.asarray(np.argsort(np.argsort(first))[numbers], np.int64)


def dissolve_small(groups: Labels, uses: Float64s, smallest: int) -> Labels:
    """Return groups of at least `smallest` uses, numbered from the largest on.

    Uses of smaller groups go to the large group to which they have the largest mean cosine; the
    uses' vectors have unit length. There is one group if fewer than two are large.

    >>> uses = np.array([[1, 0], [0, 1], [0, 1], [1, 0], [0.6, 0.8], [0, 1]])
    >>> dissolve_small(np.array([0, 1, 1, 0, 2, 1]), uses, smallest=2).tolist()
    [1, 0, 0, 1, 0, 0]
    """
    sizes = np.bincount(groups)
    large = np.flatnonzero(sizes >= smallest)
    if len(large) < 2:
        return np.zeros(len(groups), np.int64)
    nearest = large[(uses @ group_means(uses, groups)[large].T).argmax(axis=1)]
    found = np.where(sizes[groups] >= smallest, groups, nearest)
    order = np.argsort(-np.bincount(found), kind="stable")
    return np.argsort(order, kind="stable")[found]


def group_means(uses: Float64s, groups: Labels) -> Float64s:
    """Return the mean use of each group; its product with a use is their mean cosine.

    >>> group_means(np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]), np.array([0, 0, 1])).tolist()
    [[0.5, 0.5], [0.0, 1.0]]
    """
    sizes = np.bincount(groups)
    sums = np.zeros((len(sizes), uses.shape[1]))
    np.add.at(sums, groups, uses)
    return sums / np.maximum(sizes, 1)[:, None]
