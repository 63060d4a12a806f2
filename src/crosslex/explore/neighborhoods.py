"""Neighborhoods of the page's words: the nearest words in each domain, and a plane of them."""

from collections.abc import Sequence

import numpy as np

from crosslex.arrays import Float32s, largest_columns
from crosslex.explore.data import PageNeighborhood
from crosslex.lookup import MIN_COUNT
from crosslex.vectors import DomainVectors, unit_rows

EDGE = 99
"""Coordinates are whole numbers from minus to plus this, finer than a pixel of the page."""
CHUNK = 512
"""Words whose cosines to all others are in memory at a time."""

Neighborhoods = tuple[PageNeighborhood | None, ...]


def find_neighborhoods(
    vectors: DomainVectors, words: Sequence[str], number: dict[str, int], top: int, cosines: bool
) -> Neighborhoods:
    """Return what is nearest to each word, None without a vector; new neighbors get numbers."""
    counts = np.full(len(vectors), MIN_COUNT) if vectors.counts is None else vectors.counts
    # In the domain's own order, which decides between neighbors that are equally near.
    others = [at for at, word in enumerate(vectors) if " " not in word and counts[at] >= MIN_COUNT]
    names = [vectors.words[at] for at in others]
    place = {word: at for at, word in enumerate(names)}
    units = unit_rows(vectors.vectors[others])
    known = [word for word in words if word in vectors.positions]
    found: dict[str, PageNeighborhood] = {}
    for start in range(0, len(known), CHUNK):
        chosen = known[start : start + CHUNK]
        near = unit_rows(vectors.vectors[[vectors.positions[word] for word in chosen]]) @ units.T
        for word, row in zip(chosen, near, strict=True):
            # As `DomainVectors.neighbors`, without the word itself and the words of a phrase.
            row[[place[part] for part in word.split(" ") if part in place]] = -np.inf
        for word, row, best in zip(chosen, near, largest_columns(near, top), strict=True):
            kept = best[row[best] > -np.inf]
            found[word] = PageNeighborhood(
                tuple(number.setdefault(names[other], len(number)) for other in kept),
                tuple(round(100 * float(row[other])) for other in kept if cosines),
            )
    return tuple(map(found.get, words))


def with_planes(
    vectors: Sequence[DomainVectors], found: Sequence[Neighborhoods], words: Sequence[str]
) -> list[Neighborhoods]:
    """Return the neighborhoods of each domain with points in one plane per word."""
    placed: list[list[PageNeighborhood | None]] = [list(each) for each in found]
    for place, word in enumerate(words[: len(placed[0])]):
        having = [(at, near) for at, each in enumerate(found) if (near := each[place]) is not None]
        drawn = [
            [vectors[at][word], *(vectors[at][words[other]] for other in near.words)]
            for at, near in having
        ]
        for (at, near), points in zip(having, lay_in_plane(drawn), strict=True):
            placed[at][place] = near._replace(points=points)
    return [tuple(each) for each in placed]


def lay_in_plane(neighborhoods: Sequence[Sequence[Float32s]]) -> list[tuple[int, ...]]:
    """Return points in the plane that keep most of the distances between several neighborhoods.

    Vectors count by their direction, as in a cosine; the plane is that of the first two
    principal components, with the first neighborhood to the left of the last.

    >>> lay_in_plane([[np.array([2.0, 0.0])], [np.array([0.0, 3.0])]])
    [(-99, 0), (99, 0)]
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
    ends = np.cumsum([len(each) for each in neighborhoods])[:-1]
    return [tuple(part.astype(int).ravel().tolist()) for part in np.split(scaled, ends)]
