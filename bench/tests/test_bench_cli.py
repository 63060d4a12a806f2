"""Every command of the bench is there, explained, writes a page, and names mistakes in one line."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from crosslex_bench.cli import COMMANDS, main
from crosslex_bench.command import Report, command
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.pages import Picture, Table


def every_command() -> Iterator[list[str]]:
    for name, place in COMMANDS.items():
        if isinstance(place, tuple):
            yield from ([name, inner] for inner in place[1])
        else:
            yield [name]


@pytest.mark.parametrize("words", list(every_command()), ids=" ".join)
def test_every_command_explains_itself(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--help"]) == 0
    assert f"Usage: crosslex-bench {' '.join(words)}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["words", "agreement", "--data", "nowhere"], "nowhere: not found; say"),
        (["change", "senses", "--sets", "dwug"], "--sets: found 'dwug'; give some of dwug_en"),
        (["scale", "text", "--sizes", "1,2"], "--sizes: two sizes make a line"),
        (["words", "everything"], "No such command 'everything'."),
        (["shifts", "planted", "--colour"], "No such option: --colour"),
    ],
)
def test_mistakes_are_one_line(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith(f"crosslex-bench: {complaint}")
    assert (shown.out, shown.err.count("\n")) == ("", 1)


def measure(folder: RunFolder, size: int = 2) -> Report:
    """Count to a number."""
    found = folder.once(f"count {size}", list[int], lambda: list(range(size)))
    blocks = [Table(("n",), ((str(len(found)),),)), Picture("a.svg", "A picture", "<svg></svg>")]
    return Report("Counted", blocks, found, "too many" if size > 3 else "")


def run(capsys: pytest.CaptureFixture[str], **given: object) -> str:
    """Return what the command prints, called as Typer calls it."""
    defaults = {"context": None, "out": None, "resume": False, "as_json": False, "size": 2}
    command(measure)(**(defaults | given))
    return capsys.readouterr().out


def test_a_command_prints_a_page_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys).startswith("# Counted\n\n| n |\n")
    assert json.loads(run(capsys, as_json=True)) == [0, 1]


def test_a_command_keeps_its_parts_report_and_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    run(capsys, out=out)
    written = {"benchmark.json", "lock", "cells", "report.md", "results.json"}
    assert {path.name for path in out.iterdir()} == written | {"a.svg"}
    kept = out / "cells" / "count 2.json"
    kept.write_text("[7]")
    assert json.loads(run(capsys, out=out, resume=True, as_json=True)) == [7]
    assert json.loads((out / "results.json").read_text()) == [7]


def test_a_command_whose_check_fails_says_so_and_ends_with_1(
    capsys: pytest.CaptureFixture[str],
) -> None:
    import typer

    with pytest.raises(typer.Exit) as ended:
        run(capsys, size=4)
    assert ended.value.exit_code == 1
    assert capsys.readouterr().err == "crosslex-bench: too many\n"
