"""The example notebook executes from its first cell to its last."""

import ast
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).resolve().parents[1] / "docs" / "example.ipynb"


def execute(notebook: dict[str, Any]) -> list[Any]:
    """Run the cells as a kernel does, and give what each one's last line shows."""
    names: dict[str, Any] = {}
    shown = []
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "cell", "exec"), names)
        code = last and compile(ast.Expression(last.value), "cell", "eval")
        shown.append(eval(code, names) if code else None)
    return shown


def test_it_runs_and_shows_tables() -> None:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    _, comparison, frame, accuracy, explanation = execute(notebook)
    for table in (comparison, frame, explanation):
        assert "<table" in table._repr_html_()
    assert set(frame["domain"]) == {"books"}
    assert accuracy > 0.8
    assert explanation.label == 1
