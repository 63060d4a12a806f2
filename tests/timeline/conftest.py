"""A model of ordered domains."""

from pathlib import Path

import pytest
from periods import grouped, periods

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


@pytest.fixture(scope="session")
def groups() -> CrossDomainEmbedding:
    """A model of two groups that use `plant` differently from 1930 on."""
    return CrossDomainEmbedding(dimension=30, ordered=True).fit(grouped())


@pytest.fixture(scope="session")
def groups_folder(groups: CrossDomainEmbedding, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its folder."""
    path = tmp_path_factory.mktemp("models") / "groups"
    groups.save(path)
    return path
