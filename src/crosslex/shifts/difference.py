"""Difference of words' mean uses in two domains: what is expected, what is small, and its test."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Float32s, Float64s, Int64s
from crosslex.shifts.kernels import permuted_distances
from crosslex.shifts.uses import Pair, Uses, both_sides

Sizes = tuple[Int64s, Int64s] | tuple[Float64s, Float64s]

HALF_WEIGHT_DOCUMENTS = 300
"""Documents at which a word weighs half as much in regressions as one in very many."""
PENALTY = 0.3
"""Of the ridge regressions. `crosslex-bench change score-constants` varies both."""
INTERCEPT = 100.0
"""A constant feature so large that the penalty on its coefficient is negligible."""
MIN_EFFECT_QUANTILE = 0.5
"""Share of words that stay below the smallest effect of interest between halves of a domain; what
it means for corpora that use words alike: `crosslex-bench change alike`."""
BASELINE_DOCUMENTS = 100
"""Minimum documents per half for a word to enter that baseline."""
BASELINE_WORDS = 50
"""Words that enter the baseline even if they are in fewer documents."""
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


def expected_differences(means: Pair, sizes: Sizes) -> Float64s:
    """Return the difference of each word's two mean uses that all other words predict.

    By ridge regression on the midpoint of the two means, words weighted by their documents: the
    variance of a difference of means is proportional to 1 / here + 1 / there. Leaving a word out
    is exact without a second fit: divide its residual by one minus its leverage.
    """
    gaps, midpoints = means[0] - means[1], (means[0] + means[1]) / 2
    here, there = (size.astype(np.float64) for size in sizes)
    evidence = here * there / np.maximum(here + there, 1)
    weights = evidence / (evidence + HALF_WEIGHT_DOCUMENTS)
    features = np.hstack([midpoints, np.full((len(midpoints), 1), INTERCEPT)])
    heavy = features * weights[:, None]
    inverse = np.linalg.inv(features.T @ heavy + PENALTY * np.eye(features.shape[1]))
    leverages = np.clip(np.einsum("ij,ij->i", heavy @ inverse, features), 0, 0.99)
    residuals = gaps - features @ (inverse @ (heavy.T @ gaps))
    return np.asarray(gaps - residuals / (1 - leverages)[:, None])


def expected_of(first: Uses, second: Uses) -> Float64s:
    """Return the expected difference of the mean uses of all words in two domains."""
    means = (both_sides(first.means()), both_sides(second.means()))
    return expected_differences(means, (first.sizes, second.sizes))


def residual_distances(means: Pair, sizes: Sizes, expected: Float64s) -> Float64s:
    """Return ½‖difference of mean uses − its expected value‖², bias-corrected.

    On the scale of the mean cosine distance of two uses of different domains, less that of two
    uses of one domain. Unit vectors with a mean of length r have the variance 1 - r².
    """
    gap = means[0] - means[1] - expected
    noise = np.zeros(len(gap))
    for mean, size in zip(means, sizes, strict=True):
        noise += (1 - (mean * mean).sum(axis=1)) / np.maximum(size - 1, 1)
    return np.asarray(((gap * gap).sum(axis=1) - noise) / 2)


def baseline_effect(uses: Sequence[Uses], halves: Sequence[Int64s]) -> float:
    """Return the median distance of frequent words between two halves of one domain.

    Halves are those of each domain's uses, 0 or 1, divided by topic, so that words do differ; all
    domains are taken together.
    """
    shown, known = [], []
    for domain, half in zip(uses, halves, strict=True):
        sums, sizes = domain.sums(half, 2)
        means = both_sides(sums.astype(np.float64)) / np.maximum(sizes, 1)[:, :, None]
        pair, counts = (means[:, 0], means[:, 1]), (sizes[:, 0], sizes[:, 1])
        shown.append(residual_distances(pair, counts, expected_differences(pair, counts)))
        known.append(sizes.min(axis=1))
    distances, documents = np.concatenate(shown), np.concatenate(known)
    enough = np.sort(documents)[-min(BASELINE_WORDS, len(documents))]
    chosen = documents >= max(2, min(BASELINE_DOCUMENTS, enough))
    if not chosen.any():
        return 0.0
    return max(0.0, float(np.quantile(distances[chosen], MIN_EFFECT_QUANTILE)))


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
    tested, moments = [], np.empty((len(words), 3))
    for place, word in enumerate(words):
        size = int(first.sizes[word])
        shifted = both_sides(first.of(word)) - expected[word].astype(np.float32)
        centered = _centered(shifted, both_sides(second.of(word)))
        gap = centered[:size].mean(axis=0, dtype=np.float64)
        gap -= centered[size:].mean(axis=0, dtype=np.float64)
        distance = float(gap @ gap)
        offset = gap * np.sqrt(2 * margin / distance) if distance > 0 else np.zeros_like(gap)
        tested.append((centered, size, offset, distance))
        moments[place] = permutation_moments(centered, size, offset)
    p = permutation_tails(np.array([distance for *_, distance in tested]), moments)
    permuted = np.empty(resamples)
    for place in np.flatnonzero(p >= MIN_P_DRAWN).tolist():
        centered, size, offset, distance = tested[place]
        # Equal up to rounding is equal: permuting identical documents changes nothing.
        reach, seed = distance * (1 - 1e-6), random_state + int(words[place])
        drawn = permuted_distances(
            centered, size, seed, offset.astype(np.float32), reach, MAX_EXCEEDANCES, permuted
        )
        reached = int((permuted[:drawn] >= reach).sum())
        p[place] = permutation_p(drawn, reached, p[place], resamples=resamples)
    return p


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


def permutation_tails(distances: Float64s, moments: Float64s) -> Float64s:
    """Return the tails of Pearson III distributions with the moments of the permutations.

    A distance that no permutation changes has the tail 1.
    """
    # Imported here: learning and looking words up need no statistics.
    from scipy.stats import pearson3

    means, variances, skewnesses = moments.T
    varies = variances > 0
    scores = (distances - means) / np.sqrt(np.where(varies, variances, 1))
    tails = np.maximum(pearson3.sf(scores, skewnesses), SMALLEST_P)
    return np.where(varies, tails, 1.0)


def permutation_moments(
    centered: NDArray[np.floating], n_first: int, offset: Float64s
) -> tuple[float, float, float]:
    """Return mean, variance and skewness of ‖offset + the gap of two permuted means‖².

    The gap is that of the means over all ways to choose the first group. Its square is a
    quadratic form in a draw without replacement; sums over equal and unequal documents of its
    fourth-order terms give the variance. Mean and variance are exact; the skewness is that of the
    limit for many documents, a weighted sum of chi-squares.
    """
    n = len(centered)
    scale = (1 / n_first + 1 / (n - n_first)) ** 2
    # Products of all rows or of all columns: both have the same eigenvalues, which alone matter.
    gram = centered @ centered.T if n < centered.shape[1] else centered.T @ centered
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
    # Rows sum to zero, so sums over unequal documents reduce to these: of equal ones, of pairs
    # apart, of linked pairs, of three and one, of two and a pair, and of the rest.
    second = (
        one * diagonal
        + two * ((total**2 - diagonal) + 2 * (linked - diagonal) + -4 * diagonal)
        + three * (2 * (2 * diagonal - total**2) + 4 * (2 * diagonal - linked))
        + four * (total**2 + 2 * linked - 6 * diagonal)
    )
    variance = max(second - mean**2, 0.0)
    cubes = float(np.vdot(gram @ gram, gram))
    skewness = float(np.sqrt(8) * cubes / linked**1.5) if linked > 0 else 0.0
    mean, variance = scale * mean, scale**2 * variance
    if not offset.any():
        return mean, variance, skewness
    along = centered @ offset
    # The variance of the gap per unit of the sum of squares, and its third moment likewise.
    unit = n / (n_first * (n - n_first) * (n - 1))
    third = scale**1.5 * (one - 3 * two + 2 * three)
    more = 4 * unit * float(along @ along) + 4 * third * float(along @ squares)
    cube = skewness * variance**1.5 + 24 * unit**2 * float(((along @ centered) ** 2).sum())
    variance = max(variance + more, 0.0)
    skewness = cube / variance**1.5 if variance > 0 else 0.0
    return mean + float(offset @ offset), variance, skewness


def _centered(first: Float32s, second: Float32s) -> Float32s:
    """Return the uses of both groups around their mean, zeros where they differ by rounding."""
    together = np.vstack([first, second])
    center = together.mean(axis=0, dtype=np.float64)
    centered = together - center
    alike = np.abs(centered).max() <= ROUNDING * np.abs(center).max()
    return np.zeros_like(together) if alike else centered.astype(np.float32)
