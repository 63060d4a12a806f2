"""`crosslex info` and `crosslex export`, and folders that are no models."""

from pathlib import Path

import numpy as np
import pytest
from cli_runs import Program

from crosslex import CrossDomainEmbedding, __version__


def test_info_tells_what_a_model_holds(run: Program, model: Path) -> None:
    told = run("info", model, "--json").json
    loaded = CrossDomainEmbedding.load(model)
    assert told["dimension"] == 16
    assert told["pivots"] == list(loaded.vocabulary_.pivots)
    assert told["libraries"]["crosslex"] == __version__
    assert told["settings"]["min_documents"] == loaded.min_documents
    assert told["text_settings"]["language"] == "en"
    assert told["bytes"] == sum(path.stat().st_size for path in model.iterdir())
    for domain, counts in zip(told["domains"], loaded.vocabulary_.counts, strict=True):
        assert domain["words"] == len(loaded.vectors_[domain["name"]])
        assert domain["occurrences"] == counts.sum()


def test_info_is_readable(run: Program, model: Path) -> None:
    shown = run("info", model).out
    contexts = CrossDomainEmbedding.load(model).contexts_
    assert f"2 domains, {len(contexts)} context words, 16 dimensions" in shown
    assert "min_documents" in shown


def test_info_names_only_settings_that_the_trainer_reads(run: Program, model: Path) -> None:
    settings = run("info", model, "--json").json["settings"]
    assert settings["trainer"] == "spectral"
    assert "n_contexts" in settings
    assert not {"regularization", "epochs", "pivots", "context"} & set(settings)


def test_exported_vectors_are_the_models(run: Program, model: Path, tmp_path: Path) -> None:
    told = run("export", model, "--format", "npz", "--out", tmp_path / "npz", "--json").json
    vectors = CrossDomainEmbedding.load(model).vectors_
    assert [file["domain"] for file in told["files"]] == ["films", "tools"]
    for file in told["files"]:
        arrays = np.load(file["path"])
        assert arrays["words"].tolist() == list(vectors[file["domain"]].words)
        assert np.array_equal(arrays["vectors"], vectors[file["domain"]].vectors)


@pytest.mark.parametrize(("form", "ending"), [("word2vec", "bin"), ("word2vec-text", "txt")])
def test_other_formats_are_written_too(
    run: Program, model: Path, tmp_path: Path, form: str, ending: str
) -> None:
    ran = run("export", model, "--format", form, "--out", tmp_path / "out")
    words = len(CrossDomainEmbedding.load(model).vectors_["tools"])
    assert ran.code == 0
    assert "tools" in ran.out
    header = (tmp_path / "out" / f"tools.{ending}").read_bytes().partition(b"\n")[0]
    assert header == f"{words} 16".encode()


def test_an_export_is_refused_where_something_else_lies(
    run: Program, model: Path, tmp_path: Path
) -> None:
    (tmp_path / "thesis.txt").write_text("all my work")
    ran = run("export", model, "--out", tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "already holds thesis.txt" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_an_export_below_a_file_is_refused(run: Program, model: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ran = run("export", model, "--out", tmp_path / "file" / "out")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("crosslex: error: cannot write ")


@pytest.mark.parametrize("command", ["info", "compare", "neighbors", "export", "explore"])
def test_a_folder_that_is_no_model_is_one_line(run: Program, tmp_path: Path, command: str) -> None:
    (tmp_path / "notes.txt").touch()
    out = ["--out", tmp_path / "out"]
    more = {"info": [], "export": out, "explore": out}.get(command, ["word"])
    for folder, message in (
        (tmp_path / "nowhere", "is not a folder"),
        (tmp_path / "notes.txt", "is not a folder"),
        (tmp_path, "is not the folder of a model"),
    ):
        ran = run(command, folder, *more)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("crosslex: error: ")
        assert message in ran.err
        assert ran.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_damaged_model_is_one_line(run: Program, model: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged"
    damaged.mkdir()
    for path in model.iterdir():
        (damaged / path.name).write_bytes(path.read_bytes())
    vectors = damaged / "vectors.safetensors"
    vectors.write_bytes(vectors.read_bytes()[:-1] + b"?")
    ran = run("info", damaged)
    assert (ran.code, ran.out) == (2, "")
    assert "vectors.safetensors was damaged" in ran.err
