"""Whole studies through the command line, gone on with after half of it is lost."""

import json
import re
from pathlib import Path

import pytest
from generated_reviews import generated_reviews, write_jsonl_folder

from crosslex.cli import main

LABELS = ["50", "1600"]
N_CELLS = 2 * 2 * 3 * 2  # pairs, labels, methods, seeds


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_jsonl_folder(generated_reviews(), tmp_path_factory.mktemp("data") / "generated")


def arguments(data: Path, out: Path, *more: object) -> list[str]:
    options = ["--study", "labels", "--methods", "none,crosslex-documents,in_domain"]
    options += ["--variants", ",".join(LABELS), "--pairs", "films->knives,songs->knives"]
    options += ["--seeds", "2", "--jobs", "1", "--out", out]
    return [str(word) for word in ("benchmark", data, *options, *more)]


@pytest.fixture(scope="module")
def finished(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("finished") / "out"
    assert main(arguments(data, out)) == 0
    return out


def without_times(path: Path) -> str:
    return re.sub(r'"cpu_seconds": [\d.]+', "", path.read_text())


def test_a_study_writes_results_report_and_figure(finished: Path) -> None:
    assert {path.name for path in finished.iterdir()} == {
        "benchmark.json",
        "cells",
        "results.json",
        "report.md",
        "report.html",
        "study.png",
        "study.svg",
    }
    assert len(list((finished / "cells").iterdir())) == N_CELLS
    study = json.loads((finished / "results.json").read_text())
    assert study["name"] == "labels"
    variants = study["panels"][0]["variants"]
    assert [variant["label"] for variant in variants] == LABELS
    few, many = (variant["methods"]["in_domain"]["mean"]["accuracy"] for variant in variants)
    # Eighty labels of the target itself, one word in five of them lying.
    assert few < many
    assert many > 0.8


def test_the_means_are_those_of_the_cells(finished: Path) -> None:
    study = json.loads((finished / "results.json").read_text())
    for variant in study["panels"][0]["variants"]:
        for method, point in variant["methods"].items():
            cells = [json.loads(path.read_text()) for path in (finished / "cells").iterdir()]
            own = [
                sum(cell["correct"]) / len(cell["correct"])
                for cell in cells
                if cell["label"]["method"] == method
                and cell["label"]["variant"] == f"labels={variant['label']}"
            ]
            assert len(own) == 4
            assert point["mean"]["accuracy"] == pytest.approx(sum(own) / 4)


def test_half_lost_and_gone_on_with_it_finds_the_same(data: Path, finished: Path) -> None:
    before = without_times(finished / "results.json")
    cells = sorted((finished / "cells").iterdir())
    kept = {path: path.read_bytes() for path in cells[::2]}
    for path in cells[1::2]:
        path.unlink()
    (finished / "results.json").unlink()
    assert main(arguments(data, finished, "--resume")) == 0
    assert without_times(finished / "results.json") == before
    assert {path: path.read_bytes() for path in kept} == kept


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--study", "lamda"], "--study: found 'lamda' (did you mean lambda?)"),
        (["--study", "lambda", "--variants", "3"], "--variants: found '3'"),
        (["--study", "lambda", "--methods", "none"], "--methods: found 'none'"),
        (["--study", "lambda", "--tune"], "--tune: studies vary the shipped settings"),
        (["--study", "context", "--preset", "paper"], "preset: the paper has none of the methods"),
        (["--variants", "3"], "--variants: belongs to a study"),
        (["--tune"], "--tune: no domains to tune on"),
        (
            ["--tune", "--validation", "songs", "--pairs", "films->songs"],
            "--pairs: 'films->songs' classifies a domain that is tuned on",
        ),
    ],
)
def test_mistakes_are_one_line_and_write_nothing(
    data: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    complaint: str,
) -> None:
    capsys.readouterr()
    assert main(["benchmark", str(data), "--out", str(tmp_path / "out"), *options]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"crosslex: error: {complaint}")
    assert not (tmp_path / "out").exists()
