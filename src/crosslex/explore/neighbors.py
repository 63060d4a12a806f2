"""A word's neighborhoods: its nearest words on the page, and all of them in one plane."""

from collections.abc import Sequence

import numpy as np

from crosslex.arrays import Float32s
from crosslex.explore.data import Neighborhood
from crosslex.lookup import MIN_COUNT
from crosslex.vectors import DomainVectors, unit_rows

EDGE = 99
"""Coordinates go from minus to plus this: two digits are finer than what is drawn."""


def restrict(vectors: DomainVectors, words: Sequence[str]) -> DomainVectors:
    """Return the vectors of the page's words only, so that each neighbor is on the page."""
    wanted = set(words)
    # In the domain's own order, which decides between neighbors that are equally near.
    places = np.array([place for place, word in enumerate(vectors) if word in wanted], np.intp)
    return vectors.restricted(places)


def find_neighborhood(
    vectors: DomainVectors, word: str, number: dict[str, int], top: int
) -> Neighborhood | None:
    """Return a word's neighbors in one domain, as numbers; None where it has no vector."""
    if word not in vectors.positions:
        return None
    found = vectors.neighbors(word, top, min_count=MIN_COUNT)
    return Neighborhood(
        tuple(number[other] for other, _ in found), tuple(round(100 * near) for _, near in found)
    )


def lay_in_plane(neighborhoods: Sequence[Sequence[Float32s]]) -> tuple[int, ...]:
    """Return points in the plane that keep most of the distances between several neighborhoods.

    Vectors count by their direction, as in a cosine; the plane is that of the first two
    principal components, with the first neighborhood to the left of the last.

    >>> lay_in_plane([[np.array([2.0, 0.0])], [np.array([0.0, 3.0])]])
    (-99, 0, 99, 0)
    """
    rows = unit_rows(np.array([vector for each in neighborhoods for vector in each], float))
    rows -= rows.mean(axis=0)
    left, sizes, _ = np.linalg.svd(rows, full_matrices=False)
    points = np.zeros((len(rows), 2))
    kept = min(2, len(sizes))
    points[:, :kept] = left[:, :kept] * sizes[:kept]
    first, last = len(neighborhoods[0]), len(neighborhoods[-1])
    if points[:first, 0].mean() > points[-last:, 0].mean():
        points[:, 0] *= -1
    # A component is known up to its sign: the point farthest off it goes up.
    if points[np.abs(points[:, 1]).argmax(), 1] < 0:
        points[:, 1] *= -1
    largest = np.abs(points).max()
    scaled = np.rint(points * (EDGE / largest)) if largest > 1e-9 else np.zeros_like(points)
    return tuple(scaled.astype(int).ravel().tolist())
