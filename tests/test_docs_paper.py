"""docs/paper.md names files and tests; all of them are there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "paper.md").read_text(encoding="utf-8")
TESTS = sorted(set(re.findall(r"`(tests/[\w/]+\.py(?:::\w+)*)`", PAGE)))
FILES = sorted(set(re.findall(r"`((?:src/crosslex/)?[a-z_]+/[a-z_/]+\.py)`", PAGE)) - set(TESTS))


def test_the_page_names_tests_and_files() -> None:
    assert len(TESTS) > 20
    assert len(FILES) > 8


@pytest.mark.parametrize("test", TESTS)
def test_a_test_that_the_page_names_is_there(test: str) -> None:
    path, *names = test.split("::")
    body = ast.parse((ROOT / path).read_text(encoding="utf-8")).body
    for name in names:
        [found] = [each for each in body if getattr(each, "name", None) == name]
        body = getattr(found, "body", [])


@pytest.mark.parametrize("file", FILES)
def test_a_file_that_the_page_names_is_there(file: str) -> None:
    if not file.startswith("tests/"):
        assert (ROOT / "src" / "crosslex" / file.removeprefix("src/crosslex/")).is_file()


def test_every_line_of_the_tables_names_a_test() -> None:
    tables = PAGE.partition("## Every sentence")[2].partition("## Where the paper is silent")[0]
    rows = [line for line in tables.splitlines() if line.startswith("| ")]
    rows = [line for line in rows if not line.startswith("| the paper |")]
    assert len(rows) > 35
    for row in rows:
        named = row.rsplit("|", 2)[1]
        assert "`tests/" in named or "the same" in named or "doctest" in named, row
