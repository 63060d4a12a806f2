"""Recalibration: how far log-odds may be shifted and scaled in the target, and what labels say."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax

from crosslex.classify.decision import Scores

# Chosen by `crosslex-bench audit estimates --sets validation,skewed,hutto2014`.
SHIFT_ERROR = 0.7
"""Of the log-odds of two classes: the root mean square is 0.25 (validation), 1.2 (skewed pools)
and 0.7 (hutto2014)."""
SCALE_ERROR = 0.2
"""Of the logarithm of the log-odds' scale: the root mean square is 0.06, 0.10 and 0.25."""
_STEPS = 50


@dataclass(frozen=True, eq=False)
class Recalibration:
    """Shift per class and logarithm of the scale of log-odds: a normal distribution of them."""

    mean: NDArray[np.float64]
    covariance: NDArray[np.float64]

    @classmethod
    def prior(cls, n_classes: int) -> "Recalibration":
        """Return what is known before any label of the target is."""
        # The difference of two classes varies twice as much as each.
        deviations = np.array([SHIFT_ERROR / np.sqrt(2)] * n_classes + [SCALE_ERROR])
        return cls(np.zeros(n_classes + 1), np.diag(deviations**2))

    def update(self, log_odds: Scores, labels: NDArray[np.int32]) -> "Recalibration":
        """Return the posterior, given labels of texts, by Laplace's approximation.

        >>> found = Recalibration.prior(2).update(np.zeros((8, 2)), np.ones(8, int))
        >>> bool(np.diff(found.mean[:2])[0] > 0), bool(found.covariance[0, 0] < 0.245)
        (True, True)
        """
        precision = np.linalg.inv(self.covariance)
        wanted = np.eye(log_odds.shape[1])[labels]
        mean, information = self.mean, precision
        for _ in range(_STEPS):
            likely = recalibrated(log_odds, mean)
            # Derivatives of each class's log-odds by each parameter: texts × classes × parameters.
            scaled = np.exp(mean[-1]) * log_odds
            shifts = np.broadcast_to(np.eye(scaled.shape[1]), (*scaled.shape, scaled.shape[1]))
            by = np.concatenate([shifts, scaled[:, :, None]], axis=2)
            centered = by - (likely[:, :, None] * by).sum(axis=1, keepdims=True)
            slope = np.einsum("tc,tcp->p", wanted - likely, by) - precision @ (mean - self.mean)
            information = precision + np.einsum("tc,tcp,tcq->pq", likely, centered, centered)
            step = np.linalg.solve(information, slope)
            mean = mean + np.clip(step, -1, 1)
            if np.abs(step).max() < 1e-9:
                break
        return Recalibration(mean, np.linalg.inv(information))


def recalibrated(log_odds: Scores, parameters: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return probabilities of the classes with log-odds shifted and scaled."""
    return np.asarray(softmax(np.exp(parameters[-1]) * log_odds + parameters[:-1], axis=1))
