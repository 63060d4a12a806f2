"""The bench imports of the product what any user can import: names of its packages, no command."""

import re
from pathlib import Path

import crosslex_bench

ROOT = Path(crosslex_bench.__file__).parent
INSIDE = re.compile(r"^\s*(?:from|import) (crosslex\.(?:\w+\.\w+|cli))", re.MULTILINE)
KERNELS = "ranking"
"""Compiled code, which can only be called from compiled code, may use kernels of the product."""


def test_nothing_is_imported_from_inside_a_package() -> None:
    found = {
        str(path.relative_to(ROOT)): module
        for path in ROOT.rglob("*.py")
        for module in INSIDE.findall(path.read_text(encoding="utf-8"))
        if not (path.parent.name == KERNELS and module.endswith(".kernels"))
    }
    assert not found
