"""Whole experiments on the command line: tables, files, killed and resumed."""

import gc
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
from filelock import FileLock
from generated_reviews import generated_reviews, write_jsonl_folder
from generated_sentences import write_pos_folder

from crosslex_bench.cli import main
from crosslex_bench.engine.run_folder import LOCK

METHODS = "none,scl"
N_CELLS = 6 * 3  # six pairs; one seed of none, two of scl
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
        "lock",
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
    assert complaint == b"crosslex-bench: interrupted\n"
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
    assert main(arguments(data, finished, "--jobs", 1, "--resume")) == 0
    after = {path: path.stat().st_mtime_ns for path in (finished / "cells").iterdir()}
    assert len(after) == N_CELLS + 6
    assert before.items() <= after.items()


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
    made = f"crosslex-bench methods --out '{out}' --data {data} --methods none,in_domain"
    report = (out / "report.md").read_text()
    assert f"{made} --pairs 'films+songs->knives' --unlabeled all\n" in report


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["methods", "--methods", "nonne"], "methods: found 'nonne' (did you mean none or"),
        (["methods", "--methods", "none,"], "--methods: found 'none,'; give names with commas"),
        (["methods", "--pairs", "films->books"], "pairs: found 'books'"),
        (["methods", "--validation", "films,songs"], "validation: leaves 1 domains"),
        (["methods", "--tune"], "tune: no domains to tune on"),
        (
            ["methods", "--tune", "--validation", "songs", "--pairs", "films->songs"],
            "pairs: 'films->songs' classifies a domain that is tuned on",
        ),
        (["paper", "--methods", "crosslex"], "methods: found 'crosslex'"),
        (["study", "lamda"], "study: found 'lamda' (did you mean lambda?)"),
        (["study", "lambda", "--variants", "3"], "variants: found '3'"),
        (["study", "lambda", "--methods", "none"], "methods: found 'none'"),
        (["study", "context", "--preset", "paper"], "preset: the paper has none of the methods"),
        (["study", "tagging", "--methods", "scl"], "methods: found 'scl'"),
        (["study", "tagging", "--unlabeled", "all"], "--variants, --preset, --unlabeled: have no"),
        (["study", "lambda", "--tune"], "No such option: --tune"),
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


def test_a_folder_of_somebody_elses_is_left_alone(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    for more in ([], ["--resume"]):
        assert main(arguments(data, tmp_path, *more)) == 2
        assert "already holds thesis.tex: choose another folder" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


LABELS = ["50", "1600"]
N_STUDY_CELLS = 2 * 2 * 3 * 2  # pairs, labels, methods, seeds


def study_arguments(data: Path, out: Path, *more: object) -> list[str]:
    options = ["--data", data, "--methods", "none,crosslex,in_domain"]
    options += ["--variants", ",".join(LABELS), "--pairs", "films->knives,songs->knives"]
    options += ["--seeds", "2", "--jobs", "1", "--out", out]
    return [str(word) for word in ("study", "labels", *options, *more)]


@pytest.fixture(scope="module")
def study(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("study") / "out"
    assert main(study_arguments(data, out)) == 0
    return out


def test_a_study_writes_results_report_and_figure(study: Path) -> None:
    assert {path.name for path in study.iterdir()} == {
        "benchmark.json",
        "cells",
        "lock",
        "results.json",
        "report.md",
        "report.html",
        "study.png",
        "study.svg",
    }
    assert len(list((study / "cells").iterdir())) == N_STUDY_CELLS
    found = json.loads((study / "results.json").read_text())
    assert found["name"] == "labels"
    variants = found["panels"][0]["variants"]
    assert [variant["label"] for variant in variants] == LABELS
    few, many = (variant["methods"]["in_domain"]["mean"]["accuracy"] for variant in variants)
    # Eighty labels of the target itself, one word in five of them lying.
    assert few < many
    assert many > 0.8


def test_the_means_are_those_of_the_cells(study: Path) -> None:
    results = json.loads((study / "results.json").read_text())
    for variant in results["panels"][0]["variants"]:
        for method, point in variant["methods"].items():
            cells = [json.loads(path.read_text()) for path in (study / "cells").iterdir()]
            own = [
                sum(cell["correct"]) / len(cell["correct"])
                for cell in cells
                if cell["label"]["method"] == method
                and cell["label"]["variant"] == f"labels={variant['label']}"
            ]
            assert len(own) == 4
            assert point["mean"]["accuracy"] == pytest.approx(sum(own) / 4)


def test_half_lost_and_gone_on_with_it_finds_the_same(data: Path, study: Path) -> None:
    before = without_times(study / "results.json")
    cells = sorted((study / "cells").iterdir())
    kept = {path: path.read_bytes() for path in cells[::2]}
    for path in cells[1::2]:
        path.unlink()
    (study / "results.json").unlink()
    assert main(study_arguments(data, study, "--resume")) == 0
    assert without_times(study / "results.json") == before
    assert {path: path.read_bytes() for path in kept} == kept


def tagging_arguments(data: Path, out: Path, *more: object) -> list[str]:
    words = ("study", "tagging", "--data", data, "--seeds", 2, "--out", out, *more)
    return [str(word) for word in words]


@pytest.fixture(scope="module")
def tagged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_pos_folder(tmp_path_factory.mktemp("tagged") / "tiny")


@pytest.fixture(scope="module")
def tagging(tagged: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("tagging") / "out"
    assert main(tagging_arguments(tagged, out)) == 0
    return out


def test_tagging_writes_results_report_and_figure(tagging: Path) -> None:
    expected = {"benchmark.json", "cells", "lock", "results.json", "report.md", "report.html"}
    expected |= {"study.png", "study.svg"}
    assert {path.name for path in tagging.iterdir()} == expected
    results = json.loads((tagging / "results.json").read_text())
    assert results["setup"]["pairs"] == ["mail->news", "news->mail"]
    tokens, unknown = (panel["variants"][0]["methods"] for panel in results["panels"])
    assert list(tokens) == ["none", "crosslex", "pooled", "random"]
    # 12 sentences of 6 words, of which the determiners and the stop are known.
    for pair in results["setup"]["pairs"]:
        assert tokens["none"]["pairs"][pair]["total"] == 2 * 72
        assert unknown["none"]["pairs"][pair]["total"] == 2 * 36
    report = (tagging / "report.md").read_text()
    assert "crosslex − none" in report
    assert "crosslex − pooled" in report


def test_accuracies_of_tagging_are_those_of_the_cells(tagging: Path) -> None:
    results = json.loads((tagging / "results.json").read_text())
    for method, found in results["panels"][0]["variants"][0]["methods"].items():
        for pair, share in found["pairs"].items():
            source, target = pair.split("->")
            cells = [
                json.loads(
                    (tagging / "cells" / f"{method},{source},{target},{seed}.json").read_text()
                )
                for seed in (0, 1)
            ]
            right = sum(sum(cell["correct"]) for cell in cells)
            assert share["accuracy"] == pytest.approx(right / 144)


def test_tagging_resumed_finds_the_same(tagged: Path, tagging: Path) -> None:
    before = without_times(tagging / "results.json")
    cells = sorted((tagging / "cells").iterdir())
    for path in cells[::3]:
        path.unlink()
    (tagging / "results.json").unlink()
    assert main(tagging_arguments(tagged, tagging, "--resume")) == 0
    assert without_times(tagging / "results.json") == before
    assert sorted((tagging / "cells").iterdir()) == cells
