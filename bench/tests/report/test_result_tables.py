"""The tables of the reports are those that the kept results make."""

import re
from pathlib import Path

import pytest

from crosslex_bench.pages import Table
from crosslex_bench.report.result_tables import PAGES, Page

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
