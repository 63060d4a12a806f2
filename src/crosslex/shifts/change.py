"""How much a word's use changes between two domains, compared with other words."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Float64s, Int64s
from crosslex.shifts.contexts import Uses, both_sides
from crosslex.shifts.drift import Departure, Drift, Pair
from crosslex.shifts.peers import standardize, without_frequency
from crosslex.vectors import unit_rows

GROUPS = 10
HALF_WEIGHT = 300
"""A word in this many documents counts half as much as one in very many when drift is learned."""
FEW_DOCUMENTS = 10
"""Evidence at which half of a word's score is believed; the rest is taken for chance."""
VECTOR_DIMENSIONS = (50, 300)
"""Of word vectors: the strongest directions of the space, and as many as a model has."""
SAY_OF_DISTANCES = (0.03, 0.7)
"""How little and how much say distances have beside departures, whatever part of them is chance."""


@dataclass(frozen=True)
class PartWeights:
    """What the parts of a score weigh: those of the distances, and those of the departures.

    Vectors count once with few dimensions and once with all. The higher `sharpness`, the more
    sharply the score turns from distances to departures where less of the distance between mean
    uses is chance.
    """

    between: float = 1
    gap: float = 1
    contexts: float = 1
    vectors: float = 1
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
class _Scorer:
    """What turns mean uses into scores; the parts of a score are added up after scaling."""

    uses: tuple[Uses, Uses]
    drift: Drift
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
    expect. Both are weighed by how much of the distance between mean uses is chance; departures
    always have a say, because they find changes that distances do not.

    Parameters
    ----------
    first, second
        The uses of the same words in both domains.
    vectors
        The words' vectors in both domains, the strongest directions first.
    weights
        What the parts of the score weigh.
    """
    both = (first, second)
    sizes = np.column_stack([first.sizes, second.sizes]).astype(np.float64)
    evidence = sizes.prod(axis=1) / sizes.sum(axis=1)
    order = np.argsort(evidence, kind="stable")
    known = evidence / (evidence + HALF_WEIGHT)
    means = (first.means(), second.means())
    scorer = _Scorer(both, Drift.learn(_sided(means), known), np.zeros((4, len(order))))
    words = np.arange(len(order))
    occurrences = (first.occurrence_means(), second.occurrence_means())
    parts = scorer.parts(means, occurrences, (first.sizes, second.sizes), words)
    of_uses = scorer.drift.departures(_sided(means), words)
    of_vectors = [
        departure
        for size in VECTOR_DIMENSIONS
        for departure in _departures_of_vectors(vectors, size, known)
    ]

    def among_peers(part: Float64s, expected: Float64s | None = None) -> tuple[Float64s, Float64s]:
        # A word that is expected to move far may depart farther.
        explained = sizes if expected is None else np.column_stack([sizes, expected])
        found = standardize(without_frequency(part, explained), order)
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
    say = float(np.clip(likely / (likely + unlikely), *SAY_OF_DISTANCES))
    final = standardize(say * plain.values + (1 - say) * drifted.values, order)
    believed = evidence / (evidence + FEW_DOCUMENTS)
    # The vectors come from the same documents, so they are taken to vary as mean contexts do.
    times = weights.contexts + len(VECTOR_DIMENSIONS) * weights.vectors
    departing = (1 - say) * times / drifted.scale
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


def _departures_of_vectors(vectors: Pair, size: int, known: Float64s) -> list[Departure]:
    """Return how far words' vectors of so many dimensions depart from what is expected."""
    cut = (unit_rows(vectors[0][:, :size]), unit_rows(vectors[1][:, :size]))
    return Drift.learn(cut, known).departures(cut, np.arange(len(known)))


def _sided(means: Pair) -> Pair:
    """Return the part of mean uses that has before and after side by side."""
    size = 2 * (means[0].shape[1] // 3)
    return means[0][:, :size], means[1][:, :size]
