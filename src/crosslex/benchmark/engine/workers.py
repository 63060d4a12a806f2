"""Trials computed one after the other, or in several processes at once."""

import multiprocessing
import os
import signal
import threading
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.synchronize import Event
from typing import Any

from crosslex.benchmark.engine.compute import TrialRunner
from crosslex.benchmark.engine.trial import Cell, Trial
from crosslex.errors import CrosslexError

_POLL_SECONDS = 0.5

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
    # Not forked: a fork while BLAS or numba hold threads may hang.
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(
        min(n_jobs, len(groups)),
        mp_context=context,
        initializer=_start_worker,
        initargs=(data, stop),
    )
    try:
        for future in as_completed([pool.submit(_run, group) for group in groups]):
            yield from future.result()
    except BrokenProcessPool:
        raise CrosslexError(
            "a worker process was ended from outside, perhaps for want of memory; go on with "
            "--resume and fewer --jobs"
        ) from None
    except BaseException:
        # Whoever interrupts does not want to wait for the cells under way.
        stop.set()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _groups(trials: Sequence[Trial]) -> list[list[Trial]]:
    """Put trials of the same group together; those without one stay alone."""
    groups: dict[object, list[Trial]] = {}
    for number, trial in enumerate(trials):
        groups.setdefault(number if trial.group is None else (trial.group,), []).append(trial)
    return list(groups.values())


def _start_worker(data: Any, stop: Event) -> None:
    global _runner
    _runner = TrialRunner(data)
    # An interrupt from the keyboard reaches every process; the parent alone answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore")
    threading.Thread(target=_end_with_parent, args=(stop,), daemon=True).start()


def _end_with_parent(stop: Event) -> None:
    """End this process when it is asked to, or when its parent was killed."""
    parent = multiprocessing.parent_process()
    while not stop.wait(_POLL_SECONDS) and parent is not None and parent.is_alive():
        pass
    os._exit(1)


def _run(trials: list[Trial]) -> list[Cell]:
    assert _runner is not None
    return list(_runner.run(trials))
