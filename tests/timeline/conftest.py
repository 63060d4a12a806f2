"""Folders of models of ordered domains."""

from pathlib import Path

import pytest

from crosslex import CrossDomainEmbedding


@pytest.fixture(scope="session")
def folder(ordered: CrossDomainEmbedding, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the model of periods."""
    path = tmp_path_factory.mktemp("models") / "ordered"
    ordered.save(path)
    return path


@pytest.fixture(scope="session")
def groups_folder(groups: CrossDomainEmbedding, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the model of groups."""
    path = tmp_path_factory.mktemp("models") / "groups"
    groups.save(path)
    return path
