"""Lists of names in `--help` and in the docs are those of the typed homes, no more and no fewer."""

import re
from pathlib import Path

import pytest
from cli_runs import Program
from crosslex.learn.names import TRAINER_CHOICES
from crosslex.pivots.names import PIVOTS
from typer.main import get_command

from crosslex.cli.app import app
from crosslex.cli.output import _OPTIONS
from crosslex.corpus.options import FORMATS
from crosslex.counts.names import CONTEXTS
from crosslex_bench.methods import METHODS
from crosslex_bench.methods.names import METHOD_NAMES
from crosslex_bench.studies.names import STUDY_NAMES

DOCS = Path(__file__).resolve().parents[2] / "docs"


def first_column(page: str, header: str) -> list[str]:
    """The names in the first column of the table that begins with a header."""
    table = (DOCS / page).read_text("utf-8").split(f"\n{header}")[1].split("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines()[2:]]
    return [name for cell in cells for name in re.findall(r"`\.?([\w+-]+)`", cell)]


@pytest.mark.parametrize(
    ("command", "option", "names"),
    [
        ("adapt", "--method", METHOD_NAMES),
        ("adapt", "--format", FORMATS),
        ("learn", "--pivots", PIVOTS),
        ("learn", "--context", CONTEXTS),
        ("learn", "--trainer", TRAINER_CHOICES),
        ("learn", "--format", FORMATS),
        ("predict", "--format", FORMATS),
        ("benchmark", "--methods", METHOD_NAMES),
        ("benchmark", "--study", STUDY_NAMES),
    ],
)
def test_the_help_of_an_option_lists_every_name(
    run: Program, monkeypatch: pytest.MonkeyPatch, command: str, option: str, names: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    [line] = [line for line in run(command, "--help").out.splitlines() if f" {option} " in line]
    assert ", ".join(names) in line


def test_every_method_can_be_asked_for() -> None:
    assert set(METHOD_NAMES) == set(METHODS)


@pytest.mark.parametrize(
    ("page", "header", "names"),
    [
        ("classify.md", "| method |", METHOD_NAMES),
        ("pivots.md", "| name |", PIVOTS),
        ("files.md", "| ending |", FORMATS),
        ("benchmark.md", "| study |", STUDY_NAMES),
    ],
)
def test_a_table_of_the_docs_has_every_name_once(
    page: str, header: str, names: tuple[str, ...]
) -> None:
    assert sorted(first_column(page, header)) == sorted(names)


def test_the_docs_name_every_trainer() -> None:
    [row] = re.findall(r"^\| `trainer` \|.*", (DOCS / "settings.md").read_text("utf-8"), re.M)
    named = set(re.findall(r"`\"?([\w-]+)\"?`", row)) - {"trainer"}
    assert named == set(TRAINER_CHOICES)


def test_messages_name_only_options_that_exist() -> None:
    group = get_command(app)
    options = {
        name
        for command in group.commands.values()
        for parameter in command.params
        for name in parameter.opts
    }
    assert set(_OPTIONS.values()) <= options
