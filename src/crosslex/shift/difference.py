"""Whether a word differs at all: documents trade places between domains, by chance."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import pearson3

from crosslex.shift.contexts import Uses
from crosslex.shift.kernels import permuted_distances

# Below so many permutations at least as far apart, their share is too coarse for a p-value.
ENOUGH = 5
# Smaller ones would be about the shape of a tail that nobody has seen.
SMALLEST_P = 1e-16


@dataclass(frozen=True, eq=False)
class Differences:
    """The squared distance of each word's mean contexts, and what chance says to it.

    Parameters
    ----------
    distance
        The squared distance.
    chance
        Its mean over all permutations of the documents.
    error
        Its standard error over documents.
    p
        How often chance alone gives as much.
    """

    distance: NDArray[np.float64]
    chance: NDArray[np.float64]
    error: NDArray[np.float64]
    p: NDArray[np.float64]


@dataclass(frozen=True)
class PermutationMoments:
    """The first moments of the squared distance of two means when documents are permuted.

    Parameters
    ----------
    mean, variance
        Exact.
    skewness
        That of the limit for many documents, a weighted sum of chi-squares.
    """

    mean: float
    variance: float
    skewness: float


def measure_differences(
    first: Uses, second: Uses, words: NDArray[np.int64], *, resamples: int, random_state: int
) -> Differences:
    """Test some words by permutation; every word has a seed of its own."""
    found = np.array(
        [
            _measure(first.of(word), second.of(word), resamples, random_state + int(word))
            for word in words
        ]
    ).reshape(len(words), 4)
    return Differences(*found.T)


def permutation_p(
    distance: float, permuted: NDArray[np.float64], moments: PermutationMoments
) -> float:
    """Return how often a permutation gives at least this distance.

    The share of the permutations, the given one counted with them; where too few of them
    reach so far, the tail of the Pearson III distribution with their moments.
    """
    # Equal up to rounding is equal: labels that trade places with twins change nothing.
    reached = int((permuted >= distance * (1 - 1e-6)).sum())
    p = (1 + reached) / (1 + len(permuted))
    if reached >= ENOUGH or moments.variance <= 0:
        return p
    score = (distance - moments.mean) / np.sqrt(moments.variance)
    tail = float(pearson3.sf(score, moments.skewness))
    return float(np.clip(tail, SMALLEST_P, (1 + ENOUGH) / (1 + len(permuted))))


def permutation_moments(centered: NDArray[np.float64], n_first: int) -> PermutationMoments:
    """Return the moments of the squared distance over all ways to choose the first group.

    With z the share of the first group, the distance is a quadratic form in a draw without
    replacement; sums over equal and unequal documents of its fourth-order terms give the
    variance.
    """
    n = len(centered)
    scale = (1 / n_first + 1 / (n - n_first)) ** 2
    gram = centered.T @ centered
    squares = np.einsum("ij,ij->i", centered, centered)
    total = squares.sum()
    linked = float((gram * gram).sum())
    diagonal = float((squares * squares).sum())
    # The chance that one, two, three, four given documents are all drawn.
    one = n_first / n
    two = one * (n_first - 1) / (n - 1)
    three = two * (n_first - 2) / (n - 2) if n > 2 else 0.0
    four = three * (n_first - 3) / (n - 3) if n > 3 else 0.0
    mean = (one - two) * total
    # Rows sum to zero, so sums over unequal documents reduce to these three.
    all_equal = diagonal
    pairs_apart = total**2 - diagonal
    pairs_linked = 2 * (linked - diagonal)
    three_one = -4 * diagonal
    two_and_pair = 2 * (2 * diagonal - total**2) + 4 * (2 * diagonal - linked)
    rest = total**2 + 2 * linked - 6 * diagonal
    second = (
        one * all_equal
        + two * (pairs_apart + pairs_linked + three_one)
        + three * two_and_pair
        + four * rest
    )
    variance = max(second - mean**2, 0.0)
    cubes = float(np.einsum("ij,ji->", gram @ gram, gram))
    skewness = float(np.sqrt(8) * cubes / linked**1.5) if linked > 0 else 0.0
    return PermutationMoments(scale * mean, scale**2 * variance, skewness)


def _measure(
    first: NDArray[np.float32], second: NDArray[np.float32], resamples: int, seed: int
) -> tuple[float, float, float, float]:
    together = np.vstack([first, second]).astype(np.float64)
    gap = first.mean(axis=0, dtype=np.float64) - second.mean(axis=0, dtype=np.float64)
    distance = float(gap @ gap)
    centered = together - together.mean(axis=0)
    moments = permutation_moments(centered, len(first))
    permuted = np.empty(resamples)
    permuted_distances(centered.astype(np.float32), len(first), seed, permuted)
    noise = _noise(first) + _noise(second)
    error = np.sqrt(4 * gap @ noise @ gap + 2 * (noise * noise).sum())
    return distance, moments.mean, float(error), permutation_p(distance, permuted, moments)


def _noise(group: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the covariance of a group's mean."""
    covariance = np.cov(group.astype(np.float64), rowvar=False)
    return np.asarray(np.atleast_2d(covariance) / len(group))
