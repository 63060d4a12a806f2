"""Imports: late where they take long, and of public names only in the command line."""

import ast
import sys
from importlib import import_module
from pathlib import Path

import pytest

import crosslex
from crosslex.errors import InputError
from crosslex.figures import check_figure

SOURCE = Path(crosslex.__file__).parent
PACKAGES = sorted(path.parent.name for path in SOURCE.glob("*/__init__.py"))


def test_names_imported_late_are_those_of_type_checkers() -> None:
    package = import_module("crosslex.corpus")
    for name in package.__all__:
        assert getattr(package, name) is not None
    assert package.Engine is import_module("crosslex.corpus.sharded").Engine
    with pytest.raises(
        AttributeError, match=r"module 'crosslex.corpus' has no attribute 'Nothing'"
    ):
        _ = package.Nothing


def test_the_command_line_uses_what_users_can_import_from_packages() -> None:
    for path in (SOURCE / "cli").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                first, *more = str(node.module).split(".")[1:] or [""]
                assert first == "cli" or first not in PACKAGES or not more, (path, node.module)


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match=r"^a picture needs matplotlib: pip install 'crosslex\[pl"):
        check_figure(Path("picture.png"))
