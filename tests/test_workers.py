"""Worker processes: the order of results, and how workers end."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator

import psutil
import pytest

from crosslex.checks import check_jobs
from crosslex.errors import CrosslexError
from crosslex.workers import map_in_order, worker_pool


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


@pytest.mark.parametrize("spawn", [False, True])
def test_a_worker_that_is_killed_is_reported_in_one_line(spawn: bool) -> None:
    with (
        pytest.raises(CrosslexError, match="a worker process was killed, perhaps because memory"),
        worker_pool(2, spawn=spawn) as pool,
    ):
        pool.submit(end_this_process, 1).result()


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
