"""Groups of uses in random halves of the documents, and how often two uses are together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Float64s
from crosslex.shifts.linkage import Labels, link


@dataclass(frozen=True, eq=False)
class Half:
    """Which uses are in one half of the documents, and the group of each of these."""

    chosen: NDArray[np.bool_]
    groups: Labels


def group_halves(uses: Float64s, most: int, *, halvings: int, random_state: int) -> list[Half]:
    """Return both halves of each of several random halvings, each grouped by average linkage.

    `uses` have unit length; their distance is 1 less their cosine.
    """
    distances = 1 - uses @ uses.T
    generator = np.random.default_rng(random_state)
    found = []
    for _ in range(halvings):
        odd = generator.permutation(len(uses)) % 2 == 1
        for chosen in (odd, ~odd):
            rows = np.flatnonzero(chosen)
            found.append(Half(chosen, link(distances[np.ix_(rows, rows)], most)))
    return found


def apart(halves: Sequence[Half]) -> Float64s:
    """Return how often each two uses are in different groups, of the halves that have both.

    Single trees hang on chance; what most of them have in common does not (Fred and Jain, 2005).

    >>> first = Half(np.array([True, True, False]), np.array([0, 0]))
    >>> apart([first, Half(np.array([True, True, True]), np.array([0, 1, 1]))])
    array([[0. , 0.5, 1. ],
           [0.5, 0. , 0. ],
           [1. , 0. , 0. ]])
    """
    size = len(halves[0].chosen)
    together, both = np.zeros((size, size)), np.zeros((size, size))
    for half in halves:
        rows = np.ix_(half.chosen, half.chosen)
        together[rows] += half.groups[:, None] == half.groups
        both[rows] += 1
    return np.asarray(1 - together / np.maximum(both, 1))
