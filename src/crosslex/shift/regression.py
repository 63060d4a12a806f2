"""Each word's vector in one domain, predicted from its vector in the other by all other words."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

PENALTY = 0.03
# A constant feature so large that the penalty on it is nothing: an intercept.
INTERCEPT = 100.0


@dataclass(frozen=True, eq=False)
class Prediction:
    """A ridge regression from vectors to vectors, and how far each word pulled it.

    A leverage is the share of a word's own vector in its prediction; the last row of the
    coefficients is the intercept.
    """

    coefficients: NDArray[np.float64]
    leverages: NDArray[np.float64]

    def residuals(
        self,
        inputs: NDArray[np.float64],
        targets: NDArray[np.float64],
        words: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        """Return what is left of the words' targets when all words but itself predict each."""
        misses = targets - _features(inputs) @ self.coefficients
        return np.asarray(misses / (1 - self.leverages[words])[:, None])


def fit_prediction(
    inputs: NDArray[np.float64], targets: NDArray[np.float64], weights: NDArray[np.float64]
) -> Prediction:
    """Return a ridge regression from one domain's vectors to the other's, words weighted.

    Leaving a word out is exact and needs no second fit: its residual divided by one minus
    its leverage.
    """
    features = _features(inputs)
    heavy = features * weights[:, None]
    inverse = np.linalg.inv(features.T @ heavy + PENALTY * np.eye(features.shape[1]))
    leverages = np.einsum("ij,ij->i", heavy @ inverse, features)
    return Prediction(inverse @ (heavy.T @ targets), np.clip(leverages, 0, 0.99))


def _features(inputs: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.hstack([inputs, np.full((len(inputs), 1), INTERCEPT)])
