"""From a method's scores to log-odds in the target: where to cut, and how sure a score is."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.sparse import csr_array
from scipy.special import log_softmax, logit, softmax

from crosslex.adapt.class_balance import matching_offset
from crosslex.adapt.decision import Decision, LinearDecision, Scores
from crosslex.classify.expected_accuracy import (
    ExpectedAccuracy,
    accuracy_of_confidence,
    accuracy_of_mixture,
    held_out_accuracy,
)
from crosslex.classify.score_mixture import DEVIATION_LEFT, SEPARATION_LEFT, fit_mixture
from crosslex.classify.threshold import Threshold

_STEEPEST = 1e3
_PASSES = 100


@dataclass(frozen=True, eq=False)
class Calibration:
    """What turns scores into log-odds: they are multiplied by a slope and lowered by an offset.

    `shares` are those of the classes that the log-odds assume; `accuracy` is to be expected.
    """

    slope: float
    offset: NDArray[np.float64]
    shares: NDArray[np.float64]
    accuracy: ExpectedAccuracy

    def apply(self, scores: Scores) -> Scores:
        """Return log-odds, documents × classes."""
        return np.asarray(self.slope * scores - self.offset)


@dataclass(frozen=True, eq=False)
class Evidence:
    """What calibration can learn from.

    Parameters
    ----------
    decision
        Scores of documents of the target.
    pool, pool_scores
        The target's documents, and their scores by classifiers that have not learned from them.
    held_out, labels
        Scores of labeled documents by classifiers that have not seen their labels, and their
        class codes.
    prior
        The share of each class among the labels.
    in_target
        Whether the labeled documents are the target's own.
    """

    decision: Decision
    pool: csr_array
    pool_scores: Scores
    held_out: Scores
    labels: NDArray[np.int32]
    prior: NDArray[np.float64]
    in_target: bool


def calibrate(
    evidence: Evidence, threshold: Threshold, shares: NDArray[np.float64] | None
) -> Calibration:
    """Return the line between the classes, probabilities, and the accuracy to expect.

    `shares` are those of the classes among the texts to classify; None takes them from the pool.
    """
    rows = np.flatnonzero(np.diff(evidence.pool.indptr))
    known, scores = csr_array(evidence.pool[rows]), evidence.pool_scores[rows]
    if evidence.in_target:
        slope = temperature(evidence.held_out, evidence.labels)
        accuracy = held_out_accuracy(evidence.held_out, evidence.labels)
        return Calibration(slope, np.zeros(len(evidence.prior)), evidence.prior, accuracy)
    if len(evidence.prior) == 2:
        return _of_two_classes(evidence, known, scores, threshold, shares)
    slope = temperature(evidence.held_out, evidence.labels) * SEPARATION_LEFT / DEVIATION_LEFT
    found = evidence.prior
    offset = np.zeros(len(found))
    if threshold == "rate":
        offset = matching_offset(slope * scores, evidence.prior)
    elif threshold == "mixture":
        found = shares if shares is not None else pool_shares(slope * scores, evidence.prior)
        offset = np.log(evidence.prior) - np.log(found)
    accuracy = accuracy_of_confidence(softmax(slope * scores - offset, axis=1))
    return Calibration(slope, offset, found, accuracy)


def _of_two_classes(
    evidence: Evidence,
    known: csr_array,
    scores: Scores,
    threshold: Threshold,
    shares: NDArray[np.float64] | None,
) -> Calibration:
    mixture = fit_mixture(
        _margins(scores),
        _margins(evidence.held_out),
        evidence.labels == 1,
        agreement=agreement(evidence.decision, known),
    )
    if shares is None:
        shares = np.array([1 - mixture.share, mixture.share])
    slope, cut = mixture.slope, mixture.middle - logit(shares[1]) / mixture.slope
    if threshold != "mixture":
        slope, cut, shares = temperature(evidence.held_out, evidence.labels), 0.0, evidence.prior
    if threshold == "rate":
        lower, upper = matching_offset(scores, evidence.prior)
        cut = upper - lower
    accuracy = accuracy_of_mixture(mixture, cut, shares[1])
    return Calibration(slope, np.array([-0.5, 0.5]) * slope * cut, shares, accuracy)


def agreement(decision: Decision, documents: csr_array) -> float | None:
    """Return the mean correlation of the views' scores; None where they are not several.

    A view that the others have taught says nothing more than they do and is left out.
    """
    if not isinstance(decision, LinearDecision) or decision.views is None:
        return None
    if documents.shape[0] < 3:
        return None
    seen = zip(decision.views.scores(documents), decision.views.taught, strict=True)
    margins = [_margins(scores) for scores, taught in seen if not taught]
    pairs = combinations([each for each in margins if each.std() > 0], 2)
    found = [np.corrcoef(first, second)[0, 1] for first, second in pairs]
    return float(np.mean(found)) if found else None


def temperature(scores: Scores, labels: NDArray[np.int32]) -> float:
    """Return the slope under which labels are most likely.

    As in Platt's scaling, a label counts a little less than fully, as if every class had one
    document more that is not of it: however well documents are told apart, the slope is finite.

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


def pool_shares(scores: Scores, prior: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the classes' shares that explain the scores best, by expectation maximization.

    References
    ----------
    M. Saerens, P. Latinne, C. Decaestecker. *Adjusting the Outputs of a Classifier to New a
    Priori Probabilities*. Neural Computation 14, 2002.

    >>> scores = np.log([[0.9, 0.1], [0.9, 0.1], [0.9, 0.1], [0.1, 0.9]])
    >>> pool_shares(scores, np.array([0.5, 0.5])).round(2)
    array([0.81, 0.19])
    """
    shares = prior
    for _ in range(_PASSES if len(scores) else 0):
        shares = softmax(scores + np.log(shares) - np.log(prior), axis=1).mean(axis=0)
        # No class is ever ruled out, else no text could bring it back.
        shares = np.maximum(shares, 1e-6) / np.maximum(shares, 1e-6).sum()
    return np.asarray(shares)


def _margins(scores: Scores) -> NDArray[np.float64]:
    return np.asarray(scores[:, 1] - scores[:, 0])
