"""`crosslex info`, `export` and `explore`, and folders that are no models."""

from pathlib import Path

import numpy as np
import pytest
from cli_runs import Program, assert_refused

from crosslex import CrossDomainEmbedding, __version__


def test_info_tells_what_a_model_holds(
    run: Program, model: Path, learned: CrossDomainEmbedding
) -> None:
    told = run("info", model, "--json").json
    assert told["dimension"] == 16
    assert told["method"] == "crosslex"
    assert told["libraries"]["crosslex"] == __version__
    assert told["settings"]["min_documents"] == learned.min_documents
    assert told["text_settings"]["language"] == "en"
    assert told["bytes"] == sum(path.stat().st_size for path in model.iterdir())
    for domain, counts in zip(told["domains"], learned.vocabulary_.counts, strict=True):
        assert domain["words"] == len(learned.vectors_[domain["name"]])
        assert domain["occurrences"] == counts.sum()
    shown = run("info", model).out
    assert f"2 domains, {len(learned.contexts_)} context words, 16 dimensions" in shown


def test_exported_vectors_are_the_models(
    run: Program, model: Path, learned: CrossDomainEmbedding, tmp_path: Path
) -> None:
    told = run("export", model, "--format", "npz", "--out", tmp_path / "npz", "--json").json
    vectors = learned.vectors_
    assert [file["domain"] for file in told["files"]] == ["films", "tools"]
    for file in told["files"]:
        arrays = np.load(file["path"])
        assert arrays["words"].tolist() == list(vectors[file["domain"]].words)
        assert np.array_equal(arrays["vectors"], vectors[file["domain"]].vectors)


def test_an_export_is_refused_where_something_else_lies(
    run: Program, model: Path, tmp_path: Path
) -> None:
    (tmp_path / "thesis.txt").write_text("all my work")
    ran = run("export", model, "--out", tmp_path)
    assert_refused(ran, "already holds thesis.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("command", ["info", "compare", "neighbors", "export", "explore", "shifts"])
def test_a_folder_that_is_no_model_is_one_line(run: Program, tmp_path: Path, command: str) -> None:
    (tmp_path / "notes.txt").touch()
    out = ["--out", tmp_path / "out"]
    more = {"info": [], "shifts": [], "export": out, "explore": out}.get(command, ["word"])
    for folder, message in (
        (tmp_path / "nowhere", "is not a folder"),
        (tmp_path / "notes.txt", "is not a folder"),
        (tmp_path, "is not the folder of a model"),
    ):
        ran = run(command, folder, *more)
        assert_refused(ran, message)
    assert not (tmp_path / "out").exists()


def test_it_writes_one_page(run: Program, model: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    options = ("--out", out, "--words", 20, "--senses", 2)
    told = run("explore", model, *options, "--title", "Mine", "--examples", 0, "--json").json
    assert (told["page"], told["words"], told["sentences"]) == (str(out), 20, 0)
    assert told["domains"] == ["films", "tools"]
    assert told["bytes"] == out.stat().st_size
    assert "<title>Mine</title>" in out.read_text(encoding="utf-8")
    ran = run("explore", model, *options)
    assert ran.code == 0
    assert "sentences of your texts" in ran.out
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--out", "thesis.txt"], "thesis.txt is no page of crosslex's"),
        (["--out", "."], "is a folder"),
        (["--out", "thesis.txt/page.html"], "cannot write"),
        (["--out", "page.html", "--words", "0"], "--words"),
    ],
)
@pytest.mark.usefixtures("here")
def test_a_mistake_is_one_line(
    run: Program, model: Path, arguments: list[str], message: str
) -> None:
    Path("thesis.txt").write_text("all my work")
    ran = run("explore", model, *arguments)
    assert_refused(ran, message)
    assert Path("thesis.txt").read_text() == "all my work"
    assert not Path("page.html").exists()
