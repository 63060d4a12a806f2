"""One BLAS thread while crosslex computes, whoever else does."""

import os
from threading import Event, Thread

import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from crosslex.threads import single_threaded


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
