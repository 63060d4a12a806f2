"""How much a word's use changes between two domains, compared with other words."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Float64s, Int64s
from crosslex.shift.contexts import Uses, both_sides
from crosslex.shift.peers import standardize, without_frequency
from crosslex.vectors import unit_rows

GROUPS = 10
Pair = tuple[Float64s, Float64s]
HALF_WEIGHT = 300
"""A word in this many documents counts half as much as one in very many when drift is learned."""
PENALTY = 0.3
FEW_DOCUMENTS = 10
"""Evidence at which half of a word's score is believed; the rest is taken for chance."""
# A constant feature so large that the penalty on it is nothing: an intercept.
INTERCEPT = 100.0


@dataclass(frozen=True)
class PartWeights:
    """What the parts of a score weigh: those of the distances, and those of the departures.

    The higher `sharpness`, the more sharply the score turns from distances to departures where
    less of the distance between mean uses is chance.
    """

    between: float = 1
    gap: float = 1
    contexts: float = 1
    vectors: float = 2
    sharpness: float = 3


USUAL_WEIGHTS = PartWeights()


@dataclass(frozen=True, eq=False)
class Changes:
    """How much each word's use changes, in standard deviations among words of like frequency."""

    values: Float64s
    _scorer: "_Scorer"

    def errors(self, words: Int64s) -> Float64s:
        """Return standard errors over documents, by leaving out a tenth of them at a time."""
        replicates = np.array(list(self._scorer.without_groups(words)))
        spread = replicates - replicates.mean(axis=0)
        return np.asarray(np.sqrt((GROUPS - 1) / GROUPS * (spread**2).sum(axis=0)))


@dataclass(frozen=True, eq=False)
class Prediction:
    """A ridge regression from vectors to vectors, and how far each word pulled it.

    A leverage is the share of a word's own vector in its prediction; the last row of the
    coefficients is the intercept.
    """

    coefficients: Float64s
    leverages: Float64s

    def residuals(self, inputs: Float64s, targets: Float64s, words: Int64s) -> Float64s:
        """Return what is left of the words' targets when all words but itself predict each."""
        misses = targets - _features(inputs) @ self.coefficients
        return np.asarray(misses / (1 - self.leverages[words])[:, None])


def distances_between(means: Pair) -> Float64s:
    """Return the mean of 1 - cosine over pairs of vectors of unit length, one here and one there.

    In closed form from their means, as are distances within.
    """
    return np.asarray(1 - (means[0] * means[1]).sum(axis=1))


def distances_within(means: Pair, sizes: tuple[Int64s, Int64s]) -> Float64s:
    """Return the same over pairs of the same domain, the mean of both domains."""
    within = [
        1 - (size * (mean * mean).sum(axis=1) - 1) / np.maximum(size - 1, 1)
        for mean, size in zip(means, sizes, strict=True)
    ]
    return np.asarray((within[0] + within[1]) / 2)


@dataclass(frozen=True, eq=False)
class _Drift:
    """What all words' differences have in common: learned to predict one domain from the other."""

    centers: Pair
    ways: tuple[Prediction, Prediction]

    @classmethod
    def learn(cls, vectors: Pair, weights: Float64s) -> "_Drift":
        centers = (weights @ vectors[0] / weights.sum(), weights @ vectors[1] / weights.sum())
        here, there = (
            unit_rows(each - center) for each, center in zip(vectors, centers, strict=True)
        )
        # Differences are predicted, so that with little text no difference is expected.
        ways = (
            fit_prediction(there, here - there, weights),
            fit_prediction(here, there - here, weights),
        )
        return cls(centers, ways)

    def departures(self, vectors: Pair, words: Int64s) -> list["_Departure"]:
        """Return how far words depart from what is expected of them, in the first domain first."""
        here, there = (
            unit_rows(each - center) for each, center in zip(vectors, self.centers, strict=True)
        )
        found = []
        for way, inputs, moves in zip(
            self.ways, (there, here), (here - there, there - here), strict=True
        ):
            residuals = way.residuals(inputs, moves, words)
            found.append(_Departure(np.log(_squares(residuals)), _squares(moves - residuals)))
        return found


@dataclass(frozen=True, eq=False)
class _Departure:
    """Log squared residuals of words, and how far they were expected to move, squared."""

    sizes: Float64s
    expected: Float64s


@dataclass(frozen=True, eq=False)
class _Scorer:
    """What turns mean uses into scores; the parts of a score are added up after scaling."""

    uses: tuple[Uses, Uses]
    drift: _Drift
    scales: Float64s

    def parts(
        self, means: Pair, occurrences: Pair, sizes: tuple[Int64s, Int64s], words: Int64s
    ) -> list[Float64s]:
        both = (both_sides(means[0]), both_sides(means[1]))
        gap = distances_between(both) - distances_within(both, sizes)
        first, second = self.drift.departures(_sided(means), words)
        return [distances_between(occurrences), gap, first.sizes, second.sizes]

    def without_groups(self, words: Int64s) -> Iterator[Float64s]:
        """Yield scores, up to a constant per word, each time with a group of documents left out."""
        first, second = (uses.means_without(words, groups=GROUPS) for uses in self.uses)
        single = (uses.occurrence_means_without(words, groups=GROUPS) for uses in self.uses)
        for (here, n_here), (there, n_there), *occurrences in zip(
            first, second, *single, strict=True
        ):
            pair = (occurrences[0], occurrences[1])
            parts = np.array(self.parts((here, there), pair, (n_here, n_there), words))
            yield (self.scales[:, words] * parts).sum(axis=0)


