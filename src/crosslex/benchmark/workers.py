"""Cells computed one after the other, or in several processes at once."""

import multiprocessing
import os
import signal
import threading
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.synchronize import Event

from crosslex.benchmark.cells import Cell, CellKey
from crosslex.benchmark.data.datasets import Dataset
from crosslex.benchmark.rules import Rules, run_cell
from crosslex.errors import CrosslexError

_POLL_SECONDS = 0.5

_work: tuple[Dataset, Rules] | None = None
"""What a worker process computes cells of; set once when it starts."""


def run_cells(
    dataset: Dataset, keys: Sequence[CellKey], rules: Rules, *, n_jobs: int = 1
) -> Iterator[Cell]:
    """Compute cells and yield each as soon as it is finished, in no fixed order."""
    if min(n_jobs, len(keys)) <= 1:
        for key in keys:
            yield run_cell(dataset, key, rules)
        return
    # Not forked: a fork while BLAS or numba hold threads may hang.
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(
        min(n_jobs, len(keys)),
        mp_context=context,
        initializer=_start_worker,
        initargs=(dataset, rules, stop),
    )
    try:
        for future in as_completed([pool.submit(_run, key) for key in keys]):
            yield future.result()
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


def _start_worker(dataset: Dataset, rules: Rules, stop: Event) -> None:
    global _work
    _work = dataset, rules
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


def _run(key: CellKey) -> Cell:
    assert _work is not None
    dataset, rules = _work
    return run_cell(dataset, key, rules)
