"""The tables of the reports are those that the kept results make."""

import re
from pathlib import Path

import pytest
from made_results import made_study

from crosslex_bench.pages import Table
from crosslex_bench.report.result_tables import PAGES, Page, accuracies, markdown

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path.stem)


@each_page
def test_the_page_has_the_tables_that_the_results_make(page: Page) -> None:
    assert page.with_tables(page.text(), page.runs()) == page.text()


@each_page
def test_every_table_has_a_place_on_the_page(page: Page) -> None:
    places = re.findall(r"<!-- ([\w ]+) -->\n", page.text())
    assert sorted(set(places) - {"end"}) == sorted(page.tables)


def test_a_place_is_filled_and_the_rest_left_alone() -> None:
    table = Table(("system", "accuracy"), (("a", "1"),))
    page = Page(Path("page.md"), {}, {"means": lambda runs: table})
    text = "Before.\n\n<!-- means -->\nold\n<!-- end -->\n\nAfter.\n"
    written = "<!-- means -->\n| system | accuracy |\n|---|---:|\n| a | 1 |\n<!-- end -->"
    assert page.with_tables(text, {}) == f"Before.\n\n{written}\n\nAfter.\n"


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
