"""The API page says what the docstrings say."""

from importlib import import_module
from pathlib import Path

import pytest

import crosslex
from crosslex_bench.benchmarks.api import FURTHER, SECTIONS, render

PAGE = Path(__file__).resolve().parents[1] / "docs" / "api.md"


def test_it_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == render(), (
        "run: python -m crosslex_bench.benchmarks.api > docs/api.md"
    )


def test_it_has_every_public_class() -> None:
    described = {each.__name__ for _, classes in SECTIONS for each in classes}
    assert {name for name in crosslex.__all__ if not name.startswith("_")} <= described


@pytest.mark.parametrize("name", FURTHER)
def test_what_it_refers_to_is_described(name: str) -> None:
    module, _, called = name.rpartition(".")
    assert getattr(import_module(module), called).__doc__
