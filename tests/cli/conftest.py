"""Small texts of two domains, and one model learned from them by the command line itself."""

from pathlib import Path

import pytest
from cli_runs import FILM, TOOL, Program, Run, write_texts

from crosslex.cli import main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Program:
    """Call the program in this process."""

    def call(*arguments: object) -> Run:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Run(code, captured.out, captured.err)

    return call


@pytest.fixture(scope="session")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with films.jsonl and tools.jsonl."""
    folder = tmp_path_factory.mktemp("texts")
    write_texts(folder / "films.jsonl", FILM, seed=1)
    write_texts(folder / "tools.jsonl", TOOL, seed=2)
    return folder


@pytest.fixture(scope="session")
def domains(texts: Path) -> list[str]:
    """The two domains as `crosslex learn` takes them."""
    return [f"{name}={texts / f'{name}.jsonl'}" for name in ("films", "tools")]


@pytest.fixture(scope="session")
def model(domains: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of both domains."""
    folder = tmp_path_factory.mktemp("models") / "model"
    command = ["learn", *domains, "--out", str(folder), "--dimension", "16", "--jobs", "1"]
    assert main(command) == 0
    return folder
