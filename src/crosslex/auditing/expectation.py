"""The accuracy to expect of any classifier in the target, and what labels of it change.

Our own classifier gives calibrated log-odds of the predicted class of each of the target's texts.
That the other classifier predicts it is further evidence: as much as explains its accuracy on the
source's held-out texts, times the square of how much of its own confidence above guessing is left
in the target: confidence grows with the separation of the classes, log-odds with its square. The
estimate is the mean probability over texts and over uncertain shifts. It may be wrong in three
ways, which make up the interval: log-odds are shifted, because the classes have other shares; they
have another scale; and the further evidence may not carry over. Where a classifier predicts the
shares that our log-odds say, a shift of either sign lowers the accuracy: the interval is of the
accuracies over all plausible shifts and scales, not a multiple of a standard error.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq, minimize
from scipy.special import expit, log_softmax, logit, softmax
from scipy.stats import norm, qmc, t

from crosslex.arrays import Bools, Float64s, Int32s
from crosslex.auditing.label_shift import LabelShift
from crosslex.classify.calibration import CONFIDENCE, QUANTILE, ExpectedAccuracy, temperature
from crosslex.classify.decision import CalibrationData, Scores, lead
from crosslex.classify.score_mixture import (
    RATIO_ERROR,
    SMALLEST_SEPARATION,
    fit_mixture,
)
from crosslex.corpus.documents import UNLABELED
from crosslex.results import Interval

# Chosen by `crosslex-bench audit estimates --sets validation,skewed,hutto2014`.
MIDDLE_ERROR = 0.15
"""Prior standard deviation of the middle between two classes' scores, in deviations of the
source's, times the separation of the classes, so that it is about the same in log-odds."""
SHIFT_ERROR = 0.7
"""Prior standard deviation of a shift of the log-odds of two classes with unknown shares."""
KNOWLEDGE_ERROR = 0.5
"""Relative, of what the classifier's prediction adds to our probability."""
N_DOMAINS = 6
"""Targets of these sets: the deviations of shift and scale are estimates from so many, so that
shift and scale have Student's distribution."""
MISFIT = 0.01
"""Standard error of the accuracy that is left if shift and scale are known."""
SURPRISE = 3.0
"""Standard errors from which on labels contradict the estimate: it is then dropped in favor of
what they count."""
STRATA = 5
"""Groups of texts by the probability that the prediction is right."""
_PASSES = 100
_STEP = 0.05  # of numerical derivatives by shift and logarithm of the scale
_DRAWS = 127  # of a Sobol sequence without its first point: one less than a power of two


def target_log_odds(
    data: CalibrationData, label_shift: LabelShift, class_prior: Float64s | None
) -> tuple[Scores, float]:
    """Return log-odds of the classes of the target's texts, by our own classifier.

    Without a class prior, shares are those of the label shift as far as the texts are alike; else
    they are estimated from our scores, and expected to be near equal. Of more than two classes,
    each is compared with the best of the others. Also returned is the standard error of the
    logarithm of their scale. The scale is proportional to the predicted separation of the classes,
    so its relative error is that of the separation.
    """
    known = np.diff(data.pool.indptr) > 0
    n_classes = len(data.label_shares)
    expected = np.full(n_classes, 1 / n_classes) if class_prior is None else class_prior
    found, separations = [], []
    for code in [1] if n_classes == 2 else range(n_classes):
        pool, held_out = lead(data.pool_scores, code), lead(data.held_out, code)
        fit = partial(
            fit_mixture,
            pool[known],
            held_out,
            data.labels == code,
            ratio=data.separation_ratio,
            share=float(expected[code]),
        )
        # Fitted twice: the prior of the middle needs the separation.
        fitted = fit(middle_error=MIDDLE_ERROR / fit().separation)
        place = np.where(known, pool - fitted.middle, 0.0)
        found.append(fitted.slope * place + logit(fitted.share))
        separations.append(fitted.separation)
    scale_error = RATIO_ERROR / max(float(np.mean(separations)), SMALLEST_SEPARATION)
    both = np.column_stack(found)
    log_odds = np.hstack([-both, both]) / 2 if n_classes == 2 else np.log(expit(both))
    shares, weight = class_prior, label_shift.weight
    if shares is None:
        by_scores = np.log(softmax(log_odds, axis=1).mean(axis=0))
        shares = softmax(weight * np.log(label_shift.shares) + (1 - weight) * by_scores)
    return with_shares(log_odds, shares), scale_error


def with_shares(log_odds: Scores, shares: Float64s) -> Scores:
    """Return log-odds shifted so that the mean probabilities of the classes are these shares.

    >>> softmax(with_shares(np.zeros((3, 2)), np.array([0.2, 0.8])), axis=1)[0].round(6)
    array([0.2, 0.8])
    """
    for _ in range(_PASSES):
        found = softmax(log_odds, axis=1).mean(axis=0)
        log_odds = log_odds + np.log(shares) - np.log(np.maximum(found, 1e-12))
    return log_odds


