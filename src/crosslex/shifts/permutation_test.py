"""Permutation test: whether a word's mean uses in two domains differ by more than a margin."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Float32s, Float64s, Int64s
from crosslex.shifts.kernels import permuted_distances
from crosslex.shifts.uses import Uses, both_sides

MIN_EXCEEDANCES = 5
"""Permutations at least as far apart without which their share is too coarse for a p-value."""
MAX_EXCEEDANCES = 10
"""Permutations at least as far apart after which drawing stops."""
MIN_P_DRAWN = 1e-5
"""p by the moments below which no permutation is drawn: none would reach so far."""
ROUNDING = 1e-6
"""Relative difference of contexts up to which they are the same."""
SMALLEST_P = 1e-16
"""Smaller ones would depend on the shape of a tail that nobody has seen."""


@dataclass(frozen=True)
class PermutationMoments:
    """Moments of the squared distance of two means under permutation of documents.

    Mean and variance are exact; the skewness is that of the limit for many documents, a weighted
    sum of chi-squares.
    """

    mean: float
    variance: float
    skewness: float


def difference_p(
    first: Uses,
    second: Uses,
    words: Int64s,
    *,
    expected: Float64s,
    margin: float,
    resamples: int,
    random_state: int,
) -> Float64s:
    """Return p-values of the null hypothesis that words differ by no more than a margin.

    The statistic is ½‖difference of the mean uses − its expected value‖². Documents are permuted
    between the domains, and the permuted difference is added to a shift of size `margin` in the
    observed direction; with a margin of 0 this is the usual permutation test. Permutations are
    drawn until 10 reach as far, or `resamples` of them (Besag and Clifford, 1991); none where
    the moments leave no doubt. Every word has its own seed.
    """
    tested = [
        _Contrast.of(first.of(word), second.of(word), expected[word], margin) for word in words
    ]
    distances = np.array([each.distance for each in tested])
    moments = [permutation_moments(each.centered, each.size, each.offset) for each in tested]
    p = permutation_tails(distances, moments)
    for place in np.flatnonzero(p >= MIN_P_DRAWN):
        drawn, reached = _permute(tested[place], resamples, random_state + int(words[place]))
        p[place] = permutation_p(drawn, reached, p[place], resamples=resamples)
    return p


@dataclass(frozen=True, eq=False)
class _Contrast:
    """A word's centered uses, those of the first domain in front, less the expected difference.

    `distance` is the squared distance of the two means, `offset` the margin in its direction.
    """

    centered: Float32s
    size: int
    distance: float
    offset: Float64s

    @classmethod
    def of(
        cls, first: Float32s, second: Float32s, expected: Float64s, margin: float
    ) -> "_Contrast":
        centered = _centered(both_sides(first) - expected.astype(np.float32), both_sides(second))
        size = len(first)
        gap = centered[:size].mean(axis=0, dtype=np.float64)
        gap -= centered[size:].mean(axis=0, dtype=np.float64)
        distance = float(gap @ gap)
        offset = gap * np.sqrt(2 * margin / distance) if distance > 0 else np.zeros_like(gap)
        return cls(centered, size, distance, offset)


def permutation_p(drawn: int, reached: int, tail: float, *, resamples: int) -> float:
    """Return the p-value from how many permutations were drawn and reached the observed distance.

    It is their share, the observed one counted with them unless drawing stopped early; where too
    few reach so far, the tail of a distribution with their moments.
    """
    if reached >= MAX_EXCEEDANCES:
        return reached / drawn
    if reached >= MIN_EXCEEDANCES or not tail < 1:
        return (1 + reached) / (1 + drawn)
    return float(min(tail, (1 + MIN_EXCEEDANCES) / (1 + resamples)))


def permutation_tails(distances: Float64s, moments: Sequence[PermutationMoments]) -> Float64s:
    """Return the tails of Pearson III distributions with the moments of the permutations.

    A distance that no permutation changes has the tail 1.
    """
    # Imported here: learning and looking words up need no statistics.
    from scipy.stats import pearson3

    rows = [(each.mean, each.variance, each.skewness) for each in moments]
    means, variances, skewnesses = np.array(rows).reshape(len(rows), 3).T
    varies = variances > 0
    scores = (distances - means) / np.sqrt(np.where(varies, variances, 1))
    tails = np.maximum(pearson3.sf(scores, skewnesses), SMALLEST_P)
    return np.where(varies, tails, 1.0)


def permutation_moments(
    centered: NDArray[np.floating], n_first: int, offset: Float64s
) -> PermutationMoments:
    """Return the moments of the squared length of an offset plus the gap of two permuted means.

    The gap is that of the means over all ways to choose the first group. Its square is a
    quadratic form in a draw without replacement; sums over equal and unequal documents of its
    fourth-order terms give the variance.
    """
    n = len(centered)
    scale = (1 / n_first + 1 / (n - n_first)) ** 2
    gram = _smaller_gram(centered)
    squares = np.einsum("ij,ij->i", centered, centered, dtype=np.float64)
    total = float(squares.sum())
    linked = float(np.vdot(gram, gram))
    diagonal = float(squares @ squares)
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
    cubes = float(np.vdot(gram @ gram, gram))
    skewness = float(np.sqrt(8) * cubes / linked**1.5) if linked > 0 else 0.0
    mean, variance = scale * mean, scale**2 * variance
    if not offset.any():
        return PermutationMoments(mean, variance, skewness)
    along = centered @ offset
    # The variance of the gap per unit of the sum of squares, and its third moment likewise.
    unit = n / (n_first * (n - n_first) * (n - 1))
    third = scale**1.5 * (one - 3 * two + 2 * three)
    more = 4 * unit * float(along @ along) + 4 * third * float(along @ squares)
    cube = skewness * variance**1.5 + 24 * unit**2 * float(((along @ centered) ** 2).sum())
    variance = max(variance + more, 0.0)
    skewness = cube / variance**1.5 if variance > 0 else 0.0
    return PermutationMoments(mean + float(offset @ offset), variance, skewness)


def _permute(tested: _Contrast, resamples: int, seed: int) -> tuple[int, int]:
    """Return how many permutations were drawn, and how many reached the distance."""
    permuted = np.empty(resamples)
    # Equal up to rounding is equal: permuting identical documents changes nothing.
    reach = tested.distance * (1 - 1e-6)
    offset = tested.offset.astype(np.float32)
    drawn = permuted_distances(
        tested.centered, tested.size, seed, offset, reach, MAX_EXCEEDANCES, permuted
    )
    return drawn, int((permuted[:drawn] >= reach).sum())


def _centered(first: Float32s, second: Float32s) -> Float32s:
    """Return the uses of both groups around their mean, zeros where they differ by rounding."""
    together = np.vstack([first, second])
    center = together.mean(axis=0, dtype=np.float64)
    centered = together - center
    alike = np.abs(centered).max() <= ROUNDING * np.abs(center).max()
    return np.zeros_like(together) if alike else centered.astype(np.float32)


def _smaller_gram(rows: NDArray[np.floating]) -> NDArray[np.floating]:
    """Return the products of all rows or of all columns, whichever are fewer.

    Both have the same eigenvalues, and only these matter.
    """
    return np.asarray(rows @ rows.T if len(rows) < rows.shape[1] else rows.T @ rows)
