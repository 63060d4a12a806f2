"""What all words' differences have in common, and how far words depart from it."""

from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Float64s, Int64s
from crosslex.vectors import unit_rows

Pair = tuple[Float64s, Float64s]
PENALTY = 0.3
# A constant feature so large that the penalty on it is nothing: an intercept.
INTERCEPT = 100.0


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
class Departure:
    """Log squared residuals of words, and how far they were expected to move, squared."""

    sizes: Float64s
    expected: Float64s


@dataclass(frozen=True, eq=False)
class Drift:
    """What all words' differences have in common: learned to predict one domain from the other."""

    centers: Pair
    ways: tuple[Prediction, Prediction]

    @classmethod
    def learn(cls, vectors: Pair, weights: Float64s) -> "Drift":
        """Learn from all words' vectors, words weighted."""
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

    def departures(self, vectors: Pair, words: Int64s) -> list[Departure]:
        """Return how far words depart from what is expected of them, in the first domain first."""
        here, there = (
            unit_rows(each - center) for each, center in zip(vectors, self.centers, strict=True)
        )
        found = []
        for way, inputs, moves in zip(
            self.ways, (there, here), (here - there, there - here), strict=True
        ):
            residuals = way.residuals(inputs, moves, words)
            found.append(Departure(np.log(_squares(residuals)), _squares(moves - residuals)))
        return found


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


def _squares(gaps: Float64s) -> Float64s:
    # Never 0, because logs are taken.
    return np.asarray((gaps * gaps).sum(axis=1) + 1e-12)


def _features(inputs: Float64s) -> Float64s:
    return np.hstack([inputs, np.full((len(inputs), 1), INTERCEPT)])
