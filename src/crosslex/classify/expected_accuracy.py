"""How often a classifier is right in a domain without labels, and how sure that is."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

from crosslex.adapt.decision import Scores
from crosslex.classify.score_mixture import SEPARATION_ERROR, ScoreMixture
from crosslex.intervals import wilson

CONFIDENCE = 0.9
MODEL_ERROR = 0.12
"""Relative error of the separation of the classes beyond what its standard error says; chosen so
that intervals cover the truth on the pairs that the priors were chosen on."""
LITTLE = 0.05


@dataclass(frozen=True)
class ExpectedAccuracy:
    """The share of texts that is classified correctly, as far as can be told without labels.

    Parameters
    ----------
    value
        The best guess.
    low, high
        The bounds of a 90 % interval.
    guessing
        The share that always predicting the most frequent class gets.

    Examples
    --------
    >>> print(ExpectedAccuracy(0.843, 0.81, 0.868, 0.5))
    84 % (81 to 87 %)
    """

    value: float
    low: float
    high: float
    guessing: float

    def __str__(self) -> str:
        value, low, high = (f"{100 * each:.0f}" for each in (self.value, self.low, self.high))
        return f"{value} % ({low} to {high} %)"

    @property
    def advice(self) -> str | None:
        """What to do where the classifier may be little better than guessing; None elsewhere.

        >>> ExpectedAccuracy(0.58, 0.53, 0.63, 0.5).advice[:40]
        'it may be little better than guessing (5'
        """
        if self.low >= self.guessing + LITTLE:
            return None
        return (
            f"it may be little better than guessing ({100 * self.guessing:.0f} %); label some of "
            "the target's texts (suggest) and refine the classifier with them, or take labels "
            "from a domain that is more like the target"
        )


def accuracy_of_mixture(mixture: ScoreMixture, cut: float, share: float) -> ExpectedAccuracy:
    """Return the accuracy of cutting scores of two classes somewhere.

    `share` is that of the second class among the texts to classify.

    >>> mixture = ScoreMixture(0.0, 2.0, 2.0, 0.5, 0.0)  # means -1 and 1, deviation 1
    >>> round(accuracy_of_mixture(mixture, 0.0, 0.5).value, 4)  # Φ(1)
    0.8413
    """

    def right(separation: float) -> float:
        deviation = mixture.separation / mixture.slope
        place = (cut - mixture.middle) / deviation
        first, second = norm.cdf([separation / 2 + place, separation / 2 - place])
        return float((1 - share) * first + share * second)

    error = norm.ppf((1 + CONFIDENCE) / 2) * np.hypot(mixture.separation_error, MODEL_ERROR)
    low, value, high = (right(mixture.separation * np.exp(sign * error)) for sign in (-1, 0, 1))
    return ExpectedAccuracy(value, low, high, max(share, 1 - share))


def accuracy_of_confidence(probabilities: NDArray[np.float64]) -> ExpectedAccuracy:
    """Return the mean probability of the predicted class, with the source's usual loss beside."""
    if not len(probabilities):
        guess = 1 / probabilities.shape[1]
        return ExpectedAccuracy(guess, guess, 1.0, guess)
    value = float(probabilities.max(axis=1).mean())
    guessing = float(probabilities.mean(axis=0).max())
    error = norm.ppf((1 + CONFIDENCE) / 2) * SEPARATION_ERROR
    low, high = guessing + (value - guessing) * np.exp(np.array([-error, error]))
    return ExpectedAccuracy(value, float(low), float(min(high, 1.0)), guessing)


def held_out_accuracy(scores: Scores, labels: NDArray[np.int32]) -> ExpectedAccuracy:
    """Return the accuracy on labeled documents of the target, each left out of the training.

    >>> scores = np.array([[0.0, 1.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    >>> print(held_out_accuracy(scores, np.array([1, 0, 1, 0])))
    75 % (36 to 94 %)
    """
    right = scores.argmax(axis=1) == labels
    number, value = len(right), float(right.mean())
    interval = wilson(value, number, float(norm.ppf((1 + CONFIDENCE) / 2)))
    guessing = float(np.bincount(labels).max() / number)
    return ExpectedAccuracy(value, interval.low, interval.high, guessing)
