"""A model of small domains in which one word changes, fitted once."""

import pytest
from shift_data import planted_corpora

from crosslex import CrossDomainEmbedding


@pytest.fixture(scope="session")
def model() -> CrossDomainEmbedding:
    return CrossDomainEmbedding(dimension=12, random_state=0).fit(planted_corpora())
