"""Packages that import their names late: the same names for type checkers, and no heavy import."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import crosslex

LAZY = (
    "crosslex.classify",
    "crosslex.corpus",
    "crosslex.datasets",
    "crosslex.text",
)
HEAVY = ("numba", "scipy", "sklearn", "pandas", "pyarrow")


def names_for_type_checkers(package: str) -> dict[str, str]:
    path = Path(crosslex.__file__).parents[1].joinpath(*package.split("."), "__init__.py")
    [block] = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.If)]
    return {
        alias.name: str(node.module)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


@pytest.mark.parametrize("package", LAZY)
def test_type_checkers_and_programs_find_the_same_names_in_the_same_modules(package: str) -> None:
    module = import_module(package)
    homes = names_for_type_checkers(package)
    assert sorted(homes) == module.__all__
    for name, home in homes.items():
        assert getattr(module, name) is getattr(import_module(home), name)


@pytest.mark.parametrize("package", LAZY)
def test_an_unknown_name_is_an_attribute_error(package: str) -> None:
    with pytest.raises(AttributeError, match=rf"module '{package}' has no attribute 'Nothing'"):
        _ = import_module(package).Nothing


@pytest.mark.parametrize(
    "wanted",
    [
        "crosslex.corpus.options, crosslex.classify.names",
        "crosslex.text.settings, crosslex.counts.vocabulary",
        "crosslex.corpus.corpus, crosslex.checkpoints",
    ],
)
def test_names_settings_and_vocabularies_come_without_heavy_imports(wanted: str) -> None:
    code = f"import sys, {wanted}; print([name for name in {HEAVY} if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
