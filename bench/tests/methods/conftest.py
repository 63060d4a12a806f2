"""Tasks made of generated reviews, as in the product's tests of classifiers."""

from collections.abc import Iterator

import pytest
from threadpoolctl import threadpool_limits

from crosslex.classify import AdaptationTask
from generated_domains import generate_reviews, task_of, three_domains


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Iterator[None]:
    """Small matrices gain nothing from threads that wait for each other on a busy machine."""
    with threadpool_limits(1):
        yield


@pytest.fixture(scope="session")
def task() -> AdaptationTask:
    return three_domains()


@pytest.fixture(scope="session")
def binary_pair() -> AdaptationTask:
    """Films with labels and tools, the target, as the paper represents documents."""
    corpora = generate_reviews().corpora(labeled=("films",))
    features = sorted({word for corpus in corpora for word in corpus.words})
    return task_of(corpora, features, pivots=["gooda"], binary=True)
