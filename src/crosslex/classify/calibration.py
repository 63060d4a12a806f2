"""Calibration: from a method's scores to log-odds in the target, and a threshold."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.sparse import csr_array
from scipy.special import log_softmax, logit, softmax

from crosslex.classify.decision import Decision, LinearDecision, Scores, margins
from crosslex.classify.method import AdaptationMethod
from crosslex.classify.names import Threshold
from crosslex.classify.score_mixture import (
    DEVIATION_RATIO,
    SEPARATION_RATIO,
    ExpectedAccuracy,
    accuracy_of_confidence,
    accuracy_of_mixture,
    fit_mixture,
    held_out_accuracy,
)
from crosslex.classify.task import AdaptationTask
from crosslex.corpus.documents import UNLABELED
from crosslex.errors import InputError

_STEEPEST = 1e3
_PASSES = 100


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


@dataclass(frozen=True, eq=False)
class CalibrationData:
    """Scores and labels that calibration learns from.

    Parameters
    ----------
    decision
        Scores of documents of the target.
    pool, pool_scores
        The target's documents, and their scores by classifiers that have not learned from them.
    held_out, labels
        Scores of labeled documents by classifiers that have not seen their labels, and their
        class codes.
    label_shares
        The share of each class among the labels.
    in_target
        Whether the labeled documents are the target's own.
    separation_ratio
        Of two classes' separation in the target to that in the source, if the method predicts it.
    """

    decision: Decision
    pool: csr_array
    pool_scores: Scores
    held_out: Scores
    labels: NDArray[np.int32]
    label_shares: NDArray[np.float64]
    in_target: bool
    separation_ratio: float | None = None


def calibration_data(method: AdaptationMethod, task: AdaptationTask) -> CalibrationData:
    """Return the scores and labels of a fitted method that calibration learns from."""
    decision = _checked_decision(method, task)
    labeled = [
        task.labeled(index)
        for index, domain in enumerate(task.domains)
        if bool((domain.labels != UNLABELED).any())
    ]
    labels = np.concatenate([each.labels for each in labeled])
    counts = np.bincount(labels, minlength=task.n_classes)
    held_out = getattr(method, "held_out_", None)
    if held_out is None or len(held_out) != len(labels):
        held_out = np.vstack([decision.scores(each.documents) for each in labeled])
    pool = task.domains[task.target].documents
    pool_scores = getattr(method, "pool_scores_", None)
    if pool_scores is None or len(pool_scores) != pool.shape[0]:
        pool_scores = decision.scores(pool)
    return CalibrationData(
        decision=decision,
        pool=pool,
        pool_scores=pool_scores,
        held_out=held_out,
        labels=labels,
        label_shares=counts / counts.sum(),
        in_target=method.needs_target_labels,
        separation_ratio=getattr(method, "separation_ratio_", None),
    )


def _checked_decision(method: AdaptationMethod, task: AdaptationTask) -> Decision:
    """Return the decision of a fitted method, if it fits the task."""
    name, decision = type(method).__name__, getattr(method, "decision_", None)
    if not isinstance(decision, Decision):
        raise InputError(
            f"method {name}: fit left {decision!r} as decision_; let it set a LinearDecision"
        )
    if not isinstance(decision, LinearDecision):
        return decision
    weights, intercept = (np.asarray(each) for each in (decision.weights, decision.intercept))
    expected = (len(task.features), task.n_classes)
    if weights.shape != expected or intercept.shape != expected[1:]:
        raise InputError(
            f"method {name}: its weights have the shape {weights.shape} and its intercept "
            f"{intercept.shape}; give features × classes, {expected}, and one per class"
        )
    if not (np.isfinite(weights).all() and np.isfinite(intercept).all()):
        raise InputError(f"method {name}: its weights or its intercept are not finite")
    return replace(
        decision, weights=weights.astype(np.float64), intercept=intercept.astype(np.float64)
    )


def calibrate(
    data: CalibrationData, threshold: Threshold, class_prior: NDArray[np.float64] | None
) -> Calibration:
    """Return the threshold, the slope of the log-odds, and the accuracy to expect.

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
    if len(data.label_shares) == 2:
        return _calibrate_two_classes(data, scores, threshold, class_prior)
    slope = temperature(data.held_out, data.labels) * SEPARATION_RATIO / DEVIATION_RATIO
    assumed = data.label_shares
    offset = np.zeros(len(assumed))
    if threshold == "rate":
        offset = matching_offset(slope * scores, data.label_shares)
    elif threshold == "mixture":
        if class_prior is None:
            class_prior = estimate_prior(slope * scores, data.label_shares)
        assumed = class_prior
        offset = np.log(data.label_shares) - np.log(assumed)
    accuracy = accuracy_of_confidence(softmax(slope * scores - offset, axis=1))
    return Calibration(slope, offset, assumed, accuracy)


def _calibrate_two_classes(
    data: CalibrationData,
    scores: Scores,
    threshold: Threshold,
    class_prior: NDArray[np.float64] | None,
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
    if threshold != "mixture":
        slope, cut = temperature(data.held_out, data.labels), 0.0
        class_prior = data.label_shares
    if threshold == "rate":
        lower, upper = matching_offset(scores, data.label_shares)
        cut = upper - lower
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


def estimate_prior(scores: Scores, label_shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the class prior that explains the scores best, by expectation maximization.

    References
    ----------
    M. Saerens, P. Latinne, C. Decaestecker. *Adjusting the Outputs of a Classifier to New a
    Priori Probabilities*. Neural Computation 14, 2002.

    >>> scores = np.log([[0.9, 0.1], [0.9, 0.1], [0.9, 0.1], [0.1, 0.9]])
    >>> estimate_prior(scores, np.array([0.5, 0.5])).round(2)
    array([0.81, 0.19])
    """
    shares = label_shares
    for _ in range(_PASSES if len(scores) else 0):
        shares = softmax(scores + np.log(shares) - np.log(label_shares), axis=1).mean(axis=0)
        # No class is ever ruled out, else no text could bring it back.
        shares = np.maximum(shares, 1e-6) / np.maximum(shares, 1e-6).sum()
    return np.asarray(shares)


def matching_offset(scores: Scores, shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what to subtract from scores so that each class is predicted at its share.

    One class after the other is moved while the others stay. Two classes need one pass; with
    more, each moves the shares of the others a little, and passes are repeated until they fit.

    >>> scores = np.array([[0.0, 1.0], [0.0, 2.0], [0.0, 3.0], [0.0, 4.0]])
    >>> (scores - matching_offset(scores, np.array([0.25, 0.75]))).argmax(axis=1)
    array([0, 1, 1, 1])
    """
    offset = np.zeros(len(shares))
    for _ in range(_PASSES):
        for code, share in enumerate(shares):
            others = np.delete(scores - offset, code, axis=1).max(axis=1)
            offset[code] = np.quantile(scores[:, code] - others, 1 - share)
        predicted = np.bincount((scores - offset).argmax(axis=1), minlength=len(shares))
        if (np.abs(predicted - shares * len(scores)) < 1).all():
            break
    return offset
