"""Calibration: from scores to log-odds in the target, a threshold, and the expected accuracy."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax, logit, softmax
from scipy.stats import norm

from crosslex.classify.class_prior import estimate_prior
from crosslex.classify.decision import CalibrationData, Scores, margins
from crosslex.classify.score_mixture import (
    DEVIATION_RATIO,
    SEPARATION_ERROR,
    SEPARATION_RATIO,
    ScoreMixture,
    fit_mixture,
)
from crosslex.results import Interval, wilson

CONFIDENCE = 0.9
"""Of the interval of the expected accuracy."""
MIN_GAIN = 0.05
"""Over guessing, of a classifier that needs no advice."""
_STEEPEST = 1e3


@dataclass(frozen=True)
class ExpectedAccuracy(Interval):
    """The share of texts that is classified correctly, estimated without labels.

    Parameters
    ----------
    value
        The best guess.
    low, high
        The bounds of a 90 % interval.
    guessing
        The share that always predicting the most frequent class gets.
    balanced
        The balanced accuracy: the mean, over the classes, of the share of their texts that is
        classified correctly.

    Examples
    --------
    >>> print(ExpectedAccuracy(0.843, 0.81, 0.868, 0.5, 0.843))
    84 % (81 to 87 %)
    """

    guessing: float
    balanced: float

    def __str__(self) -> str:
        if f"{100 * self.low:.0f}" != f"{100 * self.high:.0f}":
            return self.percent
        value, low, high = (f"{100 * each:.1f}" for each in (self.value, self.low, self.high))
        return f"{value} % ({low} to {high} %)"

    @property
    def advice(self) -> str | None:
        """What to do where the classifier may be little better than guessing; None elsewhere.

        >>> ExpectedAccuracy(0.58, 0.53, 0.63, 0.5, 0.58).advice[:40]
        'it may be little better than guessing (5'
        """
        if self.low >= self.guessing + MIN_GAIN:
            return None
        return (
            f"it may be little better than guessing ({100 * self.guessing:.0f} %); label some of "
            "the target's texts (suggest) and refine the classifier with them, or take labels "
            "from a domain that is more like the target"
        )


@dataclass(frozen=True, eq=False)
class Calibration:
    """Slope and offset that turn scores into log-odds: slope × score - offset.

    `class_prior` is the share of each class that the log-odds assume; `accuracy` is to be expected.
    """

    slope: float
    offset: NDArray[np.float64]
    class_prior: NDArray[np.float64]
    accuracy: ExpectedAccuracy

    def apply(self, scores: Scores) -> Scores:
        """Return log-odds, documents × classes."""
        return np.asarray(self.slope * scores - self.offset)


def calibrate(
    data: CalibrationData, class_prior: NDArray[np.float64] | None, *, recalibrates: bool = True
) -> Calibration:
    """Return the threshold, the slope of the log-odds, and the accuracy to expect.

    The threshold is where the scores of the target's texts divide into classes, as far as they
    do, else near the source's; where the method does not recalibrate, it is the source's.
    `class_prior` is the share of each class among the texts to classify; None estimates it from
    the target's scores.
    """
    rows = np.flatnonzero(np.diff(data.pool.indptr))
    scores = data.pool_scores[rows]
    if data.in_target:
        slope = temperature(data.held_out, data.labels)
        accuracy = held_out_accuracy(data.held_out, data.labels)
        offset = np.zeros(len(data.label_shares))
        return Calibration(slope, offset, data.label_shares, accuracy)
    calibrate_scores = _calibrate_two if len(data.label_shares) == 2 else _calibrate_several
    found = calibrate_scores(data, scores, class_prior, recalibrates)
    return replace(found, accuracy=with_sampling_error(found.accuracy, data, found.class_prior))


def _calibrate_several(
    data: CalibrationData,
    scores: Scores,
    class_prior: NDArray[np.float64] | None,
    recalibrates: bool,
) -> Calibration:
    slope = temperature(data.held_out, data.labels) * SEPARATION_RATIO / DEVIATION_RATIO
    assumed = data.label_shares
    offset = np.zeros(len(assumed))
    if recalibrates:
        if class_prior is None:
            class_prior = estimate_prior(slope * scores, data.label_shares)
        assumed = class_prior
        offset = np.log(data.label_shares) - np.log(assumed)
    accuracy = accuracy_of_confidence(softmax(slope * scores - offset, axis=1))
    return Calibration(slope, offset, assumed, accuracy)


def _calibrate_two(
    data: CalibrationData,
    scores: Scores,
    class_prior: NDArray[np.float64] | None,
    recalibrates: bool,
) -> Calibration:
    mixture = fit_mixture(
        margins(scores),
        margins(data.held_out),
        data.labels == 1,
        ratio=data.separation_ratio,
    )
    if class_prior is None:
        class_prior = np.array([1 - mixture.share, mixture.share])
    slope, cut = mixture.slope, mixture.middle - logit(class_prior[1]) / mixture.slope
    if not recalibrates:
        slope, cut = temperature(data.held_out, data.labels), 0.0
        class_prior = data.label_shares
    accuracy = accuracy_of_mixture(mixture, cut, class_prior[1])
    return Calibration(slope, np.array([-0.5, 0.5]) * slope * cut, class_prior, accuracy)


def temperature(scores: Scores, labels: NDArray[np.int32]) -> float:
    """Return the slope under which labels are most likely.

    As in Platt's scaling, labels are smoothed, as if every class had one document more that is
    not of it, so that the slope is finite even if the scores separate the classes.

    References
    ----------
    J. C. Platt. *Probabilistic Outputs for Support Vector Machines*. 1999.

    >>> scores = np.array([[0.0, 4.0], [4.0, 0.0]])
    >>> round(temperature(np.tile(scores, (50, 1)), np.tile([1, 0], 50)), 2)  # log(51) / 4
    0.98
    """
    n_classes = scores.shape[1]
    smoothed = 1 / (np.bincount(labels, minlength=n_classes)[labels] + 2)
    wanted = np.repeat((smoothed / (n_classes - 1))[:, None], n_classes, axis=1)
    wanted[np.arange(len(labels)), labels] = 1 - smoothed

    def surprise(log_slope: float) -> float:
        return -float((wanted * log_softmax(np.exp(log_slope) * scores, axis=1)).mean())

    limits = (-np.log(_STEEPEST), np.log(_STEEPEST))
    return float(np.exp(minimize_scalar(surprise, bounds=limits, method="bounded").x))


def accuracy_of_mixture(mixture: ScoreMixture, cut: float, share: float) -> ExpectedAccuracy:
    """Return the accuracy of cutting scores of two classes somewhere.

    `share` is that of the second class among the texts to classify.

    >>> mixture = ScoreMixture(0.0, 2.0, 2.0, 0.5, 0.0)  # means -1 and 1, deviation 1
    >>> round(accuracy_of_mixture(mixture, 0.0, 0.5).value, 4)  # Φ(1)
    0.8413
    """

    def right(separation: float, share: float = share) -> float:
        deviation = mixture.separation / mixture.slope
        place = (cut - mixture.middle) / deviation
        first, second = norm.cdf([separation / 2 + place, separation / 2 - place])
        return float((1 - share) * first + share * second)

    error = norm.ppf((1 + CONFIDENCE) / 2) * mixture.separation_error
    low, value, high = (right(max(0.0, mixture.separation + each)) for each in (-error, 0.0, error))
    balanced = right(mixture.separation, 0.5)
    return ExpectedAccuracy(value, low, high, max(share, 1 - share), balanced)


def accuracy_of_confidence(probabilities: NDArray[np.float64]) -> ExpectedAccuracy:
    """Return the mean probability of the predicted class, with the source's usual loss beside."""
    if not len(probabilities):
        guess = 1 / probabilities.shape[1]
        return ExpectedAccuracy(guess, guess, 1.0, guess, guess)
    value = float(probabilities.max(axis=1).mean())
    found = probabilities * (probabilities == probabilities.max(axis=1, keepdims=True))
    balanced = float((found.sum(axis=0) / probabilities.sum(axis=0)).mean())
    guessing = float(probabilities.mean(axis=0).max())
    error = norm.ppf((1 + CONFIDENCE) / 2) * SEPARATION_ERROR
    low, high = guessing + (value - guessing) * np.exp(np.array([-error, error]))
    return ExpectedAccuracy(value, float(low), float(min(high, 1.0)), guessing, balanced)


