"""Worker processes: the order of results, and how workers end; one BLAS thread."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import psutil
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from crosslex.checks import check_jobs
from crosslex.errors import CrosslexError
from crosslex.workers import map_in_order, single_threaded, worker_pool


def slow_if_even(number: int) -> int:
    time.sleep(0.05 * (number % 2 == 0))
    return number * number


def end_this_process(number: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def interrupt_this_process(number: int) -> int:
    assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN
    os.kill(os.getpid(), signal.SIGINT)
    return number


def counted(numbers: Iterator[int], taken: list[int]) -> Iterator[int]:
    for number in numbers:
        taken.append(number)
        yield number


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_results_come_in_order_and_few_items_are_taken_ahead(n_jobs: int) -> None:
    taken: list[int] = []
    results = map_in_order(slow_if_even, counted(iter(range(30)), taken), n_jobs)
    assert next(results) == 0
    assert len(taken) <= 2 * n_jobs + 1
    assert list(results) == [number * number for number in range(1, 30)]


@pytest.mark.usefixtures("interruptible")
def test_workers_leave_an_interrupt_to_their_parent() -> None:
    assert list(map_in_order(interrupt_this_process, [1, 2], 2)) == [1, 2]


def test_a_worker_that_is_killed_is_reported_in_one_line() -> None:
    with (
        pytest.raises(CrosslexError, match="a worker process was killed, perhaps because memory"),
        worker_pool(2) as pool,
    ):
        pool.submit(end_this_process, 1).result()


ENCODING = """
import threading
import numpy as np
from crosslex import Corpus

square = np.ones((500, 500))

def multiply():
    while True:
        square @ square

def encode():
    print(len(Corpus.from_texts(["a good plot"] * 50_000, name="films", n_jobs=2)))
"""


def test_workers_start_beside_threads_of_blas(tmp_path: Path) -> None:
    main = """
if __name__ == "__main__":
    threading.Thread(target=multiply, daemon=True).start()
    encode()
"""
    done = _run(tmp_path, ENCODING + main)
    assert (done.returncode, done.stdout) == (0, "50000\n")


def test_a_script_is_told_what_it_needs(tmp_path: Path) -> None:
    done = _run(tmp_path, ENCODING + "encode()")
    assert done.returncode == 1
    assert done.stderr.count("Traceback") == 1 + done.stderr.count("The above exception")
    assert 'put what it does under `if __name__ == "__main__":`' in done.stderr.splitlines()[-1]


def _run(folder: Path, script: str) -> "subprocess.CompletedProcess[str]":
    path = folder / "script.py"
    path.write_text(script)
    command = [sys.executable, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_workers_end_at_once_when_the_block_fails() -> None:
    before = psutil.Process().children()
    with contextlib.suppress(KeyError), worker_pool(2) as pool:
        sleeping = [pool.submit(time.sleep, 10**6) for _ in range(2)]
        while not all(each.running() for each in sleeping):
            time.sleep(0.01)
        workers = [each for each in psutil.Process().children() if each not in before]
        raise KeyError
    psutil.wait_procs(workers)


def test_all_cores_are_those_that_this_process_may_use() -> None:
    assert check_jobs(-1) == len(psutil.Process().cpu_affinity() or ())


def blas_threads() -> set[int]:
    return {each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"}


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="needs two cores")
def test_a_thread_that_ends_first_leaves_the_limit_to_the_other() -> None:
    entered, leave, seen = Event(), Event(), []

    def first() -> None:
        with single_threaded():
            entered.set()
            leave.wait(10)

    with threadpool_limits(limits=2, user_api="blas"):
        thread = Thread(target=first)
        thread.start()
        assert entered.wait(10)
        with single_threaded():
            leave.set()
            thread.join(10)
            seen.append(blas_threads())
        assert seen == [{1}]
        assert blas_threads() == {2}
