"""Distance of a word's mean uses in two domains, beyond what the other words predict."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from crosslex.arrays import Float64s, Int64s
from crosslex.counts.samples import SentenceSample
from crosslex.shifts.uses import ContextVectors, Pair, Uses, both_sides
from crosslex.vectors import unit_rows

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


@dataclass(frozen=True, eq=False)
class RidgeFit:
    """A ridge regression from vectors to vectors, with the leverage of each word.

    The last row of the coefficients is the intercept.
    """

    coefficients: Float64s
    leverages: Float64s


def fit_ridge(inputs: Float64s, targets: Float64s, weights: Float64s) -> RidgeFit:
    """Return a ridge regression from vectors to vectors, words weighted."""
    features = _features(inputs)
    heavy = features * weights[:, None]
    inverse = np.linalg.inv(features.T @ heavy + PENALTY * np.eye(features.shape[1]))
    leverages = np.einsum("ij,ij->i", heavy @ inverse, features)
    return RidgeFit(inverse @ (heavy.T @ targets), np.clip(leverages, 0, 0.99))


def expected_differences(means: Pair, sizes: Sizes) -> Float64s:
    """Return the difference of each word's two mean uses that all other words predict.

    By ridge regression on the midpoint of the two means. Leaving a word out is exact without a
    second fit: divide its residual by one minus its leverage.
    """
    gaps, midpoints = means[0] - means[1], (means[0] + means[1]) / 2
    evidence = combined_documents(sizes)
    fitted = fit_ridge(midpoints, gaps, evidence / (evidence + HALF_WEIGHT_DOCUMENTS))
    residuals = gaps - _features(midpoints) @ fitted.coefficients
    return np.asarray(gaps - residuals / (1 - fitted.leverages)[:, None])


def combined_documents(sizes: Sizes) -> Float64s:
    """Return half the harmonic mean of each word's documents in two domains.

    The variance of a difference of two means is proportional to its inverse.
    """
    here, there = (size.astype(np.float64) for size in sizes)
    return np.asarray(here * there / np.maximum(here + there, 1))


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


def expected_of(first: Uses, second: Uses) -> Float64s:
    """Return the expected difference of the mean uses of all words in two domains."""
    means = (both_sides(first.means()), both_sides(second.means()))
    return expected_differences(means, (first.sizes, second.sizes))


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


def topic_halves(sample: SentenceSample, contexts: ContextVectors) -> Int64s:
    """Return the half of each document, 0 or 1: below or above the median of the first component.

    Documents that the sample does not have are in neither: -1.
    """
    sampled, of_sentence = np.unique(sample.documents, return_inverse=True)
    documents = np.repeat(of_sentence, np.diff(sample.sentence_offsets))
    known = sample.unigrams >= 0
    known[known] = contexts.vector_of[sample.unigrams[known]] >= 0
    held = csr_array(
        (
            np.ones(int(known.sum()), np.float32),
            (documents[known], contexts.vector_of[sample.unigrams[known]]),
        ),
        (len(sampled), len(contexts.vectors)),
    )
    halves = np.full(int(sampled.max(initial=-1)) + 1, -1, np.int64)
    halves[sampled] = halves_along_main(unit_rows(np.asarray(held @ contexts.vectors, np.float64)))
    return halves


def halves_along_main(rows: Float64s) -> Int64s:
    """Return the half of each row, 0 or 1: below or above the median of the first component."""
    placed = rows - rows.mean(axis=0)
    main = np.linalg.eigh(placed.T @ placed)[1][:, -1]
    # The sign of an eigenvector is arbitrary.
    along = placed @ (main * np.sign(main[np.abs(main).argmax()]))
    return np.asarray(along > np.median(along), np.int64)


def random_halves(first: Uses, second: Uses, random_state: int) -> tuple[Uses, Uses]:
    """Return the uses of both domains divided anew, each document at random into one of two.

    Words that one of the halves uses less than twice are left out of both.
    """
    generator = np.random.default_rng(random_state)
    vectors = np.vstack([first.vectors, second.vectors])
    half = np.concatenate(
        [
            generator.integers(2, size=int(each.documents.max(initial=-1)) + 1)[each.documents]
            for each in (first, second)
        ]
    )
    word = np.concatenate([np.repeat(np.arange(len(e.sizes)), e.sizes) for e in (first, second)])
    documents = np.concatenate([first.documents, second.documents])
    sizes = [np.bincount(word[half == side], minlength=len(first.sizes)) for side in (0, 1)]
    kept = np.minimum(*sizes) >= 2
    divided = []
    for side in (0, 1):
        rows = np.flatnonzero((half == side) & kept[word])
        rows = rows[np.argsort(word[rows], kind="stable")]
        starts = np.concatenate([[0], np.cumsum(sizes[side][kept])])
        divided.append(Uses(vectors[rows], starts, documents[rows]))
    return divided[0], divided[1]


def _features(inputs: Float64s) -> Float64s:
    return np.hstack([inputs, np.full((len(inputs), 1), INTERCEPT)])
