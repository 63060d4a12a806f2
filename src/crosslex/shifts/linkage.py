"""Groups by average linkage: a frequent kind of uses, and rarer ones beside it."""

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import cut_tree, linkage

from crosslex.arrays import Float64s

Labels = NDArray[np.int64]


def link(distances: Float64s, most: int) -> Labels:
    """Return the group of each row, of which there are `most`, or as many as there are rows.

    The two groups with the least mean distance are joined until so many are left (average
    linkage; Sokal and Michener, 1958). Most words have one frequent sense and rare ones; k-means,
    whose groups are of similar size, cuts across them.

    Examples
    --------
    >>> places = np.array([0.0, 0.1, 5.0, 9.0])
    >>> link(np.abs(places[:, None] - places), most=3).tolist()
    [0, 0, 1, 2]
    """
    if len(distances) <= most:
        return np.arange(len(distances))
    pairs = np.triu_indices(len(distances), 1)
    tree = linkage(np.maximum(distances[pairs], 0), "average")
    return np.asarray(cut_tree(tree, most).ravel(), np.int64)


def dissolve_small(groups: Labels, uses: Float64s, smallest: int) -> Labels:
    """Return groups of at least `smallest` uses, numbered from the largest on.

    Uses of smaller groups go to the large group to which they have the largest mean cosine; the
    uses' vectors have unit length. There is one group if fewer than two are large.

    Examples
    --------
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
