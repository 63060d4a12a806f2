"""The names of pivot scores, in every place where a person or a program finds them."""

import re
from pathlib import Path
from pkgutil import iter_modules
from typing import get_args

import pytest

from crosslex.errors import InputError
from crosslex.pivots import scores
from crosslex.pivots.names import PIVOTS, PivotName
from crosslex.pivots.scores import pivot_score

ROOT = Path(__file__).resolve().parents[2]


def test_every_name_has_a_module_and_every_module_a_name() -> None:
    modules = {module.name for module in iter_modules(scores.__path__)}
    assert {name.replace("-", "_") for name in get_args(PivotName)} == modules
    assert all(callable(pivot_score(name)) for name in PIVOTS)


def test_an_unknown_name_is_refused_and_nothing_is_imported() -> None:
    with pytest.raises(InputError, match="pivots: found 'os'; give one of frequency"):
        pivot_score("os")  # type: ignore[arg-type]


def test_the_docs_describe_every_score() -> None:
    table = (ROOT / "docs" / "pivots.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `([\w-]+)` \|", table, re.MULTILINE)) == set(PIVOTS)