def recalibrated(log_odds: Scores, parameters: Float64s) -> Float64s:
    """Return probabilities by log-odds with a shift per class; last is the logarithm of a scale."""
    return np.asarray(softmax(np.exp(parameters[-1]) * log_odds + parameters[:-1], axis=1))


def _log_odds_of(likely: Float64s, codes: Int32s) -> Float64s:
    """Return the log-odds of one class per text."""
    return np.asarray(logit(np.clip(likely[np.arange(len(codes)), codes], 1e-9, 1 - 1e-9)))


def recalibrate(
    log_odds: Scores, labels: Int32s, deviations: Float64s
) -> tuple[Float64s, Float64s]:
    """Return shifts and logarithm of the scale that labels make most likely, and their covariance.

    Before any label, they are 0 with the given standard deviations; the posterior is approximated
    by a normal distribution (Laplace), with Fisher's information.
    """
    rows = np.arange(len(labels))

    def surprise(parameters: Float64s) -> float:
        scores = np.exp(parameters[-1]) * log_odds + parameters[:-1]
        likely = log_softmax(scores, axis=1)[rows, labels].sum()
        return float(((parameters / deviations) ** 2).sum() / 2 - likely)

    mean = np.asarray(minimize(surprise, np.zeros(len(deviations)), method="BFGS").x)
    likely = np.maximum(recalibrated(log_odds, mean), 1e-12)
    change = _slopes(lambda parameters: recalibrated(log_odds, parameters), mean)
    information = np.diag(deviations**-2) + np.einsum("ptc,qtc->pq", change / likely, change)
    return mean, np.linalg.inv(information)


def _slopes(function: Callable[[Float64s], Float64s], at: Float64s) -> Float64s:
    """Return the derivatives of a function by each of its parameters."""
    steps = _STEP * np.eye(len(at))
    return np.stack([function(at + step) - function(at - step) for step in steps]) / (2 * _STEP)


