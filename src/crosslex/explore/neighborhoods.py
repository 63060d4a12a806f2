"""Neighborhoods of the page's words: the nearest words in each domain, and a plane of them."""

from collections.abc import Sequence

import numpy as np

from crosslex.arrays import Float32s, largest_columns
from crosslex.explore.data import DomainData, Neighborhood
from crosslex.lookup import MIN_COUNT
from crosslex.vectors import DomainVectors, unit_rows

EDGE = 99
"""Coordinates are whole numbers from minus to plus this, finer than a pixel of the page."""
CHUNK = 512
"""Words whose cosines to all others are in memory at a time."""


def restrict(vectors: DomainVectors, words: Sequence[str]) -> DomainVectors:
    """Return the vectors of the page's words only, so that each neighbor is on the page."""
    wanted = set(words)
    # In the domain's own order, which decides between neighbors that are equally near.
    places = np.array([place for place, word in enumerate(vectors) if word in wanted], np.intp)
    return vectors.restricted(places)


def find_neighborhoods(
    vectors: DomainVectors, words: Sequence[str], top: int, *, cosines: bool = True
) -> tuple[Neighborhood | None, ...]:
    """Return the nearest of the page's words to each; None for words that the domain lacks."""
    number = {word: place for place, word in enumerate(words)}
    counts = np.full(len(vectors), MIN_COUNT) if vectors.counts is None else vectors.counts
    single = np.array([" " not in word for word in vectors], bool)
    others = np.flatnonzero(single & (counts >= MIN_COUNT))
    place = {vectors.words[row]: at for at, row in enumerate(others)}
    numbers = [number[word] for word in place]
    units = unit_rows(vectors.vectors)
    found: dict[str, Neighborhood] = {}
    for start in range(0, len(vectors), CHUNK):
        near = units[start : start + CHUNK] @ units[others].T
        names = vectors.words[start : start + CHUNK]
        itself = [(row, place[word]) for row, word in enumerate(names) if word in place]
        near[tuple(np.array(itself, np.intp).reshape(-1, 2).T)] = -np.inf
        for word, row, best in zip(names, near, largest_columns(near, top), strict=True):
            kept = best[row[best] > -np.inf]
            found[word] = Neighborhood(
                tuple(numbers[at] for at in kept),
                tuple(round(100 * float(row[at])) for at in kept if cosines),
            )
    return tuple(map(found.get, words))


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


def find_planes(
    vectors: Sequence[DomainVectors], domains: Sequence[DomainData], words: Sequence[str]
) -> tuple[tuple[int, ...], ...]:
    """Return for each word the points of its neighborhoods in all domains."""
    planes = []
    for place, word in enumerate(words):
        drawn = []
        for own, domain in zip(vectors, domains, strict=True):
            near = domain.neighborhoods[place]
            if near is not None:
                drawn.append([own[word], *(own[words[other]] for other in near.words)])
        planes.append(lay_in_plane(drawn))
    return tuple(planes)
