"""The accuracy to expect of any classifier in the target, and what labels of it change.

The accuracy on held-out texts of the source changes by as much as our own probability of the
predicted class does, from the source's texts to the target's. That probability may be wrong in
the target in three ways, which make up the interval: its log-odds are shifted, because the
classes have other shares; they have another scale; and what the classifier knows beyond our own
in the source, it may know less of in the target.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit, log_softmax, logit, softmax
from scipy.stats import norm

from crosslex.classify.calibration import CONFIDENCE, ExpectedAccuracy, temperature
from crosslex.classify.decision import CalibrationData, Scores, margins
from crosslex.classify.score_mixture import RATIO_ERROR, fit_mixture
from crosslex.corpus.documents import UNLABELED
from crosslex.results import Interval

# Chosen by `crosslex-bench audit estimates --sets validation,skewed,hutto2014`.
MIDDLE_ERROR = 0.12
"""Prior standard deviation of the middle between two classes' scores, in deviations of the
source's."""
SHIFT_ERROR = 0.7
"""Of the log-odds of two classes: the root mean square is 0.25 (validation), 1.2 (skewed pools)
and 0.7 (hutto2014)."""
KNOWLEDGE_ERROR = 0.5
"""Relative, of what the classifier is right more often in the source than our probability says."""
MISFIT = 0.01
"""Standard error of the accuracy that is left if shift and scale are known."""
SURPRISE = 3.0
"""Standard errors from which on labels contradict the estimate: it is then dropped in favor of
what they count."""
STRATA = 5
"""Groups of texts by the probability that the prediction is right."""
_STEP = 0.05  # of numerical derivatives by shift and logarithm of the scale


def target_log_odds(data: CalibrationData) -> tuple[Scores, float]:
    """Return log-odds of the classes of the target's texts, by our own classifier.

    Of more than two classes, each is compared with the best of the others. Also returned is the
    standard error of the logarithm of their scale. The scale is proportional to the predicted
    separation of the classes, so its relative error is that of the separation.
    """
    known = np.diff(data.pool.indptr) > 0
    n_classes = len(data.label_shares)
    found, separations = [], []
    for code in [1] if n_classes == 2 else range(n_classes):
        pool, held_out = _lead(data.pool_scores, code), _lead(data.held_out, code)
        fitted = fit_mixture(
            pool[known],
            held_out,
            data.labels == code,
            ratio=data.separation_ratio,
            middle_error=MIDDLE_ERROR,
        )
        place = np.where(known, pool - fitted.middle, 0.0)
        found.append(fitted.slope * place + logit(fitted.share))
        separations.append(fitted.separation)
    scale_error = float(RATIO_ERROR / np.mean(separations))
    if len(found) == 1:
        return np.column_stack([-found[0] / 2, found[0] / 2]), scale_error
    return np.asarray(np.log(expit(np.column_stack(found)))), scale_error


def _lead(scores: Scores, code: int) -> NDArray[np.float64]:
    if scores.shape[1] == 2:
        return margins(scores)
    return np.asarray(scores[:, code] - np.delete(scores, code, axis=1).max(axis=1))


