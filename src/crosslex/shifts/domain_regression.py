"""Ridge regression of one domain's vectors on the other's, and how far words depart from it."""

from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Float64s, Int64s
from crosslex.shifts.uses import Pair
from crosslex.vectors import unit_rows

PENALTY = 0.3
INTERCEPT = 100.0
"""A constant feature so large that the penalty on its coefficient is negligible."""


@dataclass(frozen=True, eq=False)
class RidgeFit:
    """A ridge regression from vectors to vectors, with the leverage of each word.

    The last row of the coefficients is the intercept.
    """

    coefficients: Float64s
    leverages: Float64s

    def residuals(self, inputs: Float64s, targets: Float64s, words: Int64s) -> Float64s:
        """Return leave-one-out residuals of the words' targets."""
        misses = targets - _features(inputs) @ self.coefficients
        return np.asarray(misses / (1 - self.leverages[words])[:, None])


@dataclass(frozen=True, eq=False)
class Departure:
    """Log squared residuals of words, and the squared length of their predicted differences."""

    sizes: Float64s
    expected: Float64s


@dataclass(frozen=True, eq=False)
class DomainRegression:
    """Regressions that predict each domain's centered vectors from the other's."""

    centers: Pair
    fits: tuple[RidgeFit, RidgeFit]

    @classmethod
    def fit(cls, vectors: Pair, weights: Float64s) -> "DomainRegression":
        """Return the regressions over all words, words weighted."""
        centers = (weights @ vectors[0] / weights.sum(), weights @ vectors[1] / weights.sum())
        here, there = _centered(vectors, centers)
        # Differences are the targets, so that with little text no difference is predicted.
        fits = (
            fit_ridge(there, here - there, weights),
            fit_ridge(here, there - here, weights),
        )
        return cls(centers, fits)

    def departures(self, vectors: Pair, words: Int64s) -> list[Departure]:
        """Return how far words depart from the prediction, in the first domain first."""
        here, there = _centered(vectors, self.centers)
        found = []
        for fit, inputs, moves in zip(
            self.fits, (there, here), (here - there, there - here), strict=True
        ):
            residuals = fit.residuals(inputs, moves, words)
            found.append(Departure(np.log(_squares(residuals)), _squares(moves - residuals)))
        return found


def fit_ridge(inputs: Float64s, targets: Float64s, weights: Float64s) -> RidgeFit:
    """Return a ridge regression from vectors to vectors, words weighted.

    Leaving a word out is exact without a second fit: divide its residual by one minus its
    leverage.
    """
    features = _features(inputs)
    heavy = features * weights[:, None]
    inverse = np.linalg.inv(features.T @ heavy + PENALTY * np.eye(features.shape[1]))
    leverages = np.einsum("ij,ij->i", heavy @ inverse, features)
    return RidgeFit(inverse @ (heavy.T @ targets), np.clip(leverages, 0, 0.99))


def _centered(vectors: Pair, centers: Pair) -> Pair:
    return unit_rows(vectors[0] - centers[0]), unit_rows(vectors[1] - centers[1])


def _squares(gaps: Float64s) -> Float64s:
    # Never 0, because logs are taken.
    return np.asarray((gaps * gaps).sum(axis=1) + 1e-12)


def _features(inputs: Float64s) -> Float64s:
    return np.hstack([inputs, np.full((len(inputs), 1), INTERCEPT)])
