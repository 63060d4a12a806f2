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
        assert domain["vectors"] == len(learned.vectors_[domain["domain"]])
        assert domain["occurrences"] == counts.sum()
    shown = run("info", model).out
    assert f"2 domains, {len(learned.contexts_)} context words, 16 dimensions" in shown


def test_exported_vectors_are_the_models(on_model: Program, learned: CrossDomainEmbedding) -> None:
    told = on_model("export", "--format", "word2vec-text", "--out", "text", "--json").json
    assert [file["domain"] for file in told["files"]] == ["films", "tools"]
    for file in told["files"]:
        of_domain = learned.vectors_[file["domain"]]
        numbers = np.loadtxt(file["path"], skiprows=1, dtype=str)
        assert numbers[:, 0].tolist() == [word.replace(" ", "_") for word in of_domain.words]
        assert np.array_equal(numbers[:, 1:].astype(np.float32), of_domain.vectors)


def test_an_export_is_refused_where_something_else_lies(on_model: Program) -> None:
    Path("thesis.txt").write_text("all my work")
    ran = on_model("export", "--out", ".")
    assert_refused(ran, "already holds thesis.txt")
    assert [path.name for path in Path().iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("command", ["info", "compare", "neighbors", "export", "explore", "shifts"])
def test_a_folder_that_is_no_model_is_one_line(run: Program, command: str) -> None:
    Path("notes.txt").touch()
    out = ["--out", "out"]
    more = {"info": [], "shifts": [], "export": out, "explore": out}.get(command, ["word"])
    for folder, message in (
        (Path("nowhere"), "is not a folder"),
        (Path("notes.txt"), "is not a folder"),
        (Path(), "is not the folder of a model"),
    ):
        ran = run(command, folder, *more)
        assert_refused(ran, message)
    assert not Path("out").exists()


def test_it_writes_one_page(on_model: Program) -> None:
    out = Path("page.html")
    options = ("--out", out, "--words", 20, "--senses", 2)
    told = on_model("explore", *options, "--title", "Mine", "--examples", 0, "--json").json
    assert (told["page"], told["words"], told["sentences"]) == (str(out), 20, 0)
    assert told["domains"] == ["films", "tools"]
    assert told["bytes"] == out.stat().st_size
    assert "<title>Mine</title>" in out.read_text(encoding="utf-8")
    ran = on_model("explore", *options)
    assert ran.code == 0
    assert "sentences of your texts" in ran.out
    assert [path.name for path in Path().iterdir()] == ["page.html"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--out", "thesis.txt"], "thesis.txt is no page of crosslex's"),
        (["--out", "."], "is a folder"),
        (["--out", "thesis.txt/page.html"], "cannot write"),
        (["--out", "page.html", "--words", "0"], "--words"),
    ],
)
def test_a_mistake_is_one_line(on_model: Program, arguments: list[str], message: str) -> None:
    Path("thesis.txt").write_text("all my work")
    ran = on_model("explore", *arguments)
    assert_refused(ran, message)
    assert Path("thesis.txt").read_text() == "all my work"
    assert not Path("page.html").exists()
