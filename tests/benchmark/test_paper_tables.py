"""The tables of docs/paper.md are those that the kept results make."""

import re

import pytest
from made_results import made_study

from benchmarks.kept_cells import FOLDER
from benchmarks.paper_tables import PAGE, TABLES, accuracies, markdown, read_runs, with_tables
from crosslex.benchmark.report.pages import Table


def test_the_page_has_the_tables_that_the_results_make() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_tables(page, read_runs(FOLDER)) == page


def test_every_table_has_a_place_on_the_page() -> None:
    places = re.findall(r"<!-- ([\w ]+) -->\n", PAGE.read_text(encoding="utf-8"))
    assert sorted(set(places) - {"end"}) == sorted(TABLES)


def test_a_place_is_filled_and_the_rest_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TABLES, "means", lambda runs: Table(("system", "accuracy"), (("a", "1"),)))
    page = "Before.\n\n<!-- means -->\nold\n<!-- end -->\n\nAfter.\n"
    written = "<!-- means -->\n| system | accuracy |\n|---|---:|\n| a | 1 |\n<!-- end -->"
    assert with_tables(page, {}) == f"Before.\n\n{written}\n\nAfter.\n"


def test_a_study_has_its_means_and_its_pairs() -> None:
    [panel] = [each for each in made_study("lambda", 1).panels if each.name == "lambda"]
    table = accuracies(panel)
    assert table.headers[:2] == ("λ", "method")
    assert table.headers[-3:] == ("films->knives", "songs->knives", "knives->songs")
    # 20 of 40 documents right on every pair at the first variant, one more at the next.
    rows = {row[:2]: row for row in table.rows}
    assert rows["0.001", "crosslex-expansion"][2] == "52.5"
    assert rows["0.01", "crosslex-expansion"][-3:] == ("55.0", "55.0", "55.0")
    assert markdown(table).count("\n") == 2 + len(table.rows)
