"""The names of pivot scores, in every place where a person or a program finds them."""

import re
from inspect import getmembers, isfunction
from pathlib import Path
from typing import get_args

import pytest
from crosslex.pivots import scores
from crosslex.pivots.names import PIVOTS, PivotName
from crosslex.pivots.scores import pivot_score

from crosslex.errors import InputError

ROOT = Path(__file__).resolve().parents[2]


def test_every_name_has_a_function_and_every_function_a_name() -> None:
    functions = {
        name
        for name, function in getmembers(scores, isfunction)
        if function.__module__ == scores.__name__ and not name.startswith("_")
    }
    names = {name.replace("-", "_") for name in get_args(PivotName)}
    assert functions == names | {"pivot_score", "domain_npmi", "name_npmi"}
    assert all(callable(pivot_score(name)) for name in PIVOTS)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(InputError, match="pivots: found 'os'; give one of frequency"):
        pivot_score("os")  # type: ignore[arg-type]


def test_the_docs_describe_every_score() -> None:
    table = (ROOT / "docs" / "pivots.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([\w-]+)` \|", table, re.MULTILINE)) == set(PIVOTS)
