"""A method fitted to a task, an encoder beside it if there is one, and both calibrated."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosslex.adapt import AdaptationMethod, AdaptationTask
from crosslex.adapt.decision import Decision
from crosslex.classify.calibration import Calibration, Evidence, calibrate
from crosslex.classify.encoder import Encoder, EncoderView, join_encoder
from crosslex.classify.learned import checked_decision
from crosslex.classify.threshold import Threshold
from crosslex.corpus.documents import UNLABELED


@dataclass(frozen=True, eq=False)
class Fitted:
    """What fitting a method yields; the fields are those of `LearnedClassifier`."""

    decision: Decision
    prior: NDArray[np.float64]
    calibration: Calibration
    center: NDArray[np.float64]
    encoder: EncoderView | None


def fit_method(
    method: AdaptationMethod,
    task: AdaptationTask,
    *,
    encoder: Encoder | None,
    threshold: Threshold,
    shares: NDArray[np.float64] | None,
) -> Fitted:
    """Fit a method and calibrate its scores; `threshold` and `shares` as in `calibrate`."""
    method.fit(task)
    evidence, view = _gather(method, task), None
    if encoder is not None:
        view, evidence = join_encoder(encoder, task, evidence)
    keeps_line = threshold == "mixture" and not method.fits_line
    calibration = calibrate(evidence, "zero" if keeps_line else threshold, shares)
    center = np.asarray(evidence.pool.mean(axis=0), np.float64)
    return Fitted(evidence.decision, evidence.prior, calibration, center, view)


def _gather(method: AdaptationMethod, task: AdaptationTask) -> Evidence:
    """Return what calibration can learn from a fitted method."""
    decision = checked_decision(method, task)
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
    return Evidence(
        decision=decision,
        pool=pool,
        pool_scores=pool_scores,
        held_out=held_out,
        labels=labels,
        prior=counts / counts.sum(),
        in_target=method.needs_target_labels,
    )
