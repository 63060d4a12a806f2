"""Whole experiments on the command line: tables, files, killed and resumed."""

import gc
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest
from filelock import FileLock
from generated_reviews import generated_reviews, write_jsonl_folder

from crosslex_bench.cli import main
from crosslex_bench.engine.run_folder import LOCK
from crosslex_bench.report.result_tables import keep_run, read_kept

METHODS = "none,scl"
N_CELLS = 6 * 3  # six pairs; one seed of none, two of scl
WRITTEN = {"benchmark.json", "cells", "lock", "results.json", "report.md"}
STOPPING = """
import os, signal, sys
from crosslex_bench.cli import main

cells = []

def stop_at_the_second_cell(event, arguments):
    if event == "os.rename" and "/cells/" in str(arguments[1]):
        cells.append(arguments[1])
        if len(cells) == 2:
            os.kill(os.getpid(), signal.SIGSTOP)

sys.addaudithook(stop_at_the_second_cell)
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_jsonl_folder(generated_reviews(), tmp_path_factory.mktemp("data") / "generated")


def arguments(data: Path, out: Path, *more: object) -> list[str]:
    options = ["--methods", METHODS, "--seeds", 2, "--out", out]
    return [str(word) for word in ("methods", "--data", data, *options, *more)]


@pytest.fixture(scope="module")
def finished(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("finished") / "out"
    assert main(arguments(data, out, "--jobs", 1)) == 0
    return out


def without_times(path: Path) -> Any:
    return re.sub(r'"cpu_seconds": [\d.]+', "", path.read_text())


def test_a_run_writes_results_report_and_figures(finished: Path) -> None:
    assert {path.name for path in finished.iterdir()} == WRITTEN | {"figure1.png", "figure1.svg"}
    assert len(list((finished / "cells").iterdir())) == N_CELLS
    results = json.loads((finished / "results.json").read_text())
    assert results["setup"]["dataset"] == "generated"
    assert results["setup"]["seeds"] == 2
    found_of = results["panels"][0]["variants"][0]["methods"]
    for method in METHODS.split(","):
        assert len(found_of[method]["pairs"]) == 6
        for found in found_of[method]["pairs"].values():
            assert found["total"] == 2 * 30
            # Some of the words of praise and blame are shared.
            assert found["accuracy"] > 0.6
            assert found["auc"] > 0.6


def test_finished_cells_are_kept_in_a_small_file(finished: Path, tmp_path: Path) -> None:
    assert keep_run(finished, tmp_path / "kept") == N_CELLS
    written = [json.loads(path.read_text()) for path in sorted((finished / "cells").iterdir())]
    assert list(read_kept(tmp_path / "kept")) == written
    assert (tmp_path / "kept" / "results.json").exists()


def test_a_killed_run_is_resumed_with_the_same_results(
    data: Path, finished: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-c", STOPPING, *arguments(data, out, "--jobs", 2)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        _, status = os.waitpid(process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        workers = psutil.Process(process.pid).children(recursive=True)
        process.kill()
    assert not (out / "results.json").exists()
    kept = {path.name: path.read_bytes() for path in out.glob("cells/*.json")}
    assert len(kept) == 1
    psutil.wait_procs(workers)

    assert main(arguments(data, out, "--jobs", 1, "--resume")) == 0
    assert without_times(out / "results.json") == without_times(finished / "results.json")
    for name, content in kept.items():
        assert (out / "cells" / name).read_bytes() == content


def test_the_tables_are_printed_and_the_report_has_the_command(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "my out"
    options = ["--pairs", "films+songs->knives", "--methods", "none,in_domain", "--jobs", "1"]
    command = ["methods", "--data", str(data), "--out", str(out), "--unlabeled", "all", *options]
    assert main(command) == 0
    found = json.loads((out / "results.json").read_text())
    assert found["setup"]["pairs"] == ["films+songs->knives"]
    assert found["setup"]["unlabeled"] == "all"
    methods = found["panels"][0]["variants"][0]["methods"]
    first, second = (
        f"{100 * methods[name]['pairs']['films+songs->knives']['accuracy']:.1f}"
        for name in ("none", "in_domain")
    )
    shown = capsys.readouterr()
    assert re.search(rf"films\+songs-\\>knives \| \**{first}\** \| {second}", shown.out)
    assert shown.err == ""
    assert f"\ncrosslex-bench {shlex.join(command)}\n" in (out / "report.md").read_text()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["methods", "--methods", "nonne"], "methods: found 'nonne' (did you mean none or"),
        (["methods", "--validation", "films,songs"], "validation: leaves 1 domains"),
        (["methods", "--tune"], "tune: no domains to tune on"),
        (
            ["methods", "--tune", "--validation", "songs", "--pairs", "films->songs"],
            "pairs: 'films->songs' classifies a domain that is tuned on",
        ),
        (["study", "lamda"], "study: found 'lamda' (did you mean lambda?)"),
        (["study", "context", "--preset", "paper"], "preset: the paper has none of the methods"),
    ],
)
def test_mistakes_are_one_line_and_write_nothing(
    data: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    complaint: str,
) -> None:
    out = str(tmp_path / "out")
    assert main([*options, "--data", str(data), "--out", out, "--jobs", "1"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"crosslex-bench: {complaint}")
    assert shown.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_an_earlier_run_is_neither_emptied_nor_written_by_two(
    data: Path, finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in finished.rglob("*.json")}
    assert main(arguments(data, finished)) == 2
    assert "holds an earlier run: go on with it by --resume, or" in capsys.readouterr().err
    gc.collect()  # the run that made it has ended in this process
    with FileLock(finished / LOCK, timeout=0):
        assert main(arguments(data, finished, "--resume")) == 2
    shown = capsys.readouterr()
    assert "is in use by another run" in shown.err
    assert shown.err.count("\n") == 1
    assert {path: path.read_bytes() for path in finished.rglob("*.json")} == before


def test_a_study_writes_results_report_and_figure(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = ["--methods", "none,in_domain", "--variants", "50,1600", "--pairs", "films->knives"]
    command = ["study", "labels", "--data", str(data), *options, "--jobs", "1", "--out", str(out)]
    assert main(command) == 0
    assert {path.name for path in out.iterdir()} == WRITTEN | {"study.png", "study.svg"}
    assert len(list((out / "cells").iterdir())) == 2 * 2  # labels, methods
    found = json.loads((out / "results.json").read_text())
    assert found["name"] == "labels"
    variants = found["panels"][0]["variants"]
    assert [variant["label"] for variant in variants] == ["50", "1600"]
    assert variants[1]["methods"]["in_domain"]["mean"]["accuracy"] > 0.8
