"""Trials computed, one after the other or in several processes: fit, predict, compare."""

import json
import time
import warnings
from collections.abc import Hashable, Iterator, Sequence
from concurrent.futures import as_completed
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.metrics import roc_auc_score
from threadpoolctl import threadpool_limits

from crosslex.errors import CrosslexError, CrosslexWarning, InputError
from crosslex.workers import worker_pool
from crosslex_bench.cache import Cache, use
from crosslex_bench.engine.trial import Cell, Task, Trial

SCORE_DECIMALS = 6


class TrialRunner:
    """Runs trials on one dataset, one after the other.

    Trials that learn from the same texts share them, and what was counted in them; those that run
    together and have the same estimator, too, are fitted once, and those that differ only in what
    comes after their vectors learn them once. The latest results alone are kept.
    """

    def __init__(self, data: Any) -> None:
        self._data = data
        self._training_key: Hashable = None
        self._training: Any = None
        self._cache = Cache()

    def run(self, trials: Sequence[Trial]) -> Iterator[Cell]:
        """Yield the cells of trials.

        A trial's time is that of its predictions and its share of the fit. All runs on one
        thread, so neither results nor times depend on what else the machine computes.
        """
        by_fit: dict[Hashable, list[Trial]] = {}
        for trial in trials:
            estimator = json.dumps(trial.settings["estimator"], sort_keys=True)
            by_fit.setdefault((estimator, trial.task.learns_from()), []).append(trial)
        with use(self._cache):
            for alike in by_fit.values():
                yield from self._run_alike(alike)

    def _run_alike(self, alike: Sequence[Trial]) -> list[Cell]:
        """Return the cells of trials that are fitted once."""
        with warnings.catch_warnings(), threadpool_limits(limits=1):
            # Such as a test sentence without a known word: it counts like any other.
            warnings.simplefilter("ignore", CrosslexWarning)
            try:
                began = time.process_time()
                fitted = alike[0].estimator.fit(self._training_of(alike[0].task))
                seconds = (time.process_time() - began) / len(alike)
                return [self._test(trial, fitted, seconds) for trial in alike]
            except CrosslexError as error:
                raise InputError(f"{alike[0].label}: {error}") from error

    def _training_of(self, task: Task) -> Any:
        key = task.learns_from()
        if key != self._training_key:
            self._training_key, self._training = key, task.training(self._data)
        return self._training

    def _test(self, trial: Trial, fitted: BaseEstimator, seconds: float) -> Cell:
        test = trial.task.test(self._data)
        truth = trial.task.truth(test)
        began = time.process_time()
        predicted = fitted.predict(test)
        scores = _scores(fitted, test)
        seconds += time.process_time() - began
        auc = None if scores is None else _auc(truth == fitted.classes_[1], scores)
        if scores is not None:
            # Rounded here, so that a resumed run summarizes the same numbers.
            scores = scores.round(SCORE_DECIMALS)
        return Cell(trial.label, predicted == truth, scores, auc, seconds)


def _scores(fitted: Any, test: Any) -> NDArray[np.float64] | None:
    """Return the scores of a binary classifier, None of anything else."""
    if not hasattr(fitted, "decision_function"):
        return None
    scores: NDArray[np.float64] = fitted.decision_function(test)
    return scores if scores.ndim == 1 else None


def _auc(positive: NDArray[np.bool_], scores: NDArray[np.float64]) -> float | None:
    if positive.all() or not positive.any():
        return None
    return float(roc_auc_score(positive, scores))


def compute_cells(trials: Sequence[Trial], data: Any, *, n_jobs: int = 1) -> Iterator[Cell]:
    """Yield the cells of trials as they are finished, in no fixed order."""
    together: dict[object, list[Trial]] = {}
    for number, trial in enumerate(trials):
        together.setdefault(number if trial.group is None else (trial.group,), []).append(trial)
    groups = list(together.values())
    n_jobs = min(n_jobs, len(groups))
    if n_jobs <= 1:
        runner = TrialRunner(data)
        for group in groups:
            yield from runner.run(group)
        return
    with worker_pool(n_jobs, initializer=_start, initargs=(data,)) as pool:
        for future in as_completed([pool.submit(_run, group) for group in groups]):
            yield from future.result()


_runner: TrialRunner | None = None
"""What a worker process computes with; set once when it starts."""


def _start(data: Any) -> None:
    global _runner
    _runner = TrialRunner(data)
    warnings.simplefilter("ignore")


def _run(trials: list[Trial]) -> list[Cell]:
    assert _runner is not None
    return list(_runner.run(trials))
