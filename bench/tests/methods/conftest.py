"""Generated reviews and a task made of them, as in the product's tests of classifiers."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from threadpoolctl import threadpool_limits

from crosslex.classify.task import AdaptationTask

sys.path.append(str(Path(__file__).resolve().parents[3] / "tests"))
from generated_domains import Reviews, generate_reviews, task_of, three_domains


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Iterator[None]:
    """Small matrices gain nothing from threads that wait for each other on a busy machine."""
    with threadpool_limits(1):
        yield


@pytest.fixture(scope="session")
def reviews() -> Callable[..., Reviews]:
    return generate_reviews


@pytest.fixture(scope="session")
def make_task() -> Callable[..., AdaptationTask]:
    return task_of


@pytest.fixture(scope="session")
def task() -> AdaptationTask:
    return three_domains()
