"""Settings and fixtures that the tests of the bench share."""

import hypothesis
import pytest
from generated_reviews import generated_reviews

from crosslex_bench.data.datasets import Dataset, encode_dataset

hypothesis.settings.register_profile("steady", deadline=None, derandomize=True)
hypothesis.settings.load_profile("steady")


@pytest.fixture(scope="session")
def reviews_dataset() -> Dataset:
    """Films, knives and songs."""
    return encode_dataset("generated", generated_reviews())
