"""One thread for matrices so small that threads would only wait for each other."""

from collections.abc import Iterator

import pytest
from threadpoolctl import threadpool_limits


@pytest.fixture(autouse=True, scope="module")
def _one_thread() -> Iterator[None]:
    with threadpool_limits(1):
        yield
