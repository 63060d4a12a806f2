"""Each word's vector in one domain, predicted from its vector in the other by all other words."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SHARPNESS = 3.0
PENALTY = 0.3
LANDMARKS = 600
# A constant feature so large that the penalty on it is nothing: an intercept.
INTERCEPT = 100.0


@dataclass(frozen=True, eq=False)
class Prediction:
    """A kernel ridge regression from vectors to vectors, and how far each word pulled it.

    Parameters
    ----------
    landmarks
        The vectors that others are compared with.
    coefficients
        Landmarks, and the intercept, × dimensions.
    leverages
        The share of each word's own vector in its prediction.
    """

    landmarks: NDArray[np.float64]
    coefficients: NDArray[np.float64]
    leverages: NDArray[np.float64]

    def residuals(
        self,
        inputs: NDArray[np.float64],
        targets: NDArray[np.float64],
        words: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        """Return what is left of the words' targets when all words but itself predict each."""
        misses = targets - _features(inputs, self.landmarks) @ self.coefficients
        return np.asarray(misses / (1 - self.leverages[words])[:, None])


def fit_prediction(
    inputs: NDArray[np.float64],
    targets: NDArray[np.float64],
    weights: NDArray[np.float64],
    order: NDArray[np.int64],
) -> Prediction:
    """Fit kernel ridge regression on unit vectors, on a spread of words as landmarks.

    The kernel is exp(3 (cosine − 1)). Leaving a word out is exact and needs no second fit:
    its residual divided by one minus its leverage.

    Parameters
    ----------
    inputs, targets
        Words × dimensions; the inputs of unit length.
    weights
        How much each word counts.
    order
        The words by frequency; landmarks are spread evenly over it.
    """
    spread = np.linspace(0, len(order) - 1, min(LANDMARKS, len(order))).round().astype(np.int64)
    landmarks = inputs[order[spread]]
    features = _features(inputs, landmarks)
    between = np.zeros((len(landmarks) + 1, len(landmarks) + 1))
    between[:-1, :-1] = np.exp(SHARPNESS * (landmarks @ landmarks.T - 1))
    between[-1, -1] = 1
    normal = features.T @ (features * weights[:, None]) + PENALTY * between
    normal.flat[:: len(normal) + 1] += 1e-8
    inverse = np.linalg.inv(normal)
    leverages = np.einsum("ij,ij->i", features @ inverse, features) * weights
    coefficients = inverse @ (features.T @ (targets * weights[:, None]))
    return Prediction(landmarks, coefficients, np.clip(leverages, 0, 0.99))


def _features(inputs: NDArray[np.float64], landmarks: NDArray[np.float64]) -> NDArray[np.float64]:
    alike = np.exp(SHARPNESS * (inputs @ landmarks.T - 1))
    return np.hstack([alike, np.full((len(inputs), 1), INTERCEPT)])
