"""Cells of CSV: what a spreadsheet would compute is text, and every text comes back."""

import csv
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import crosslex
from crosslex.results import csv_line, restored

texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
starts = st.text("'=+-@\t\r\n＝0a", max_size=4)


@given(st.lists(st.builds(str.__add__, starts, texts), min_size=1))
@example(["\r", "a\rb", "'=1", "''=1", "-\n"])
@example(["x" * 200_000])
def test_every_text_comes_back(cells: list[str]) -> None:
    csv.field_size_limit(2**22)
    [row] = csv.reader([csv_line(cells)])
    assert list(map(restored, row)) == cells


@pytest.mark.parametrize("cell", ["=cmd|' /C calc'!A0", "+SUM(A1)", "-A1", "@x", "\t=1", "＝1"])
def test_a_formula_is_text(cell: str) -> None:
    [row] = csv.reader([csv_line([cell])])
    assert row[0] == f"'{cell}"


def test_no_other_module_writes_csv() -> None:
    folder = Path(crosslex.__file__).parent
    found = {
        path.name
        for path in folder.rglob("*.py")
        if re.search(r"csv\.writer|DictWriter|\.to_csv\(", path.read_text(encoding="utf-8"))
    }
    assert found == {"results.py"}
