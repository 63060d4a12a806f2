"""How much each word's use changes between two domains: the score that words are ranked by."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Float64s, Int64s
from crosslex.shifts.domain_regression import Departure, DomainRegression
from crosslex.shifts.uses import (
    Pair,
    Uses,
    both_sides,
    combined_documents,
    evidence_weights,
    jackknife_errors,
    mean_variances,
)
from crosslex.vectors import unit_rows

SHRINKAGE_DOCUMENTS = 10
"""Documents at which a word's score is shrunk to half."""
VECTOR_DIMENSIONS = (50, 300)
"""Of word vectors: the strongest directions of the space, and as many as a model has."""
DISTANCE_WEIGHT_RANGE = (0.03, 0.7)
"""Smallest and largest weight of distances beside departures."""
MATCHED_WORDS = 501
"""Words of similar frequency that a word's score is standardized by."""
MATCHING_STEPS = 60
FREQUENCY_PENALTY = 0.1
QUANTILES = (0.1, 0.5, 0.9)
DEVIATIONS_BETWEEN_QUANTILES = 2 * 1.2815516
"""Standard deviations of a normal distribution between the outer two quantiles."""


@dataclass(frozen=True)
class PartWeights:
    """Weights of the parts of a score: distances (`between`, `gap`) and departures.

    Vectors enter once with few dimensions and once with all. The higher `sharpness`, the more
    abruptly the score turns from distances to departures as sampling noise becomes a smaller part
    of the distance between mean uses.
    """

    between: float = 1
    gap: float = 1
    contexts: float = 1
    vectors: float = 1
    sharpness: float = 3


DEFAULT_WEIGHTS = PartWeights()


@dataclass(frozen=True, eq=False)
class Changes:
    """Scores of all words, in standard deviations among words of similar frequency."""

    values: Float64s
    _scorer: "_Scorer"

    def errors(self, words: Int64s) -> Float64s:
        """Return jackknife standard errors over documents."""
        return jackknife_errors(np.array(list(self._scorer.without_groups(words))))


def distances_between(means: Pair) -> Float64s:
    """Return the mean of 1 - cosine over pairs of unit vectors, one of each domain.

    In closed form from the two means, as are distances within.
    """
    return np.asarray(1 - (means[0] * means[1]).sum(axis=1))


def distances_within(means: Pair, sizes: tuple[Int64s, Int64s]) -> Float64s:
    """Return the same over pairs of one domain, averaged over both domains."""
    within = [
        1 - (size * (mean * mean).sum(axis=1) - 1) / np.maximum(size - 1, 1)
        for mean, size in zip(means, sizes, strict=True)
    ]
    return np.asarray((within[0] + within[1]) / 2)


@dataclass(frozen=True, eq=False)
class _Scorer:
    """Scores from mean uses: the sum of scaled parts."""

    uses: tuple[Uses, Uses]
    regression: DomainRegression
    scales: Float64s

    def parts(
        self, means: Pair, occurrences: Pair, sizes: tuple[Int64s, Int64s], words: Int64s
    ) -> list[Float64s]:
        both = (both_sides(means[0]), both_sides(means[1]))
        gap = distances_between(both) - distances_within(both, sizes)
        first, second = self.regression.departures(_sided(means), words)
        return [distances_between(occurrences), gap, first.sizes, second.sizes]

    def without_groups(self, words: Int64s) -> Iterator[Float64s]:
        """Yield scores, up to a constant per word, each time with a group of documents left out."""
        first, second = (uses.means_without(words) for uses in self.uses)
        single = (uses.occurrence_means_without(words) for uses in self.uses)
        for (here, n_here), (there, n_there), *occurrences in zip(
            first, second, *single, strict=True
        ):
            pair = (occurrences[0], occurrences[1])
            parts = np.array(self.parts((here, there), pair, (n_here, n_there), words))
            yield (self.scales[:, words] * parts).sum(axis=0)


