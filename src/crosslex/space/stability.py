"""The share of a word's neighbors that would stay if the documents were resampled."""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Float32s, Float64s, Int64s
from crosslex.space.smoothing import FrequencyClasses
from crosslex.vectors import unit_rows

NEIGHBORS = 10
SAMPLE = 600
"""Words whose neighbors are looked up, evenly over the ranks of frequency."""
MORE = (1 + sqrt(0.5)) / 2
"""Share of one half of the documents in a vector that is as far from the one with the other half
as two vectors of all documents, drawn twice, are from each other."""


def redrawn(halves: tuple[Float32s, Float32s]) -> tuple[Float32s, Float32s]:
    """Return unit vectors that differ as those from two draws of all documents would.

    The halves differ by twice the variance of that, so they are moved towards each other.
    """
    first, second = halves
    return (
        unit_rows(MORE * first + (1 - MORE) * second),
        unit_rows(MORE * second + (1 - MORE) * first),
    )


def neighbor_stability(
    draws: tuple[Float32s, Float32s], classes: FrequencyClasses, known: NDArray[np.bool_]
) -> Float64s:
    """Return the share of each word's first ten neighbors that would stay, from 0 to 1.

    It is counted for a sample of words and averaged over words of like frequency; how like a
    word's two vectors are tells, by the sample's regression, how far it is from that mean.

    Parameters
    ----------
    draws
        Vectors of the known words from two draws of the documents.
    classes
        How often all words are used.
    known
        Which of them are in both draws, and can be neighbors; the others have the mean of words
        of their frequency.
    """
    places = np.flatnonzero(known)
    if len(places) <= NEIGHBORS:
        return np.zeros(len(known))
    first, second = (unit_rows(each) for each in draws)
    sample = _evenly(classes.here[places])
    stay = np.array(_overlaps(first, second, sample))
    alike = np.einsum("ij,ij->i", first, second, dtype=np.float64)
    sampled = FrequencyClasses(classes.here[places[sample]], classes.elsewhere[places[sample]])
    usual_stay, usual_alike = sampled.means(stay), sampled.means(alike[sample])
    unlike = alike[sample] - sampled.look_up(usual_alike)
    slope = unlike @ (stay - sampled.look_up(usual_stay)) / max(float(unlike @ unlike), 1e-12)
    found = classes.look_up(usual_stay)
    found[places] += slope * (alike - classes.look_up(usual_alike)[places])
    return np.clip(found, 0, 1)


def _overlaps(first: Float32s, second: Float32s, sample: Int64s) -> list[float]:
    """Return which share of their first neighbors some words have in both sets of vectors."""
    neighbors = []
    for vectors in (first, second):
        cosines = vectors[sample] @ vectors.T
        cosines[np.arange(len(sample)), sample] = -np.inf
        neighbors.append(np.argpartition(-cosines, NEIGHBORS, axis=1)[:, :NEIGHBORS])
    pairs = zip(*neighbors, strict=True)
    return [len(np.intersect1d(one, other)) / NEIGHBORS for one, other in pairs]


def _evenly(uses: Int64s) -> Int64s:
    """Return some words, evenly over the ranks of frequency."""
    by_uses = np.argsort(-uses, kind="stable")
    chosen = np.linspace(0, len(uses) - 1, min(SAMPLE, len(uses)))
    return np.asarray(by_uses[chosen.astype(np.int64)])
