"""The tagging study through the command line, gone on with after a part of it is lost."""

import json
import re
from pathlib import Path

import pytest
from generated_sentences import write_pos_folder

from crosslex.cli import main


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pos_folder(tmp_path_factory.mktemp("data") / "tiny")


def arguments(data: Path, out: Path, *more: object) -> list[str]:
    words = ("benchmark", data, "--study", "tagging", "--seeds", 2, "--out", out, *more)
    return [str(word) for word in words]


@pytest.fixture(scope="module")
def finished(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("finished") / "out"
    assert main(arguments(data, out)) == 0
    return out


def without_times(path: Path) -> str:
    return re.sub(r'"cpu_seconds": [\d.]+', "", path.read_text())


def test_the_study_writes_results_report_and_figure(finished: Path) -> None:
    expected = {"benchmark.json", "cells", "results.json", "report.md", "report.html"}
    expected |= {"study.png", "study.svg"}
    assert {path.name for path in finished.iterdir()} == expected
    results = json.loads((finished / "results.json").read_text())
    assert results["setup"]["pairs"] == ["mail->news", "news->mail"]
    tokens, unknown = (panel["variants"][0]["methods"] for panel in results["panels"])
    assert list(tokens) == ["none", "crosslex", "pooled", "random"]
    # 12 sentences of 6 words, of which the determiners and the stop are known.
    for pair in results["setup"]["pairs"]:
        assert tokens["none"]["pairs"][pair]["total"] == 2 * 72
        assert unknown["none"]["pairs"][pair]["total"] == 2 * 36
    report = (finished / "report.md").read_text()
    assert "crosslex − none" in report
    assert "crosslex − pooled" in report


def test_accuracies_are_those_of_the_cells(finished: Path) -> None:
    results = json.loads((finished / "results.json").read_text())
    for method, found in results["panels"][0]["variants"][0]["methods"].items():
        for pair, share in found["pairs"].items():
            source, target = pair.split("->")
            cells = [
                json.loads(
                    (finished / "cells" / f"{method},{source},{target},{seed}.json").read_text()
                )
                for seed in (0, 1)
            ]
            right = sum(sum(cell["correct"]) for cell in cells)
            assert share["accuracy"] == pytest.approx(right / 144)


def test_a_run_gone_on_with_finds_the_same(data: Path, finished: Path) -> None:
    before = without_times(finished / "results.json")
    cells = sorted((finished / "cells").iterdir())
    for path in cells[::3]:
        path.unlink()
    (finished / "results.json").unlink()
    assert main(arguments(data, finished, "--resume")) == 0
    assert without_times(finished / "results.json") == before
    assert sorted((finished / "cells").iterdir()) == cells


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--methods", "scl"], "methods: found 'scl'"),
        (["--pairs", "mail->blog"], "pairs: found 'blog'"),
        (["--tune"], "--tune: has no effect on the tagging study"),
        (["--unlabeled", "all"], "--unlabeled: has no effect on the tagging study"),
    ],
)
def test_what_makes_no_sense_is_refused(
    data: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    message: str,
) -> None:
    assert main(arguments(data, tmp_path / "out", *options)) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
