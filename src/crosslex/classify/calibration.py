"""Calibration: from scores to log-odds in the target, a threshold, and the expected accuracy."""

from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax, logit, softmax
from scipy.stats import norm

from crosslex.arrays import Float64s, Int32s
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
QUANTILE = float(norm.ppf((1 + CONFIDENCE) / 2))
"""Standard errors to either side of it."""
MIN_GAIN = 0.05
"""Over guessing, of a classifier that needs no advice."""
MIN_SHARE = 1e-6
"""The smallest share of a class that can be given or estimated."""
_STEEPEST = 1e3
_PASSES = 100


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
    offset: Float64s
    class_prior: Float64s
    accuracy: ExpectedAccuracy

    def apply(self, scores: Scores) -> Scores:
        """Return log-odds, documents × classes."""
        return np.asarray(self.slope * scores - self.offset)


def calibrate(
    data: CalibrationData, class_prior: Float64s | None, *, recalibrates: bool = True
) -> Calibration:
    """Return the threshold, the slope of the log-odds, and the accuracy to expect.

    The threshold is where the scores of the target's texts divide into classes, as far as they
    do, else near the source's; where the method does not recalibrate, it is the source's.
    `class_prior` is the share of each class among the texts to classify; None estimates it from
    the target's scores.
    """
    shares, slope = data.label_shares, temperature(data.held_out, data.labels)
    scores = data.pool_scores[np.diff(data.pool.indptr) > 0]
    if data.in_target:
        accuracy = held_out_accuracy(data.held_out, data.labels)
        found = Calibration(slope, np.zeros(len(shares)), shares, accuracy)
    elif len(shares) > 2:
        slope *= SEPARATION_RATIO / DEVIATION_RATIO
        prior = class_prior if recalibrates else shares
        if prior is None:
            prior = estimate_prior(slope * scores, shares)
        offset = np.log(shares) - np.log(prior)
        accuracy = accuracy_of_confidence(softmax(slope * scores - offset, axis=1))
        found = Calibration(slope, offset, prior, accuracy)
    else:
        held_out, second = margins(data.held_out), data.labels == 1
        mixture = fit_mixture(margins(scores), held_out, second, ratio=data.separation_ratio)
        prior, cut = shares, 0.0
        if recalibrates:
            estimated = np.array([1 - mixture.share, mixture.share])
            prior = estimated if class_prior is None else class_prior
            slope, cut = mixture.slope, mixture.middle - logit(prior[1]) / mixture.slope
        accuracy = accuracy_of_mixture(mixture, cut, prior[1])
        found = Calibration(slope, np.array([-0.5, 0.5]) * slope * cut, prior, accuracy)
    return replace(found, accuracy=with_sampling_error(accuracy, data, found.class_prior))


def temperature(scores: Scores, labels: Int32s) -> float:
    """Return the slope under which labels are most likely.

    As in Platt's scaling (*Probabilistic Outputs for Support Vector Machines*, 1999), labels are
    smoothed, as if every class had one document more that is not of it, so that the slope is
    finite even if the scores separate the classes.

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

    error = QUANTILE * mixture.separation_error
    low, value, high = (right(max(0.0, mixture.separation + each)) for each in (-error, 0.0, error))
    balanced = right(mixture.separation, 0.5)
    return ExpectedAccuracy(value, low, high, max(share, 1 - share), balanced)


def accuracy_of_confidence(probabilities: Float64s) -> ExpectedAccuracy:
    """Return the mean probability of the predicted class, with the source's usual loss beside."""
    value = float(probabilities.max(axis=1).mean())
    found = probabilities * (probabilities == probabilities.max(axis=1, keepdims=True))
    balanced = float((found.sum(axis=0) / probabilities.sum(axis=0)).mean())
    guessing = float(probabilities.mean(axis=0).max())
    error = QUANTILE * SEPARATION_ERROR
    low, high = guessing + (value - guessing) * np.exp(np.array([-error, error]))
    return ExpectedAccuracy(value, float(low), float(min(high, 1.0)), guessing, balanced)


def with_sampling_error(
    accuracy: ExpectedAccuracy, data: CalibrationData, class_prior: Float64s
) -> ExpectedAccuracy:
    """Return an interval at least as wide as that of an accuracy counted on the labels.

    If classes have the shares π among the texts to classify, and n labels each, the accuracy
    counted on them is as certain as that of 1 / Σ (π² / n) random texts.
    """
    counts = len(data.labels) * data.label_shares
    number = float(1 / (class_prior**2 / counts).sum())
    counted = wilson(accuracy.value, number, QUANTILE)
    low, high = min(accuracy.low, counted.low), max(accuracy.high, counted.high)
    return replace(accuracy, low=low, high=high)


def held_out_accuracy(scores: Scores, labels: Int32s) -> ExpectedAccuracy:
    """Return the accuracy on labeled documents of the target, each left out of the training."""
    right = scores.argmax(axis=1) == labels
    value, guessing = float(right.mean()), float(np.bincount(labels).max() / len(labels))
    balanced = float(np.mean([right[labels == each].mean() for each in np.unique(labels)]))
    return ExpectedAccuracy(value, value, value, guessing, balanced)


def estimate_prior(scores: Scores, label_shares: Float64s) -> Float64s:
    """Return the class prior that explains the scores best, by expectation maximization.

    M. Saerens, P. Latinne, C. Decaestecker. *Adjusting the Outputs of a Classifier to New a
    Priori Probabilities*. Neural Computation 14, 2002.

    >>> scores = np.log([[0.9, 0.1], [0.9, 0.1], [0.9, 0.1], [0.1, 0.9]])
    >>> estimate_prior(scores, np.array([0.5, 0.5])).round(2)
    array([0.81, 0.19])
    """
    shares = label_shares
    for _ in range(_PASSES):
        shares = softmax(scores + np.log(shares) - np.log(label_shares), axis=1).mean(axis=0)
        # No class is ever ruled out, else no text could bring it back.
        shares = np.maximum(shares, MIN_SHARE) / np.maximum(shares, MIN_SHARE).sum()
    return np.asarray(shares)
