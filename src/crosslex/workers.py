"""Processes that work for this one, and end when it does; one thread of BLAS in each."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from ctypes import c_bool
from itertools import chain, islice
from threading import Lock
from typing import Any, TypeVar

from threadpoolctl import ThreadpoolController

from crosslex.errors import CrosslexError

Item = TypeVar("Item")
Result = TypeVar("Result")

POLL_SECONDS = 0.5

_lock = Lock()
_users = 0
_libraries: tuple[int, Any] = (0, None)
_before: Any = None


@contextmanager
def worker_pool(
    n_jobs: int,
    *,
    initializer: Callable[..., object] | None = None,
    initargs: tuple[Any, ...] = (),
) -> Iterator[ProcessPoolExecutor]:
    """Start a pool of processes for the block; if it fails, they end at once.

    They are fresh interpreters: a fork, the default of some platforms, hangs if a thread of BLAS
    or of the user's holds a lock at that moment.
    """
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        # A worker that imports a script without the line that the parent's message asks for.
        os._exit(1)
    context = multiprocessing.get_context("spawn")
    # Not an Event: setting it would wait for workers that were killed.
    stop: Any = context.Value(c_bool, False, lock=False)
    pool = ProcessPoolExecutor(
        n_jobs,
        mp_context=context,
        initializer=_start,
        initargs=(stop, initializer, initargs),
    )
    try:
        yield pool
    except BaseException as error:
        # A user who interrupts does not want to wait for the work in progress.
        stop.value = True
        if isinstance(error, BrokenProcessPool):
            raise CrosslexError(
                "a worker process was killed, perhaps because memory ran out; run again with "
                "fewer processes (n_jobs), and in a script of yours put what it does under "
                '`if __name__ == "__main__":`'
            ) from None
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def map_in_order(
    work: Callable[[Item], Result], items: Iterable[Item], n_jobs: int
) -> Iterator[Result]:
    """Yield what `work` makes of each item, in order, computed by `n_jobs` processes.

    >>> list(map_in_order(abs, [-1, 2], n_jobs=1))
    [1, 2]
    """
    items = iter(items)
    first = list(islice(items, 2))
    if n_jobs <= 1 or len(first) < 2:  # starting processes takes longer than one item
        yield from map(work, chain(first, items))
        return
    with worker_pool(n_jobs) as pool:
        waiting: deque[Future[Result]] = deque()
        for item in chain(first, items):
            waiting.append(pool.submit(work, item))
            # A few items ahead keep every process busy; more would fill the memory.
            if len(waiting) > 2 * n_jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _start(stop: Any, initializer: Callable[..., object] | None, initargs: tuple[Any, ...]) -> None:
    # An interrupt from the keyboard reaches every process; only the parent answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, args=(stop,), daemon=True).start()
    if initializer is not None:
        initializer(*initargs)


def _end_with_parent(stop: Any) -> None:
    """End this process when it is asked to, or when its parent was killed."""
    parent = multiprocessing.parent_process()
    while not stop.value and parent is not None and parent.is_alive():
        time.sleep(POLL_SECONDS)
    os._exit(1)


@contextmanager
def single_threaded() -> Iterator[None]:
    """Limit BLAS to one thread; afterwards there are as many as before.

    Its threads spin while they wait, and gain nothing on matrices of this size. The limit may be
    the whole process's: if several threads set it side by side, each would restore what it found,
    perhaps the limit of another. The last one therefore restores what the first one found.
    """
    global _before, _libraries, _users
    with _lock:
        if _users == 0:
            # Libraries come with modules; to look for them takes milliseconds.
            if _libraries[0] != len(sys.modules):
                _libraries = len(sys.modules), ThreadpoolController()
            _before = _libraries[1].limit(limits=None)
        _users += 1
    try:
        with _libraries[1].limit(limits=1, user_api="blas"):
            yield
    finally:
        with _lock:
            _users -= 1
            if _users:
                # Leaving the block above restored what this thread found, under the others.
                _libraries[1].limit(limits=1, user_api="blas")
            else:
                with _before:
                    pass  # leaving it restores the numbers
