"""Trials run: cells that are there are read, the others computed and checkpointed."""

import json
import time
import warnings
from collections.abc import Hashable, Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import replace
from typing import Any

from sklearn.metrics import roc_auc_score
from threadpoolctl import threadpool_limits

from crosslex.errors import CrosslexError, CrosslexWarning, InputError
from crosslex.progress import progress
from crosslex.workers import worker_pool
from crosslex_bench.cache import Cache, use
from crosslex_bench.data.datasets import Dataset
from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.classification import ClassificationRules
from crosslex_bench.engine.results import Results, Tuning, to_json
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.engine.study import Study, list_trials
from crosslex_bench.engine.summary import summarize
from crosslex_bench.engine.trial import Cell, ClassificationTask, Trial, TrialLabel

SCORE_DECIMALS = 6


def run_study(
    study: Study,
    data: Dataset,
    pairs: Sequence[Pair],
    folder: RunFolder,
    *,
    rules: ClassificationRules,
    seeds: int = 1,
    tuning: Tuning | None = None,
    n_jobs: int = 1,
) -> Results:
    """Return the results of a study, and write them to results.json in the run's folder.

    Randomized methods run with so many seeds; from three on, intervals reflect seeds as well as
    documents. Results do not depend on the number of processes.
    """
    setup = rules.setup(data, pairs, seeds)
    trials = list_trials(study, pairs, seeds, rules)
    cells = run_trials(trials, data, folder, description=f"benchmark {study.name}", n_jobs=n_jobs)
    results = summarize(study, cells, pairs=pairs, setup=setup, tuning=tuning)
    folder.write_text("results.json", to_json(results))
    return results


def run_trials(
    trials: Sequence[Trial],
    data: Dataset,
    folder: RunFolder,
    *,
    description: str = "benchmark",
    n_jobs: int = 1,
) -> dict[TrialLabel, Cell]:
    """Return the cells of all trials; those that the folder lacks are computed.

    Trials that differ in nothing but their names are computed once.
    """
    cells = folder.read_cells(trials)
    alike: dict[str, list[Trial]] = {}
    for trial in trials:
        if trial.label not in cells:
            alike.setdefault(folder.work(trial), []).append(trial)
    firsts = {found[0].label: found for found in alike.values()}
    with progress(description, total=len(trials)) as advance:
        advance(len(cells))
        computed = compute_cells([found[0] for found in alike.values()], data, n_jobs=n_jobs)
        for cell in computed:
            for trial in firsts[cell.label]:
                named = replace(cell, label=trial.label)
                folder.write_cell(trial, named)
                cells[trial.label] = named
                advance(1, note=f"{trial.label.method}, {trial.label.pair}")
    return cells


class TrialRunner:
    """Runs trials on one dataset, one after the other.

    Trials that learn from the same texts share them, and what was counted in them; those that run
    together and have the same estimator, too, are fitted once, and those that differ only in what
    comes after their vectors learn them once. The latest results alone are kept.
    """

    def __init__(self, data: Dataset) -> None:
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

    def _training_of(self, task: ClassificationTask) -> Any:
        key = task.learns_from()
        if key != self._training_key:
            self._training_key, self._training = key, task.training(self._data)
        return self._training

    def _test(self, trial: Trial, fitted: Any, seconds: float) -> Cell:
        test = trial.task.test(self._data)
        truth = trial.task.truth(test)
        began = time.process_time()
        predicted = fitted.predict(test)
        scores = fitted.decision_function(test)
        seconds += time.process_time() - began
        if scores.ndim > 1:
            return Cell(trial.label, predicted == truth, None, None, seconds)
        auc = float(roc_auc_score(truth == fitted.classes_[1], scores))
        # Rounded here, so that a resumed run summarizes the same numbers.
        return Cell(trial.label, predicted == truth, scores.round(SCORE_DECIMALS), auc, seconds)


def compute_cells(trials: Sequence[Trial], data: Dataset, *, n_jobs: int = 1) -> Iterator[Cell]:
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


def _start(data: Dataset) -> None:
    global _runner
    _runner = TrialRunner(data)
    warnings.simplefilter("ignore")


def _run(trials: list[Trial]) -> list[Cell]:
    assert _runner is not None
    return list(_runner.run(trials))