@dataclass(frozen=True, eq=False)
class Assessment:
    """What is known of another classifier's predictions for the target's texts.

    `log_odds` and `scale_error` are our own classifier's, see `target_log_odds`; `source_likely`
    are its probabilities of the classes of the source's texts, each held out; `predicted` and
    `source_predicted` are class codes by the other classifier; `confidence_ratio` is that of its
    mean confidence above guessing, in the target to the source, at most 1; `labels` are class
    codes of the target's texts, -1 where unknown; `shift_error` is the prior standard deviation of
    a shift of the log-odds of two classes, and `shares_known` whether their shares were given.
    """

    log_odds: Scores
    scale_error: float
    predicted: Int32s
    source_likely: Float64s
    source_labels: Int32s
    source_predicted: Int32s
    confidence_ratio: float
    labels: Int32s
    shift_error: float = SHIFT_ERROR
    shares_known: bool = False

    @classmethod
    def of(
        cls,
        data: CalibrationData,
        label_shift: LabelShift,
        source: Float64s,
        target: Float64s,
        class_prior: Float64s | None = None,
    ) -> "Assessment":
        """Return the assessment of another classifier's probabilities, before any label.

        `class_prior` are the shares of the classes in the target, where they are known.
        """
        if class_prior is None:
            weight, known = label_shift.weight, min(label_shift.error, SHIFT_ERROR)
            shift_error = np.sqrt(weight * known**2 + (1 - weight) * SHIFT_ERROR**2)
        else:
            # Texts drawn at random have these shares but for chance.
            shift_error = 1 / np.sqrt(len(target) * class_prior.min())
        slope = temperature(data.held_out, data.labels)
        ours = with_shares(slope * data.held_out, data.label_shares)
        here, there = (rows.max(axis=1).mean() - 1 / rows.shape[1] for rows in (source, target))
        return cls(
            *target_log_odds(data, label_shift, class_prior),
            target.argmax(axis=1).astype(np.int32),
            np.asarray(softmax(ours, axis=1)),
            data.labels,
            source.argmax(axis=1).astype(np.int32),
            float(min(there / here, 1.0)) if here > 0 else 1.0,
            np.full(len(target), UNLABELED, np.int32),
            float(shift_error),
            class_prior is not None,
        )

    @property
    def source_right(self) -> Bools:
        """Whether the other classifier is right, for each text of the source."""
        return np.asarray(self.source_predicted == self.source_labels)

    @cached_property
    def recalibration(self) -> tuple[Float64s, Float64s]:
        """Shifts and logarithm of the scale of log-odds, by what labels there are; covariance."""
        known = self.labels != UNLABELED
        # The difference of two classes varies twice as much as each.
        shifts = [self.shift_error / np.sqrt(2)] * self.log_odds.shape[1]
        deviations = np.array([*shifts, self.scale_error])
        return recalibrate(self.log_odds[known], self.labels[known], deviations)

    @cached_property
    def likely(self) -> Float64s:
        """The probabilities of the target's classes; 0 or 1 where the label is known."""
        found = recalibrated(self.log_odds, self.recalibration[0])
        known = self.labels != UNLABELED
        found[known] = np.eye(found.shape[1])[self.labels[known]]
        return found

    @cached_property
    def evidence(self) -> float:
        """What the other classifier's prediction adds to our log-odds of it, in the target."""
        ours = _log_odds_of(self.source_likely, self.source_predicted)
        # As if one text more were half right, so that the evidence is finite.
        right = (self.source_right.sum() + 0.5) / (len(ours) + 1)
        found = brentq(lambda more: float(expit(ours + more).mean() - right), -50, 50)
        return self.confidence_ratio**2 * float(found)

    @cached_property
    def _plausible(self) -> Float64s:
        """Draws of shifts, relative to that of the first class, and logarithm of the scale."""
        mean, covariance = self.recalibration
        contrasts = np.eye(len(mean))[1:]
        contrasts[:-1, 0] = -1
        root = np.linalg.cholesky(contrasts @ covariance @ contrasts.T)
        points = qmc.Sobol(len(root), scramble=False).fast_forward(1).random(_DRAWS)
        drawn = contrasts @ mean + t.ppf(points, N_DOMAINS - 1) @ root.T
        return np.column_stack([np.zeros(_DRAWS), drawn])

    def _odds_of_predicted(self, parameters: Float64s) -> Float64s:
        """Return our log-odds of the predicted classes."""
        return _log_odds_of(recalibrated(self.log_odds, parameters), self.predicted)

    def _chances(self, evidence: float) -> Float64s:
        """Return the probability that each prediction is right, the mean over shifts."""
        ours = self._odds_of_predicted(self.recalibration[0])
        shifts = self.recalibration[1][:-1, :-1]
        # The mean is over the difference of two shifts (D. MacKay, Neural Computation 4, 1992).
        variance = 2 * (np.trace(shifts) - shifts.mean() * len(shifts)) / (len(shifts) - 1)
        return np.asarray(expit((ours + evidence) / np.sqrt(1 + np.pi / 8 * variance)))

    @cached_property
    def joint(self) -> Float64s:
        """The probabilities of the target's classes, given the predictions as well as our log-odds.

        All that is told of single classes and texts is a sum of these, so that it adds up. They
        are fitted to the classes' shares and to the accuracy to expect (iterative proportional
        fitting: W. Deming, F. Stephan, Annals of Mathematical Statistics 11, 1940). Where no
        probabilities have both, such as of a classifier that always says the same, the shares
        give way if they are estimated, the accuracy if they are known.
        """
        found, left = self.likely.copy(), self.labels == UNLABELED
        if not left.any():
            return found
        said, shares = np.eye(found.shape[1], dtype=bool)[self.predicted[left]], found[left].mean(0)
        others, right = np.where(said, 0.0, found[left]), self._chances(self.evidence)[left, None]
        others *= (1 - right) / np.maximum(others.sum(axis=1, keepdims=True), 1e-12)
        rows = np.where(said, right, others)
        wanted = self._unlabeled_right(np.ones(len(left), bool))[0] / left.mean()
        if self.shares_known:
            wanted = min(wanted, np.minimum(said.mean(axis=0), shares).sum())
        wanted = float(np.clip(wanted, 1e-9, 1 - 1e-9))
        for turn in range(2 * _PASSES):
            if turn < _PASSES:
                rows *= shares / np.maximum(rows.mean(axis=0), 1e-12)
                rows /= rows.sum(axis=1, keepdims=True)
            part = float(np.clip(rows[said].mean(), 1e-9, 1 - 1e-9))
            rows *= np.where(said, wanted / part, (1 - wanted) / (1 - part))
            rows /= rows.sum(axis=1, keepdims=True)
        found[left] = rows
        return found

    @cached_property
    def confusion(self) -> Float64s:
        """The number of the target's texts to expect, predicted classes × classes."""
        return np.asarray(np.eye(self.joint.shape[1])[self.predicted].T @ self.joint)

    @property
    def right(self) -> Float64s:
        """The probability that each prediction is right; 0 or 1 where the label is known."""
        return np.asarray(self.joint[np.arange(len(self.predicted)), self.predicted])

    @property
    def class_shares(self) -> Float64s:
        """The share of each class among the target's texts."""
        return np.asarray(self.confusion.sum(axis=0) / len(self.predicted))

    @cached_property
    def share_covariance(self) -> Float64s:
        """The covariance of the errors of the classes' shares."""
        mean, covariance = self.recalibration
        unknown = self.labels == UNLABELED
        left = unknown.mean()

        def shares(parameters: Float64s) -> Float64s:
            return np.asarray(recalibrated(self.log_odds, parameters)[unknown].mean(axis=0) * left)

        slopes = _slopes(shares, mean) if left else np.zeros((len(mean), len(self.class_shares)))
        return np.asarray(slopes.T @ covariance @ slopes)

    def share(self, code: int) -> Interval:
        """Return the share of a class among the target's texts."""
        value = float(self.class_shares[code])
        error = QUANTILE * float(np.sqrt(self.share_covariance[code, code]))
        return Interval(value, max(0.0, value - error), min(1.0, value + error))

    @property
    def recalls(self) -> Float64s:
        """The part of each class's texts whose class is predicted, in the target."""
        of_class = np.maximum(self.confusion.sum(axis=0), 1e-12)
        return np.asarray(np.diag(self.confusion) / of_class)

    def expected_accuracy(self) -> ExpectedAccuracy:
        """Return the accuracy to expect of all predictions."""
        found = self.expected_right(None)
        guessing, balanced = float(self.class_shares.max()), float(self.recalls.mean())
        return ExpectedAccuracy(found.value, found.low, found.high, guessing, balanced)

    def expected_right(self, code: int | None) -> Interval:
        """Return the share of predictions to be right, of all or of those of one class."""
        rows = np.ones(len(self.predicted), bool) if code is None else self.predicted == code
        others, number = rows & (self.labels == UNLABELED), rows.sum()
        value, (_, misfit) = float(self.right[rows].mean()), self._unlabeled_right(rows)
        # Whether single predictions are right varies as well.
        likely = self.right[others]
        sampling = float((likely * (1 - likely)).sum()) / number**2
        odds = np.array([self._odds_of_predicted(each)[others] for each in self._plausible])
        off = expit(odds + self.evidence).sum(axis=1) / number
        normal = np.sqrt(misfit + sampling) * norm.ppf((np.arange(_DRAWS) + 0.5) / _DRAWS)
        off = (off - off.mean())[:, None] + normal
        bounds = np.quantile(off, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
        low, high = np.clip(value + bounds, 0, 1).tolist()
        return Interval(value, low, high)

    def _unlabeled_right(self, rows: Bools) -> tuple[float, float]:
        """Return the part of texts that have no label and a right prediction.

        Also returned is the variance of what neither shift nor scale explains.
        """
        known, number = rows & (self.labels != UNLABELED), int(rows.sum())
        others = rows & ~known
        left, likely = float(others.sum() / number), self._chances(self.evidence)
        value = float(likely[others].sum() / number)
        added = KNOWLEDGE_ERROR * (value - float(self._chances(0.0)[others].sum() / number))
        counted = float(self.source_right.var()) / len(self.source_right)
        misfit = added**2 + left**2 * (counted + MISFIT**2)
        if known.any():
            residual, spread = self._residual(known, others, likely)
            if residual**2 > SURPRISE**2 * (misfit + spread):
                # More than shift, scale and chance explain: words may say something else here.
                misfit = residual**2 - spread
            part = misfit / (misfit + spread) if misfit > 0 else 0.0
            value += left * part * residual
            misfit *= 1 - part
        return value, misfit

    def _residual(self, known: Bools, others: Bools, likely: Float64s) -> tuple[float, float]:
        """Return by how much labeled predictions are right more often than expected.

        Labels are weighted by how many texts of their stratum each stands for; also returned is
        the variance of the mean.
        """
        weights = np.zeros(len(known))
        for stratum in self.strata:
            here = stratum[known[stratum]]
            if len(here):
                weights[here] = others[stratum].sum() / len(here)
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

        A stratified random sample, so that labels can be weighted by their strata: each stratum
        has as many as its size times the deviation of whether predictions are right (J. Neyman,
        *On the Two Different Aspects of the Representative Method*, 1934).
        """
        random, chances = np.random.default_rng(seed), self._chances(self.evidence)
        places = np.full(len(self.labels), np.inf)
        for stratum in self.strata:
            free = random.permutation(stratum[self.labels[stratum] == UNLABELED])
            if len(free):
                likely = np.clip(chances[free], 0.05, 0.95)
                size = len(free) * np.sqrt((likely * (1 - likely)).mean())
                # Ranks over the strata's sizes: any number of the first ones is allocated alike.
                places[free] = (np.arange(len(free)) + 0.5) / size
        order = np.argsort(places, kind="stable")[: min(number, int(np.isfinite(places).sum()))]
        return np.asarray(order, np.intp)
