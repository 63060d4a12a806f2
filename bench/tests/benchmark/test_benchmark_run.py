"""Whole runs through the command line: tables, files, killed and gone on with."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from generated_reviews import generated_reviews, write_jsonl_folder

from crosslex.checkpoints import open_checkpoints
from crosslex.cli import main

METHODS = "none,crosslex"
N_CELLS = 6 * 3  # six pairs; one cell without chance, two with
STOPPING = """
import os, signal, sys
from crosslex.cli import main

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
    return [str(word) for word in ("benchmark", data, *options, *more)]


@pytest.fixture(scope="module")
def finished(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("finished") / "out"
    assert main(arguments(data, out, "--jobs", 1)) == 0
    return out


@contextmanager
def stopped_run(data: Path, out: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A run by two workers that stands still when one cell is written."""
    command = [sys.executable, "-c", STOPPING, *arguments(data, out, "--jobs", 2)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        _, status = os.waitpid(process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        yield process


def without_times(path: Path) -> Any:
    return re.sub(r'"cpu_seconds": [\d.]+', "", path.read_text())


def test_a_run_writes_results_report_and_figures(finished: Path) -> None:
    assert {path.name for path in finished.iterdir()} == {
        "benchmark.json",
        "cells",
        "results.json",
        "report.md",
        "report.html",
        "figure1.png",
        "figure1.svg",
    }
    assert len(list((finished / "cells").iterdir())) == N_CELLS
    results = json.loads((finished / "results.json").read_text())
    assert results["setup"]["dataset"] == "generated"
    assert results["setup"]["seeds"] == 2
    found_of = results["panels"][0]["variants"][0]["methods"]
    for method in METHODS.split(","):
        assert len(found_of[method]["pairs"]) == 6
        for found in found_of[method]["pairs"].values():
            assert found["total"] == 2 * 30
            # Half of the words of praise and blame are shared, one in five of them lies.
            assert found["accuracy"] > 0.6
            assert found["auc"] > 0.6


def test_killed_and_gone_on_with_it_finds_the_same(
    data: Path, finished: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with stopped_run(data, out) as process:
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


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_the_workers_too(data: Path, tmp_path: Path) -> None:
    with stopped_run(data, tmp_path / "out") as process:
        workers = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGCONT)
        printed, complaint = process.communicate()
    assert (process.returncode, printed) == (130, b"")
    assert complaint == b"crosslex: error: interrupted\n"
    psutil.wait_procs(workers)


def test_resuming_a_finished_run_computes_nothing_and_more_methods_add_to_it(
    data: Path, finished: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.stat().st_mtime_ns for path in (finished / "cells").iterdir()}
    more = arguments(data, finished, "--jobs", 1, "--resume", "--json")
    more[more.index(METHODS)] = "none,dci"
    capsys.readouterr()
    assert main(more) == 0
    printed = json.loads(capsys.readouterr().out)
    assert set(printed["panels"][0]["variants"][0]["methods"]) == {"none", "dci"}
    assert main(arguments(data, finished, "--jobs", 1, "--resume", "-v")) == 0
    assert f"{N_CELLS} of {N_CELLS} cells are there, 0 to compute" in capsys.readouterr().err
    after = {path: path.stat().st_mtime_ns for path in (finished / "cells").iterdir()}
    assert len(after) == N_CELLS + 6
    assert before.items() <= after.items()


def test_the_tables_are_shown_and_the_command_is_told(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "my out"
    options = ["--pairs", "films+songs->knives", "--methods", "none,in_domain", "--jobs", "1"]
    capsys.readouterr()
    assert main(["benchmark", str(data), "--out", str(out), "--unlabeled", "all", *options]) == 0
    shown = capsys.readouterr()
    found = json.loads((out / "results.json").read_text())
    assert found["setup"]["pairs"] == ["films+songs->knives"]
    assert found["setup"]["unlabeled"] == "all"
    methods = found["panels"][0]["variants"][0]["methods"]
    first, second = (
        f"{100 * methods[name]['pairs']['films+songs->knives']['accuracy']:.1f}"
        for name in ("none", "in_domain")
    )
    assert re.search(rf"films\+songs->knives +{first} +{second}", shown.out)
    assert shown.err == ""
    command = f"crosslex benchmark {data} --out '{out}' --methods none,in_domain"
    report = (out / "report.md").read_text()
    assert f"{command} --pairs 'films+songs->knives' --unlabeled all\n" in report


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--methods", "nonne"], "--methods: found 'nonne' (did you mean none or"),
        (["--methods", "none,"], "--methods: found 'none,'; give names with commas between"),
        (["--pairs", "films->books"], "--pairs: found 'books'"),
        (["--validation", "films,songs"], "--validation: leaves 1 domains"),
        (["--tune-pairs", "all"], "--tune-pairs, --exclude-pairs: belong to tuning"),
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
    assert shown.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_an_earlier_run_is_neither_emptied_nor_written_by_two(
    data: Path, finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in finished.rglob("*.json")}
    assert main(arguments(data, finished)) == 2
    assert "holds an earlier run: go on with it by --resume, or" in capsys.readouterr().err
    with open_checkpoints(finished.with_name(f"{finished.name}.checkpoints"), {}):
        assert main(arguments(data, finished, "--resume")) == 2
    shown = capsys.readouterr()
    assert f"in use by another run (process {os.getpid()})" in shown.err
    assert shown.err.count("\n") == 1
    assert {path: path.read_bytes() for path in finished.rglob("*.json")} == before
    assert not finished.with_name(f"{finished.name}.checkpoints").exists()


def test_a_folder_of_somebody_elses_is_left_alone(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    for more in ([], ["--resume"]):
        assert main(arguments(data, tmp_path, *more)) == 2
        assert "already holds thesis.tex: choose another folder" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_without_matplotlib_nothing_is_computed_in_vain(
    data: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(arguments(data, tmp_path / "out")) == 2
    shown = capsys.readouterr().err
    assert "the report's figure needs matplotlib: pip install 'crosslex[plot]'" in shown
    assert not (tmp_path / "out").exists()
