"""Threads over domains whose number never changes a result."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Self, TypeVar

from threadpoolctl import threadpool_limits

Result = TypeVar("Result")


class DomainThreads(ExitStack):
    """Maps work over domains on at most `n_jobs` threads, one domain per thread.

    BLAS is held to one thread of its own meanwhile: how it divides a product among
    threads decides how sums are rounded.

    >>> with DomainThreads(3, n_jobs=2) as threads:
    ...     threads.map(lambda domain: domain * domain)
    [0, 1, 4]
    """

    def __init__(self, n_domains: int, n_jobs: int) -> None:
        super().__init__()
        wanted = (os.cpu_count() or 1) if n_jobs == -1 else n_jobs
        self._n_domains = n_domains
        self._workers = min(wanted, n_domains)
        self._pool: ThreadPoolExecutor | None = None

    def __enter__(self) -> Self:
        self.enter_context(threadpool_limits(limits=1, user_api="blas"))
        if self._workers > 1:
            self._pool = ThreadPoolExecutor(self._workers, thread_name_prefix="crosslex")
            # An interrupt waits for the piece of work under way, never for the whole training.
            self.callback(self._pool.shutdown, wait=True, cancel_futures=True)
        return self

    def map(self, work: Callable[[int], Result]) -> list[Result]:
        """Call `work(0)`, `work(1)`, … and list what they return, in order."""
        if self._pool is None:
            return [work(domain) for domain in range(self._n_domains)]
        return list(self._pool.map(work, range(self._n_domains)))
