"""Neighborhoods of the page's words: nearest words, contrasts between two domains, and planes."""

from collections.abc import Sequence

import numpy as np

from crosslex.arrays import Float32s, Int64s
from crosslex.explore.data import DomainData, Neighborhood
from crosslex.lookup import MIN_COUNT
from crosslex.shifts.score import SHARPNESS
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
    others = _candidates(vectors)
    numbers = [number[vectors.words[row]] for row in others]
    own_place = {vectors.words[row]: place for place, row in enumerate(others)}
    units = unit_rows(vectors.vectors)
    found: dict[str, Neighborhood] = {}
    for start in range(0, len(vectors), CHUNK):
        near = units[start : start + CHUNK] @ units[others].T
        for word, row in zip(vectors.words[start:], near, strict=False):
            if word in own_place:
                row[own_place[word]] = -np.inf
            best = _first(row, top)
            found[word] = Neighborhood(
                tuple(numbers[place] for place in best),
                tuple(round(100 * float(row[place])) for place in best if cosines),
            )
    return tuple(map(found.get, words))


def find_contrasts(
    vectors: tuple[DomainVectors, DomainVectors], words: Sequence[str], top: int
) -> dict[str, tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return for each word of both domains the page's words that are near it in only one.

    As `shifts` finds them: by the difference of exp(4 · cosine). A word that the other domain
    lacks has its vector of this one there, too.
    """
    number = {word: place for place, word in enumerate(words)}
    shared = [word for word in words if all(word in each.positions for each in vectors)]
    sides: list[list[tuple[int, ...]]] = []
    for here, there in (vectors, vectors[::-1]):
        others = _candidates(here)
        names = [here.words[row] for row in others]
        own = unit_rows(here.vectors)
        elsewhere = unit_rows(there.vectors)
        targets = own[others].copy()
        known = [at for at, name in enumerate(names) if name in there.positions]
        targets[known] = elsewhere[[there.positions[names[at]] for at in known]]
        side: list[tuple[int, ...]] = []
        for start in range(0, len(shared), CHUNK):
            chunk = shared[start : start + CHUNK]
            near = np.exp(SHARPNESS * own[[here.positions[word] for word in chunk]] @ own[others].T)
            near -= np.exp(
                SHARPNESS * elsewhere[[there.positions[word] for word in chunk]] @ targets.T
            )
            for word, row in zip(chunk, near, strict=True):
                best = (at for at in _first(row, top + 1) if row[at] > 0 and names[at] != word)
                side.append(tuple(number[names[at]] for at in best)[:top])
        sides.append(side)
    return dict(zip(shared, zip(*sides, strict=True), strict=True))


def _candidates(vectors: DomainVectors) -> Int64s:
    """Return the rows of frequent single words, which may be neighbors."""
    counts = np.full(len(vectors), MIN_COUNT) if vectors.counts is None else vectors.counts
    single = np.array([" " not in word for word in vectors], bool)
    return np.flatnonzero(single & (counts >= MIN_COUNT))


def _first(values: Float32s, top: int) -> list[int]:
    """Return the places of the largest finite values, the largest first."""
    best = np.arange(len(values))
    if top < len(values):
        best = np.flatnonzero(values >= np.partition(values, len(values) - top)[-top])
    order = best[np.argsort(-values[best], kind="stable")][:top]
    return [int(place) for place in order if values[place] > -np.inf]


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
