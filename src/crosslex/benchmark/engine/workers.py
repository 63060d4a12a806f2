"""Trials computed one after the other, or in several processes at once."""

import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from typing import Any

from crosslex.benchmark.engine.compute import TrialRunner
from crosslex.benchmark.engine.trial import Cell, Trial
from crosslex.workers import worker_pool

_runner: TrialRunner | None = None
"""What a worker process computes with; set once when it starts."""


def compute_cells(trials: Sequence[Trial], data: Any, *, n_jobs: int = 1) -> Iterator[Cell]:
    """Yield the cells of trials as they are finished, in no fixed order."""
    groups = _groups(trials)
    if min(n_jobs, len(groups)) <= 1:
        runner = TrialRunner(data)
        for group in groups:
            yield from runner.run(group)
        return
    n_jobs = min(n_jobs, len(groups))
    with worker_pool(n_jobs, spawn=True, initializer=_start, initargs=(data,)) as pool:
        for future in as_completed([pool.submit(_run, group) for group in groups]):
            yield from future.result()


def _groups(trials: Sequence[Trial]) -> list[list[Trial]]:
    """Put trials of the same group together; those without one stay alone."""
    groups: dict[object, list[Trial]] = {}
    for number, trial in enumerate(trials):
        groups.setdefault(number if trial.group is None else (trial.group,), []).append(trial)
    return list(groups.values())


def _start(data: Any) -> None:
    global _runner
    _runner = TrialRunner(data)
    warnings.simplefilter("ignore")


def _run(trials: list[Trial]) -> list[Cell]:
    assert _runner is not None
    return list(_runner.run(trials))