def with_sampling_error(
    accuracy: ExpectedAccuracy, data: CalibrationData, class_prior: NDArray[np.float64]
) -> ExpectedAccuracy:
    """Return an interval at least as wide as that of an accuracy counted on the labels.

    If classes have the shares π among the texts to classify, and n labels each, the accuracy
    counted on them is as certain as that of 1 / Σ (π² / n) random texts.
    """
    counts = len(data.labels) * data.label_shares
    number = float(1 / (class_prior**2 / counts).sum())
    counted = wilson(accuracy.value, number, float(norm.ppf((1 + CONFIDENCE) / 2)))
    low, high = min(accuracy.low, counted.low), max(accuracy.high, counted.high)
    return replace(accuracy, low=low, high=high)


def held_out_accuracy(scores: Scores, labels: NDArray[np.int32]) -> ExpectedAccuracy:
    """Return the accuracy on labeled documents of the target, each left out of the training.

    >>> scores = np.array([[0.0, 1.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    >>> print(held_out_accuracy(scores, np.array([1, 0, 1, 0])))
    75 % (36 to 94 %)
    """
    right = scores.argmax(axis=1) == labels
    number, value = len(right), float(right.mean())
    found = wilson(value, number, float(norm.ppf((1 + CONFIDENCE) / 2)))
    guessing = float(np.bincount(labels).max() / number)
    balanced = float(np.mean([right[labels == each].mean() for each in np.unique(labels)]))
    return ExpectedAccuracy(value, found.low, found.high, guessing, balanced)
