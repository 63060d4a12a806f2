"""A model of ordered domains."""

from pathlib import Path

import pytest
from periods import periods

from crosslex import CrossDomainEmbedding


@pytest.fixture(scope="session")
def ordered() -> CrossDomainEmbedding:
    """A model in which `plant` turns in 1930."""
    return CrossDomainEmbedding(dimension=12, ordered=True).fit(periods())


@pytest.fixture(scope="session")
def folder(ordered: CrossDomainEmbedding, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its folder."""
    path = tmp_path_factory.mktemp("models") / "ordered"
    ordered.save(path)
    return path