def recalibrated(log_odds: Scores, parameters: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return probabilities by log-odds with a shift per class; last is the logarithm of a scale."""
    return np.asarray(softmax(np.exp(parameters[-1]) * log_odds + parameters[:-1], axis=1))


def _derivatives(log_odds: Scores, parameters: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the derivatives of the probabilities: parameters × texts × classes."""
    steps = _STEP * np.eye(len(parameters))
    ends = [[recalibrated(log_odds, parameters + each) for each in (s, -s)] for s in steps]
    return np.stack([(above - below) / (2 * _STEP) for above, below in ends])


def recalibrate(
    log_odds: Scores, labels: NDArray[np.int32], deviations: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return shifts and logarithm of the scale that labels make most likely, and their covariance.

    Before any label, they are 0 with the given standard deviations; the posterior is approximated
    by a normal distribution (Laplace), with Fisher's information.

    >>> deviations = np.array([0.5, 0.5, 0.2])
    >>> mean, covariance = recalibrate(np.zeros((8, 2)), np.ones(8, np.int32), deviations)
    >>> bool(mean[1] > mean[0]), bool(covariance[0, 0] < 0.25)
    (True, True)
    """
    rows = np.arange(len(labels))

    def surprise(parameters: NDArray[np.float64]) -> float:
        scores = np.exp(parameters[-1]) * log_odds + parameters[:-1]
        likely = log_softmax(scores, axis=1)[rows, labels].sum()
        return float(((parameters / deviations) ** 2).sum() / 2 - likely)

    mean = np.asarray(minimize(surprise, np.zeros(len(deviations)), method="BFGS").x)
    change = _derivatives(log_odds, mean)
    likely = np.maximum(recalibrated(log_odds, mean), 1e-12)
    information = np.diag(deviations**-2) + np.einsum("ptc,qtc->pq", change / likely, change)
    return mean, np.linalg.inv(information)


@dataclass(frozen=True, eq=False)
class Assessment:
    """What is known of the predictions for the target's texts.

    Parameters
    ----------
    log_odds, scale_error
        Of the classes of the target's texts, by our own classifier; see `target_log_odds`.
    predicted
        The class code that the other classifier predicts for each.
    source_likely
        Our own probabilities of the classes of the source's texts, each held out.
    source_labels, source_predicted
        The class codes of these texts, and those that the other classifier predicts.
    labels
        Class codes of the target's texts, -1 where unknown.
    """

    log_odds: Scores
    scale_error: float
    predicted: NDArray[np.int32]
    source_likely: NDArray[np.float64]
    source_labels: NDArray[np.int32]
    source_predicted: NDArray[np.int32]
    labels: NDArray[np.int32]

    @classmethod
    def of(
        cls, data: CalibrationData, source: NDArray[np.int32], target: NDArray[np.int32]
    ) -> "Assessment":
        """Return the assessment of predicted codes, before any label of the target is known."""
        slope = temperature(data.held_out, data.labels)
        return cls(
            *target_log_odds(data),
            target,
            np.asarray(softmax(slope * data.held_out, axis=1)),
            data.labels,
            source,
            np.full(len(target), UNLABELED, np.int32),
        )

    @property
    def source_right(self) -> NDArray[np.bool_]:
        """Whether the other classifier is right, for each text of the source."""
        return np.asarray(self.source_predicted == self.source_labels)

    def with_labels(self, labels: NDArray[np.int32]) -> "Assessment":
        """Return it with labels of the target; those of before stay, unless they are given anew."""
        return replace(self, labels=np.where(labels == UNLABELED, self.labels, labels))

    @cached_property
    def recalibration(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Shifts and logarithm of the scale of log-odds, by what labels there are; covariance."""
        known = self.labels != UNLABELED
        # The difference of two classes varies twice as much as each.
        shifts = [SHIFT_ERROR / np.sqrt(2)] * self.log_odds.shape[1]
        deviations = np.array([*shifts, self.scale_error])
        return recalibrate(self.log_odds[known], self.labels[known], deviations)

    @cached_property
    def likely(self) -> NDArray[np.float64]:
        """The probabilities of the target's classes; 0 or 1 where the label is known."""
        found = recalibrated(self.log_odds, self.recalibration[0])
        known = self.labels != UNLABELED
        found[known] = np.eye(found.shape[1])[self.labels[known]]
        return found

    @cached_property
    def right(self) -> NDArray[np.float64]:
        """The probability that each prediction is right; 0 or 1 where the label is known."""
        found = self.likely[np.arange(len(self.likely)), self.predicted]
        more = self._knowledge(None)[0] * (self.labels == UNLABELED)
        return np.asarray(np.clip(found + more, 0.0, 1.0))

    @cached_property
    def class_shares(self) -> NDArray[np.float64]:
        """The share of each class among the target's texts."""
        return np.asarray(self.likely.mean(axis=0))

    @property
    def recalls(self) -> NDArray[np.float64]:
        """The part of each class's texts whose class is predicted, in the target."""
        found = np.bincount(self.predicted, self.right, minlength=len(self.class_shares))
        return np.minimum(found / np.maximum(len(self.right) * self.class_shares, 1e-12), 1.0)

    def _knowledge(self, code: int | None) -> tuple[float, float]:
        """Return how much more often it is right in the source than our probability says.

        Also the variance of that difference, as far as it may be less in the target.
        """
        likely = self.source_likely[np.arange(len(self.source_likely)), self.source_predicted]
        more = self.source_right - likely
        if code is not None:
            more = more[self.source_predicted == code]
        if not len(more):
            return 0.0, MISFIT**2
        mean = float(more.mean())
        error = (KNOWLEDGE_ERROR * mean) ** 2 + float(more.var()) / len(more)
        return mean, error + MISFIT**2

    def expected_accuracy(self) -> ExpectedAccuracy:
        """Return the accuracy to expect of all predictions."""
        found = self.expected_right(None)
        guessing, balanced = float(self.class_shares.max()), float(self.recalls.mean())
        return ExpectedAccuracy(found.value, found.low, found.high, guessing, balanced)

    def expected_right(self, code: int | None) -> Interval:
        """Return the share of predictions to be right, of all or of those of one class."""
        rows = np.ones(len(self.predicted), bool) if code is None else self.predicted == code
        known, number = rows & (self.labels != UNLABELED), int(rows.sum())
        others = np.flatnonzero(rows & ~known)
        left, said = len(others) / number, self.predicted[others]
        knowledge, misfit = self._knowledge(code)
        misfit *= left**2
        mean, covariance = self.recalibration
        slope = _derivatives(self.log_odds[others], mean)[:, np.arange(len(others)), said]
        slope = slope.sum(axis=1) / number
        likely = recalibrated(self.log_odds, mean)[np.arange(len(rows)), self.predicted] + knowledge
        value = float(likely[others].sum() / number)
        likely = np.clip(likely, 0.0, 1.0)
        if known.any():
            residual, spread = self._residual(known, others, likely)
            if residual**2 > SURPRISE**2 * (misfit + spread):
                # More than shift, scale and chance explain: words may say something else here.
                misfit = residual**2 - spread
            part = misfit / (misfit + spread) if misfit > 0 else 0.0
            value += left * part * residual
            misfit *= 1 - part
            value += float((self.predicted == self.labels)[known].sum() / number)
        value = float(np.clip(value, 0.0, 1.0))
        # Whether single predictions are right varies as well.
        sampling = float((likely * (1 - likely))[others].sum()) / number**2
        variance = float(slope @ covariance @ slope) + misfit + sampling
        error = float(norm.ppf((1 + CONFIDENCE) / 2)) * float(np.sqrt(variance))
        return Interval(value, max(0.0, value - error), min(1.0, value + error))

    def _residual(
        self, known: NDArray[np.bool_], others: NDArray[np.intp], likely: NDArray[np.float64]
    ) -> tuple[float, float]:
        """Return by how much labeled predictions are right more often than expected.

        Labels are weighted by how many texts of their stratum each stands for; also returned is
        the variance of the mean.
        """
        is_other = np.isin(np.arange(len(known)), others)
        weights = np.zeros(len(known))
        for stratum in self.strata:
            here = stratum[known[stratum]]
            if len(here):
                weights[here] = is_other[stratum].sum() / len(here)
        weights /= max(weights.sum(), 1.0)
        variance = np.clip(likely * (1 - likely), 0.01, 0.25)
        residual = (self.predicted == self.labels) - likely
        return float(weights @ residual), float(weights**2 @ variance)

    @cached_property
    def strata(self) -> list[NDArray[np.intp]]:
        """Groups of texts by the probability that the prediction is right, before any label."""
        likely = softmax(self.log_odds, axis=1)[np.arange(len(self.predicted)), self.predicted]
        return list(np.array_split(np.argsort(likely, kind="stable"), STRATA))

    def suggest(self, number: int, seed: int) -> NDArray[np.intp]:
        """Return texts whose labels would make the estimate most certain.

        A stratified random sample: each stratum has as many as its size times the deviation of
        whether predictions are right (Neyman's allocation), so that labels can be weighted by
        their strata.

        References
        ----------
        J. Neyman. *On the Two Different Aspects of the Representative Method*. Journal of the
        Royal Statistical Society 97, 1934.
        """
        random = np.random.default_rng(seed)
        places = np.full(len(self.labels), np.inf)
        for stratum in self.strata:
            free = random.permutation(stratum[self.labels[stratum] == UNLABELED])
            if len(free):
                likely = np.clip(self.right[free], 0.05, 0.95)
                size = len(free) * np.sqrt((likely * (1 - likely)).mean())
                # Ranks over the strata's sizes: any number of the first ones is allocated alike.
                places[free] = (np.arange(len(free)) + 0.5) / size
        order = np.argsort(places, kind="stable")[: min(number, int(np.isfinite(places).sum()))]
        return np.asarray(order, np.intp)
