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
OWN_HALF = (1 + sqrt(0.5)) / 2
"""Weight of a word's own half in a mean of both halves: two such means differ by the variance of
vectors from two samples of all documents."""


def resample(halves: tuple[Float32s, Float32s]) -> tuple[Float32s, Float32s]:
    """Return unit vectors that differ as those from two samples of all documents would.

    The halves have twice that variance, so they are moved toward each other.
    """
    first, second = halves
    return (
        unit_rows(OWN_HALF * first + (1 - OWN_HALF) * second),
        unit_rows(OWN_HALF * second + (1 - OWN_HALF) * first),
    )


def neighbor_stability(
    samples: tuple[Float32s, Float32s], classes: FrequencyClasses, known: NDArray[np.bool_]
) -> Float64s:
    """Return the share of each word's first ten neighbors that would stay, from 0 to 1.

    Counted for some words and averaged over words of similar frequency; a linear regression on
    the cosine of a word's two vectors gives its distance from that mean.

    Parameters
    ----------
    samples
        Vectors of the known words from two samples of the documents.
    classes
        The frequencies of all words.
    known
        Which words are in both samples and can be neighbors; the others have the mean of words
        of their frequency.
    """
    places = np.flatnonzero(known)
    if len(places) <= NEIGHBORS:
        return np.zeros(len(known))
    first, second = (unit_rows(each) for each in samples)
    sample = _evenly(classes.here[places])
    kept = np.array(_overlaps(first, second, sample))
    cosine = np.einsum("ij,ij->i", first, second, dtype=np.float64)
    sampled = FrequencyClasses(classes.here[places[sample]], classes.elsewhere[places[sample]])
    mean_kept, mean_cosine = sampled.means(kept), sampled.means(cosine[sample])
    centered = cosine[sample] - sampled.look_up(mean_cosine)
    covariance = centered @ (kept - sampled.look_up(mean_kept))
    slope = covariance / max(float(centered @ centered), 1e-12)
    found = classes.look_up(mean_kept)
    found[places] += slope * (cosine - classes.look_up(mean_cosine)[places])
    return np.clip(found, 0, 1)


def _overlaps(first: Float32s, second: Float32s, sample: Int64s) -> list[float]:
    """Return the share of first neighbors that some words have in both sets of vectors."""
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