def measure_changes(
    first: Uses, second: Uses, vectors: Pair, weights: PartWeights = USUAL_WEIGHTS
) -> Changes:
    """Return how much words change: how far their uses lie apart, and how unexpectedly.

    Where two domains hardly differ, a word has changed if its uses lie apart between them, and
    farther than within them. Between real domains all words drift; there it has changed if its
    mean contexts and its vectors depart from what the other domain and all other words lead to
    expect. Both are weighed by how much of the distance between mean uses is chance.

    Parameters
    ----------
    first, second
        The uses of the same words in both domains.
    vectors
        The words' vectors in both domains.
    weights
        What the parts of the score weigh.
    """
    both = (first, second)
    sizes = np.column_stack([first.sizes, second.sizes]).astype(np.float64)
    evidence = sizes.prod(axis=1) / sizes.sum(axis=1)
    order = np.argsort(evidence, kind="stable")
    known = evidence / (evidence + HALF_WEIGHT)
    means = (first.means(), second.means())
    scorer = _Scorer(both, _Drift.learn(_sided(means), known), np.zeros((4, len(order))))
    words = np.arange(len(order))
    occurrences = (first.occurrence_means(), second.occurrence_means())
    parts = scorer.parts(means, occurrences, (first.sizes, second.sizes), words)
    of_uses = scorer.drift.departures(_sided(means), words)
    of_vectors = _Drift.learn(vectors, known).departures(vectors, words)

    def among_peers(part: Float64s, expected: Float64s | None = None) -> tuple[Float64s, Float64s]:
        rest = without_frequency(part, sizes)
        if expected is not None:
            # A word that is expected to move far may depart farther; half of that is taken off,
            # because such words are also those that change most.
            rest = (rest + without_frequency(part, np.column_stack([sizes, expected]))) / 2
        found = standardize(rest, order)
        return found.values, found.scale

    expected = [None, None, *(each.expected for each in of_uses)]
    scaled = [among_peers(part, moved) for part, moved in zip(parts, expected, strict=True)]
    of_distance = weights.between * scaled[0][0] + weights.gap * scaled[1][0]
    of_contexts = weights.contexts * (scaled[2][0] + scaled[3][0])
    departures = of_contexts + weights.vectors * sum(
        among_peers(each.sizes, each.expected)[0] for each in of_vectors
    )
    plain, drifted = standardize(of_distance, order), standardize(departures, order)
    chance = chance_share(means, (first.sizes, second.sizes), known)
    likely, unlikely = chance**weights.sharpness, (1 - chance) ** weights.sharpness
    say = likely / (likely + unlikely)
    final = standardize(say * plain.values + (1 - say) * drifted.values, order)
    believed = evidence / (evidence + FEW_DOCUMENTS)
    # The vectors come from the same documents, so they are taken to vary as mean contexts do.
    departing = (1 - say) * (weights.contexts + weights.vectors) / drifted.scale
    lying_apart = say / plain.scale
    says = (weights.between * lying_apart, weights.gap * lying_apart, departing, departing)
    for row, (_, scale) in enumerate(scaled):
        scorer.scales[row] = believed * says[row] / (scale * final.scale)
    return Changes(believed * final.values, scorer)


def chance_share(means: Pair, sizes: tuple[Int64s, Int64s], weights: Float64s) -> float:
    """Return how much of the squared distance of mean uses is chance, over all words, weighted."""
    here, there = both_sides(means[0]), both_sides(means[1])
    distance = ((here - there) ** 2).sum(axis=1)
    noise = np.zeros(len(weights))
    for mean, size in zip((here, there), sizes, strict=True):
        noise += (1 - (mean * mean).sum(axis=1)) / np.maximum(size - 1, 1)
    total = float(weights @ distance)
    return float(np.clip(weights @ noise / total, 0, 1)) if total > 0 else 1.0


def fit_prediction(inputs: Float64s, targets: Float64s, weights: Float64s) -> Prediction:
    """Return a ridge regression from vectors to vectors, words weighted.

    Leaving a word out is exact and needs no second fit: its residual divided by one minus
    its leverage.
    """
    features = _features(inputs)
    heavy = features * weights[:, None]
    inverse = np.linalg.inv(features.T @ heavy + PENALTY * np.eye(features.shape[1]))
    leverages = np.einsum("ij,ij->i", heavy @ inverse, features)
    return Prediction(inverse @ (heavy.T @ targets), np.clip(leverages, 0, 0.99))


def _sided(means: Pair) -> Pair:
    """Return the part of mean uses that has before and after side by side."""
    size = 2 * (means[0].shape[1] // 3)
    return means[0][:, :size], means[1][:, :size]


def _squares(gaps: Float64s) -> Float64s:
    # Never 0, because logs are taken.
    return np.asarray((gaps * gaps).sum(axis=1) + 1e-12)


def _features(inputs: Float64s) -> Float64s:
    return np.hstack([inputs, np.full((len(inputs), 1), INTERCEPT)])