def measure_changes(
    first: Uses, second: Uses, vectors: Pair, weights: PartWeights = DEFAULT_WEIGHTS
) -> Changes:
    """Return the change scores of all words between two domains.

    A score combines two kinds of parts. *Distances*: how far a word's uses lie apart between the
    domains, and how much farther than within them; best where two domains hardly differ.
    *Departures*: residuals of mean contexts and of word vectors after regression on the other
    domain; best between real domains, where all words differ somewhat. The weight of distances
    rises with the share of sampling noise in the distance between mean uses.

    Parameters
    ----------
    first, second
        The uses of the same words in both domains.
    vectors
        The words' vectors in both domains, the strongest directions first.
    weights
        Weights of the parts of the score.
    """
    both = (first, second)
    documents = (first.sizes, second.sizes)
    sizes = np.column_stack(documents).astype(np.float64)
    evidence, known = combined_documents(documents), evidence_weights(documents)
    order = np.argsort(evidence, kind="stable")
    means = (first.means(), second.means())
    regression = DomainRegression.fit(_sided(means), known)
    scorer = _Scorer(both, regression, np.zeros((4, len(order))))
    words = np.arange(len(order))
    occurrences = (first.occurrence_means(), second.occurrence_means())
    parts = scorer.parts(means, occurrences, documents, words)
    of_uses = regression.departures(_sided(means), words)
    of_vectors = [
        departure
        for size in VECTOR_DIMENSIONS
        for departure in _departures_of_vectors(vectors, size, known)
    ]

    def matched(part: Float64s, expected: Float64s | None = None) -> Standardized:
        # A word that is expected to move far may depart farther.
        explained = sizes if expected is None else np.column_stack([sizes, expected])
        return standardize(without_frequency(part, explained), order)

    expected = [None, None, *(each.expected for each in of_uses)]
    scaled = [matched(part, moved) for part, moved in zip(parts, expected, strict=True)]
    of_distance = weights.between * scaled[0].values + weights.gap * scaled[1].values
    of_contexts = weights.contexts * (scaled[2].values + scaled[3].values)
    departures = of_contexts + weights.vectors * sum(
        matched(each.sizes, each.expected).values for each in of_vectors
    )
    distant, departed = standardize(of_distance, order), standardize(departures, order)
    noise = noise_share(means, documents, known)
    noisy, clear = noise**weights.sharpness, (1 - noise) ** weights.sharpness
    distance_weight = float(np.clip(noisy / (noisy + clear), *DISTANCE_WEIGHT_RANGE))
    mixed = distance_weight * distant.values + (1 - distance_weight) * departed.values
    final = standardize(mixed, order)
    shrinkage = evidence / (evidence + SHRINKAGE_DOCUMENTS)
    # The vectors come from the same documents, so they are taken to vary as mean contexts do.
    times = weights.contexts + len(VECTOR_DIMENSIONS) * weights.vectors
    departing = (1 - distance_weight) * times / departed.scale
    lying_apart = distance_weight / distant.scale
    factors = (weights.between * lying_apart, weights.gap * lying_apart, departing, departing)
    for row, (factor, part) in enumerate(zip(factors, scaled, strict=True)):
        scorer.scales[row] = shrinkage * factor / (part.scale * final.scale)
    return Changes(shrinkage * final.values, scorer)


def noise_share(means: Pair, sizes: tuple[Int64s, Int64s], weights: Float64s) -> float:
    """Return the share of sampling noise in the squared distances of mean uses, over all words."""
    here, there = both_sides(means[0]), both_sides(means[1])
    distance = ((here - there) ** 2).sum(axis=1)
    noise = mean_variances((here, there), sizes)
    total = float(weights @ distance)
    return float(np.clip(weights @ noise / total, 0, 1)) if total > 0 else 1.0


@dataclass(frozen=True, eq=False)
class Standardized:
    """Scores with median 0 and standard deviation 1 among words of similar frequency.

    `scale` is what they were divided by.
    """

    values: Float64s
    scale: Float64s


def standardize(scores: Float64s, order: Int64s) -> Standardized:
    """Return scores standardized by those of the 501 words nearest in `order`, by frequency.

    The standard deviation is that of the middle four fifths, so that outliers do not widen it.
    """
    low, middle, high = _running_quantiles(scores[order])
    values, scale = np.empty(len(scores)), np.empty(len(scores))
    scale[order] = np.maximum((high - low) / DEVIATIONS_BETWEEN_QUANTILES, 1e-12)
    values[order] = scores[order] - middle
    return Standardized(values / scale, scale)


def without_frequency(scores: Float64s, frequencies: Float64s) -> Float64s:
    """Return leave-one-out residuals of scores on a quadratic function of log frequencies.

    Frequencies are words × kinds, such as documents in each domain. Each word is left out of
    its own prediction, or the most frequent word would always be as expected.
    """
    logs = np.log(frequencies)
    logs = (logs - logs.mean(axis=0)) / np.maximum(logs.std(axis=0), 1e-6)
    kinds = logs.shape[1]
    products = [logs[:, a] * logs[:, b] for a in range(kinds) for b in range(a, kinds)]
    features = np.column_stack([np.ones(len(logs)), logs, *products])
    inverse = np.linalg.inv(features.T @ features + FREQUENCY_PENALTY * np.eye(features.shape[1]))
    leverages = np.einsum("ij,ij->i", features @ inverse, features)
    misses = scores - features @ (inverse @ (features.T @ scores))
    return np.asarray(misses / (1 - np.minimum(leverages, 0.99)))


def _running_quantiles(scores: Float64s) -> Float64s:
    """Return the quantiles of each score's neighbors in order, interpolated between steps."""
    size = len(scores)
    width = min(MATCHED_WORDS, size)
    begins = np.unique(np.linspace(0, size - width, MATCHING_STEPS).round().astype(np.int64))
    found = np.array([np.quantile(scores[begin : begin + width], QUANTILES) for begin in begins])
    centers = begins + (width - 1) / 2
    places = np.arange(size)
    return np.array([np.interp(places, centers, column) for column in found.T])


def _departures_of_vectors(vectors: Pair, size: int, known: Float64s) -> list[Departure]:
    """Return how far words' vectors, cut to a number of dimensions, depart from the prediction."""
    cut = (unit_rows(vectors[0][:, :size]), unit_rows(vectors[1][:, :size]))
    return DomainRegression.fit(cut, known).departures(cut, np.arange(len(known)))


def _sided(means: Pair) -> Pair:
    """Return the part of mean uses that has before and after side by side."""
    size = 2 * (means[0].shape[1] // 3)
    return means[0][:, :size], means[1][:, :size]
