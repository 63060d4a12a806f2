"""Processes that encode, and end when the one that started them does."""

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor


def worker_pool(n_jobs: int) -> ProcessPoolExecutor:
    """Start a pool whose workers do not outlive a parent that was killed."""
    return ProcessPoolExecutor(n_jobs, initializer=_follow_parent)


def _follow_parent() -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
