"""Threads over domains whose number never changes a result."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from threadpoolctl import threadpool_limits

Result = TypeVar("Result")
DomainMap = Callable[[Callable[[int], Result]], list[Result]]
"""`over_domains(work)` calls `work(0)`, `work(1)`, … and lists what they return, in order."""


@contextmanager
def domain_threads(n_domains: int, n_jobs: int) -> "Iterator[DomainMap[Result]]":
    """Give a map over domains that uses at most `n_jobs` threads, and one domain a thread.

    BLAS is held to one thread of its own meanwhile: how it divides a product among
    threads decides how sums are rounded.

    >>> with domain_threads(3, n_jobs=2) as over_domains:
    ...     over_domains(lambda domain: domain * domain)
    [0, 1, 4]
    """
    wanted = (os.cpu_count() or 1) if n_jobs == -1 else n_jobs
    workers = min(wanted, n_domains)
    with threadpool_limits(limits=1, user_api="blas"):
        if workers == 1:
            yield lambda work: [work(domain) for domain in range(n_domains)]
            return
        pool = ThreadPoolExecutor(workers, thread_name_prefix="crosslex")
        try:
            yield lambda work: list(pool.map(work, range(n_domains)))
        finally:
            # An interrupt waits for the piece of work under way, never for the whole training.
            pool.shutdown(wait=True, cancel_futures=True)
