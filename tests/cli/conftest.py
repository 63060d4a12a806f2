"""Small texts of two domains, and one model and one classifier learned from them."""

from pathlib import Path

import pytest
from cli_runs import FILM, TOOL, Program, Run, opinions, write_labeled, write_texts

from crosslex import Corpus, CrossDomainClassifier, CrossDomainEmbedding
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


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and the one in which the program runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


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
def learned(texts: Path) -> CrossDomainEmbedding:
    """A model of both domains."""
    corpora = [Corpus.read(texts / f"{name}.jsonl", name=name) for name in ("films", "tools")]
    return CrossDomainEmbedding(dimension=16).fit(corpora)


@pytest.fixture(scope="session")
def model(learned: CrossDomainEmbedding, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its folder."""
    folder = tmp_path_factory.mktemp("models") / "model"
    learned.save(folder)
    return folder


@pytest.fixture(scope="session")
def reviews(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with labeled films, and tools and shoes without labels."""
    folder = tmp_path_factory.mktemp("reviews")
    write_labeled(folder / "films.jsonl", opinions("films", 1))
    for seed, domain in enumerate(("tools", "shoes"), start=2):
        (folder / f"{domain}.txt").write_text("\n".join(t for t, _ in opinions(domain, seed)))
    return folder


@pytest.fixture(scope="session")
def asked(reviews: Path) -> list[str]:
    """Labels of films, decisions about tools, as `crosslex adapt` takes them."""
    return [f"films={reviews / 'films.jsonl'}", "--target", f"tools={reviews / 'tools.txt'}"]


@pytest.fixture(scope="session")
def classifier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a classifier for tools with the labels of films."""
    films, tools = opinions("films", 1), opinions("tools", 2)
    folder = tmp_path_factory.mktemp("classifiers") / "classifier"
    CrossDomainClassifier("none", "tools").fit(
        [text for text, _ in films + tools],
        [label for _, label in films] + [-1] * len(tools),
        sample_domain=["films"] * len(films) + ["tools"] * len(tools),
    ).save(folder)
    return folder
