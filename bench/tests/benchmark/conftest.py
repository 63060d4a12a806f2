"""The generated reviews, encoded once."""

import pytest
from generated_reviews import generated_reviews

from crosslex_bench.data.datasets import Dataset, encode_dataset


@pytest.fixture(scope="session")
def reviews_dataset() -> Dataset:
    """Films, knives and songs."""
    return encode_dataset("generated", generated_reviews())
