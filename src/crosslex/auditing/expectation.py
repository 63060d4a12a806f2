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
from scipy.special import expit, logit, softmax
from scipy.stats import norm

from crosslex.auditing.recalibration import Recalibration, recalibrated
from crosslex.classify.calibration import CONFIDENCE, ExpectedAccuracy, temperature
from crosslex.classify.decision import CalibrationData, Scores, margins
from crosslex.classify.score_mixture import fit_mixture
from crosslex.corpus.documents import UNLABELED
from crosslex.results import Interval

# Chosen by `crosslex-bench audit estimates --sets validation,skewed,hutto2014`.
MIDDLE_ERROR = 0.12
"""Prior standard deviation of the middle between two classes' scores, in deviations of the
source's."""
KNOWLEDGE_ERROR = 0.5
"""Relative, of what the classifier is right more often in the source than our probability says."""
MISFIT = 0.01
"""Standard error of the accuracy that is left if shift and scale are known."""
SURPRISE = 2.6
"""Deviations from which on labels contradict the estimate (chance: 1 %): it is then dropped in
favor of what they count."""
STRATA = 5
"""Groups of texts by the probability that the prediction is right."""


def target_log_odds(data: CalibrationData) -> Scores:
    """Return log-odds of the classes of the target's texts, by our own classifier.

    Of more than two classes, each is compared with the best of the others.
    """
    known = np.diff(data.pool.indptr) > 0
    n_classes = len(data.label_shares)
    found = []
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
    if len(found) == 1:
        return np.column_stack([-found[0] / 2, found[0] / 2])
    return np.asarray(np.log(expit(np.column_stack(found))))


def _lead(scores: Scores, code: int) -> NDArray[np.float64]:
    if scores.shape[1] == 2:
        return margins(scores)
    return np.asarray(scores[:, code] - np.delete(scores, code, axis=1).max(axis=1))


@dataclass(frozen=True, eq=False)
class Assessment:
    """What is known of the predictions for the target's texts.

    Parameters
    ----------
    log_odds
        Of the classes of the target's texts, by our own classifier.
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
            target_log_odds(data),
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
    def recalibration(self) -> Recalibration:
        """The shift and scale of log-odds, by what labels there are."""
        known = self.labels != UNLABELED
        prior = Recalibration.prior(self.log_odds.shape[1])
        return prior.update(self.log_odds[known], self.labels[known]) if known.any() else prior

    @cached_property
    def likely(self) -> NDArray[np.float64]:
        """The probabilities of the target's classes; 0 or 1 where the label is known."""
        found = recalibrated(self.log_odds, self.recalibration.mean)
        known = self.labels != UNLABELED
        found[known] = np.eye(found.shape[1])[self.labels[known]]
        return found

    @property
    def class_shares(self) -> NDArray[np.float64]:
        """The share of each class among the target's texts."""
        return np.asarray(self.likely.mean(axis=0))

    def probability(self, parameters: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return our probability of the predicted class of each of the target's texts."""
        likely = recalibrated(self.log_odds, parameters)
        return np.asarray(likely[np.arange(len(likely)), self.predicted])

    @cached_property
    def right(self) -> NDArray[np.float64]:
        """The probability that each prediction is right; 0 or 1 where the label is known."""
        found = self.probability(self.recalibration.mean) + self._knowledge(None)[0]
        known = self.labels != UNLABELED
        found[known] = self.predicted[known] == self.labels[known]
        return np.clip(found, 0.0, 1.0)

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
        found, shares = self.expected_right(None), self.class_shares
        hits = self.likely * np.eye(len(shares))[self.predicted]
        balanced = float((hits.mean(axis=0) / np.maximum(shares, 1e-12)).mean())
        guessing = float(shares.max())
        return ExpectedAccuracy(found.value, found.low, found.high, guessing, balanced)

    def expected_right(self, code: int | None) -> Interval:
        """Return the share of predictions to be right, of all or of those of one class."""
        rows = np.ones(len(self.predicted), bool) if code is None else self.predicted == code
        known, number = rows & (self.labels != UNLABELED), int(rows.sum())
        open_rows = rows & ~known
        left = float(open_rows.sum() / number)
        mean, covariance = self.recalibration.mean, self.recalibration.covariance
        knowledge, misfit = self._knowledge(code)
        misfit *= left**2

        def mean_probability(parameters: NDArray[np.float64]) -> float:
            return float(self.probability(parameters)[open_rows].sum() / number)

        steps = 0.05 * np.eye(len(mean))
        slope = np.array(
            [(mean_probability(mean + s) - mean_probability(mean - s)) / 0.1 for s in steps]
        )
        value = mean_probability(mean) + left * knowledge
        if known.any():
            residual, spread = self._residual(known, open_rows, knowledge)
            if residual**2 > SURPRISE**2 * (misfit + spread):
                # More than shift, scale and chance explain: words may say something else here.
                misfit = residual**2 - spread
            part = misfit / (misfit + spread) if misfit > 0 else 0.0
            value += left * part * residual
            misfit *= 1 - part
            value += float((self.predicted == self.labels)[known].sum() / number)
        value = float(np.clip(value, 0.0, 1.0))
        # Whether single predictions are right varies as well.
        likely = np.clip(self.probability(mean)[open_rows] + knowledge, 0.0, 1.0)
        sampling = float((likely * (1 - likely)).sum()) / number**2
        variance = float(slope @ covariance @ slope) + misfit + sampling
        error = float(norm.ppf((1 + CONFIDENCE) / 2)) * float(np.sqrt(variance))
        return Interval(value, max(0.0, value - error), min(1.0, value + error))

    def _residual(
        self, known: NDArray[np.bool_], others: NDArray[np.bool_], knowledge: float
    ) -> tuple[float, float]:
        """Return by how much labeled predictions are right more often than expected.

        Labels are weighted by how many texts of their stratum each stands for; also returned is
        the variance of the mean.
        """
        expected = self.probability(self.recalibration.mean) + knowledge
        residual = (self.predicted == self.labels) - expected
        variance = np.clip(expected * (1 - expected), 0.01, 0.25)
        weights = np.zeros(len(expected))
        for stratum in self.strata:
            here = stratum[known[stratum]]
            if len(here):
                weights[here] = others[stratum].sum() / len(here)
        total = max(weights.sum(), 1.0)
        return float(weights @ residual / total), float(weights**2 @ variance / total**2)

    @cached_property
    def strata(self) -> list[NDArray[np.intp]]:
        """Groups of texts by the probability that the prediction is right, before any label."""
        prior = Recalibration.prior(self.log_odds.shape[1])
        order = np.argsort(self.probability(prior.mean), kind="stable")
        return list(np.array_split(order, STRATA))

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
        places, rows = [], []
        for stratum in self.strata:
            free = random.permutation(stratum[self.labels[stratum] == UNLABELED])
            if not len(free):
                continue
            likely = np.clip(self.right[free], 0.05, 0.95)
            size = len(free) * np.sqrt((likely * (1 - likely)).mean())
            # Ranks over the strata's sizes: any number of the first ones is allocated alike.
            places.append((np.arange(len(free)) + 0.5) / size)
            rows.append(free)
        if not rows:
            return np.zeros(0, np.intp)
        order = np.argsort(np.concatenate(places), kind="stable")[:number]
        return np.asarray(np.concatenate(rows)[order], np.intp)
