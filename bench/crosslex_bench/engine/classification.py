"""The classifier that experiments vary, and how its trials are made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, get_args

import numpy as np
from numpy.typing import NDArray

from crosslex import Corpus, CrossDomainClassifier
from crosslex.checks import check_choice
from crosslex.classify import (
    AdaptationMethod,
    AdaptationTask,
    Calibration,
    CalibrationData,
    Scores,
    Weighting,
    WeightingName,
    calibrate,
    choose_pivots,
    make_task,
)
from crosslex.counts import document_matrix
from crosslex.paper import count_features
from crosslex_bench.cache import cached_from_texts
from crosslex_bench.data.datasets import Dataset
from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.results import Setup, Threshold
from crosslex_bench.engine.study import Column
from crosslex_bench.engine.trial import ClassificationTask, PresetName, Trial, UnlabeledText
from crosslex_bench.measure import versions
from crosslex_bench.methods.pivot_scores import score_pivots

PASSES: Final = 100
"""Over all classes, at most, until each is predicted at its share."""
_TASKS: Final = 4
"""Tasks kept for trials that differ in the method or in later settings."""

PRESETS: Final[Mapping[PresetName, Mapping[str, Any]]] = {
    "default": {},
    "paper": {
        "weighting": "binary",
        "pivots": "npmi",
        "n_pivots": 500,
        "min_count": 50,
        "min_documents": 1,
        "min_pivot_count": 50,
        "min_pivot_documents": 1,
        "threshold": "zero",
    },
}
"""Settings of every method's classifier."""


@dataclass(kw_only=True, eq=False, repr=False)
class BenchClassifier(CrossDomainClassifier):
    """A `CrossDomainClassifier` with what experiments vary, and a cache of what trials share.

    Parameters
    ----------
    weighting
        `tfidf` or `binary`; None takes the method's own.
    min_count
        How often a feature must occur, over all domains together.
    pivots
        One of the names of `PIVOT_SCORES`.
    min_pivot_documents, min_pivot_count
        How many documents of every domain must contain a pivot, and how often it must occur in
        each.
    threshold
        `mixture`: the classifier's own, where the target's scores divide. `zero`: the source's.
        `rate`: each class is as frequent among the target's texts as among the labels.
    """

    weighting: WeightingName | None = None
    min_count: int = 1
    pivots: str = "mi"
    min_pivot_documents: int = 5
    min_pivot_count: int = 1
    threshold: Threshold = "mixture"

    def make_task(
        self, corpora: Sequence[Corpus], target: int, n_classes: int, weighting: WeightingName
    ) -> tuple[AdaptationTask, Weighting]:
        """Return what the method learns from; made once for trials that differ in the method."""
        settings = self.get_params(deep=False)
        for later in ("method", "threshold", "class_prior", "encoder", "text_settings", "n_jobs"):
            del settings[later]
        key = (settings, target, n_classes, weighting)

        def make() -> tuple[AdaptationTask, Weighting]:
            counts = count_features(
                corpora, min_count=self.min_count, min_documents=self.min_documents
            )
            frequent = [domain.occurrences >= self.min_pivot_count for domain in counts]
            scores = score_pivots(self.pivots, corpora, counts)
            return make_task(
                corpora,
                [document_matrix(corpus, counts[0].features) for corpus in corpora],
                self.weighting or weighting,
                features=counts[0].features,
                pivots=choose_pivots(
                    counts,
                    np.where(np.all(frequent, axis=0), scores, -np.inf),
                    n_pivots=self.n_pivots,
                    min_documents=self.min_pivot_documents,
                ),
                target=target,
                n_classes=n_classes,
                random_state=self.random_state,
            )

        return cached_from_texts("task", corpora, key, make, most=_TASKS)

    def calibrate(
        self,
        data: CalibrationData,
        method: AdaptationMethod,
        class_prior: NDArray[np.float64] | None,
    ) -> Calibration:
        """Return the calibration by the threshold rule; `rate` has the expectations of `zero`."""
        check_choice("threshold", self.threshold, get_args(Threshold))
        if self.threshold == "mixture":
            return super().calibrate(data, method, class_prior)
        found = calibrate(data, class_prior, recalibrates=False)
        if self.threshold == "zero" or data.in_target:
            return found
        scores = data.pool_scores[np.flatnonzero(np.diff(data.pool.indptr))]
        return replace(found, offset=matching_offset(found.slope * scores, data.label_shares))


def matching_offset(scores: Scores, shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what to subtract from scores so that each class is predicted at its share.

    One class after the other is moved while the others stay. Two classes need one pass; with
    more, each moves the shares of the others a little, and passes are repeated until they fit.

    >>> scores = np.array([[0.0, 1.0], [0.0, 2.0], [0.0, 3.0], [0.0, 4.0]])
    >>> (scores - matching_offset(scores, np.array([0.25, 0.75]))).argmax(axis=1)
    array([0, 1, 1, 1])
    """
    offset = np.zeros(len(shares))
    for _ in range(PASSES):
        for code, share in enumerate(shares):
            others = np.delete(scores - offset, code, axis=1).max(axis=1)
            offset[code] = np.quantile(scores[:, code] - others, 1 - share)
        predicted = np.bincount((scores - offset).argmax(axis=1), minlength=len(shares))
        if (np.abs(predicted - shares * len(scores)) < 1).all():
            break
    return offset


@dataclass(frozen=True)
class ClassificationRules:
    """What all trials of classifiers have in common, as in `run_benchmark`; called, makes one."""

    unlabeled: UnlabeledText = "pair"
    preset: PresetName = "default"
    validation: tuple[str, ...] = ()

    def __call__(self, column: Column, pair: Pair, seed: int) -> Trial:
        """Return the trial of a column on a pair with a seed."""
        settings = {**PRESETS[self.preset], **column.variant.classifier}
        change = column.variant.change
        return Trial(
            column.label(pair, seed),
            BenchClassifier(column.method, target=pair.target, random_state=seed, **settings),
            # Without a change the seed makes no difference to what is learned from.
            ClassificationTask(
                pair,
                self.unlabeled,
                change,
                seed if change is not None else 0,
                preset=self.preset,
            ),
            # Both directions of a pair learn from the same texts.
            group=(column.name, frozenset((*pair.sources, pair.target)), seed),
        )

    def setup(self, data: Dataset, pairs: Sequence[Pair], seeds: int) -> Setup:
        """Return what a reader must know to judge the numbers."""
        return Setup(
            dataset=data.name,
            data_sha256=data.sha256,
            pairs=tuple(map(str, pairs)),
            seeds=seeds,
            versions=versions(),
            unlabeled=self.unlabeled,
            preset=self.preset,
            validation=self.validation,
            domains={name: each.size for name, each in data.domains.items()},
        )
