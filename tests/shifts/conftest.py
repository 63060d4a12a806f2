"""A model of small domains in which one word changes, fitted once."""

import pytest

from crosslex import CrossDomainEmbedding
from planted_domains import planted_corpora


@pytest.fixture(scope="session")
def model() -> CrossDomainEmbedding:
    return CrossDomainEmbedding(dimension=12, random_state=0).fit(planted_corpora())
