"""Settings and fixtures that the tests of the bench share."""

import signal
from collections.abc import Iterator

import hypothesis
import pytest
from generated_reviews import generated_reviews

from crosslex_bench.data.datasets import Dataset, encode_dataset

hypothesis.settings.register_profile("steady", deadline=None, derandomize=True)
hypothesis.settings.load_profile("steady")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let SIGINT interrupt this process and its children, as a shell's background jobs do not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def reviews_dataset() -> Dataset:
    """Films, knives and songs."""
    return encode_dataset("generated", generated_reviews())
