"""Whether a word differs more than its neighbors in frequency and meaning do."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh

from crosslex.arrays import Float64s, Int64s
from crosslex.shift.contexts import Uses
from crosslex.shift.peers import standardize, without_frequency
from crosslex.vectors import unit_rows

GROUPS = 10
Pair = tuple[Float64s, Float64s]
# A word in this many documents counts half as much as one in very many.
HALF_WEIGHT = 300
PENALTY = 0.03
# A constant feature so large that the penalty on it is nothing: an intercept.
INTERCEPT = 100.0


@dataclass(frozen=True, eq=False)
class Changes:
    """How far each word departs from what its peers lead to expect.

    Values are in standard deviations among words of like frequency; p is how often such a word
    reaches so far, if all are alike.
    """

    values: Float64s
    p: Float64s
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


@dataclass(frozen=True, eq=False)
class _Space:
    """Where mean contexts are compared: centered, as they are and whitened, of unit length."""

    centers: Pair
    whitening: Float64s

    def place(self, means: Float64s, domain: int) -> Float64s:
        centered = means - self.centers[domain]
        both = np.hstack([unit_rows(centered), unit_rows(centered @ self.whitening)])
        return np.asarray(both / np.sqrt(2))


@dataclass(frozen=True, eq=False)
class _Scorer:
    """Everything that turns mean contexts into scores."""

    uses: tuple[Uses, Uses]
    space: _Space
    ways: tuple[Prediction, Prediction]
    scales: Float64s

    def parts(self, means: Pair, words: Int64s) -> tuple[Float64s, Float64s, Float64s]:
        """Return the logarithms of the distance and of what each way's prediction leaves."""
        placed = [self.space.place(each, domain) for domain, each in enumerate(means)]
        centers = self.space.centers
        return (
            _log_square(means[0] - centers[0] - means[1] + centers[1]),
            _log_square(self.ways[0].residuals(placed[1], placed[0], words)),
            _log_square(self.ways[1].residuals(placed[0], placed[1], words)),
        )

    def without_groups(self, words: Int64s) -> Iterator[Float64s]:
        """Yield scores, up to a constant per word, each time with a group of documents left out."""
        first, second = (uses.means_without(words, groups=GROUPS) for uses in self.uses)
        for means in zip(first, second, strict=True):
            parts = np.array(self.parts(means, words))
            yield (self.scales[:, words] * parts).sum(axis=0)


def measure_changes(first: Uses, second: Uses, *, unchanged: float) -> Changes:
    """Return words' changes: the distance of mean contexts, and how badly others predict them.

    Where few words differ, the plain distance tells most; where nearly all do, because the
    domains do, what matters is how much of a word's vector its vector in the other domain
    and all other words fail to predict. The score weighs both by `unchanged`, the share of words
    that do not differ at all.
    """
    sizes = np.column_stack([first.sizes, second.sizes]).astype(np.float64)
    evidence = sizes.prod(axis=1) / sizes.sum(axis=1)
    order = np.argsort(evidence, kind="stable")
    weights = evidence / (evidence + HALF_WEIGHT)
    means = (first.means(), second.means())
    space = _fit_space((first, second), means, weights)
    here, there = (space.place(each, domain) for domain, each in enumerate(means))
    ways = (fit_prediction(there, here, weights), fit_prediction(here, there, weights))
    scorer = _Scorer((first, second), space, ways, np.empty((3, len(order))))
    bursts = [np.add.reduceat(uses.counts, uses.starts[:-1]) for uses in (first, second)]
    frequencies = np.hstack([sizes, np.column_stack(bursts) / sizes])
    score = np.zeros(len(order))
    shares = (unchanged, (1 - unchanged) / 2, (1 - unchanged) / 2)
    for row, part in enumerate(scorer.parts(means, np.arange(len(order)))):
        among_peers = standardize(without_frequency(part, frequencies), order)
        score += shares[row] * among_peers.values
        scorer.scales[row] = shares[row] / among_peers.scale
    final = standardize(score, order)
    scorer.scales[:] /= final.scale
    return Changes(final.values, final.p, scorer)


def fit_prediction(inputs: Float64s, targets: Float64s, weights: Float64s) -> Prediction:
    """Return a ridge regression from one domain's vectors to the other's, words weighted.

    Leaving a word out is exact and needs no second fit: its residual divided by one minus
    its leverage.
    """
    features = _features(inputs)
    heavy = features * weights[:, None]
    inverse = np.linalg.inv(features.T @ heavy + PENALTY * np.eye(features.shape[1]))
    leverages = np.einsum("ij,ij->i", heavy @ inverse, features)
    return Prediction(inverse @ (heavy.T @ targets), np.clip(leverages, 0, 0.99))


def share_unchanged(p: Float64s) -> float:
    """Return the share of true nulls, estimated from p-values above one half (Storey, 2002).

    >>> share_unchanged(np.array([0.001, 0.002, 0.6, 0.4]))
    0.5
    """
    return float(min(1.0, 2 * (p > 0.5).mean())) if len(p) else 1.0


def _log_square(gaps: Float64s) -> Float64s:
    return np.asarray(np.log((gaps * gaps).sum(axis=1) + 1e-12))


def _fit_space(both: tuple[Uses, Uses], means: Pair, weights: Float64s) -> _Space:
    """Return the centers, and the map that makes a word's uses vary alike in all directions."""
    dimension = means[0].shape[1]
    within = np.zeros((dimension, dimension))
    for uses, mean in zip(both, means, strict=True):
        within += uses.vectors.T @ uses.vectors - (mean * uses.sizes[:, None]).T @ mean
    within /= max(1, sum(len(uses.vectors) for uses in both))
    least = 1e-3 * max(0.0, np.trace(within)) / dimension + 1e-12
    values, directions = eigh(within + least * np.eye(dimension))
    # Where uses do not vary, rounding may make a variance negative.
    values = np.maximum(values, least)
    centers = tuple(weights @ mean / weights.sum() for mean in means)
    return _Space((centers[0], centers[1]), directions / np.sqrt(values))


def _features(inputs: Float64s) -> Float64s:
    return np.hstack([inputs, np.full((len(inputs), 1), INTERCEPT)])
