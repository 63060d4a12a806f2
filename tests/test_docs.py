"""The code of README and docs runs and prints what is shown below it."""

import ast
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from crosslex.errors import CrosslexError
from docs_pages import (
    COLUMNS,
    PAGES,
    README,
    ROOT,
    Ran,
    cache,
    prepare,
    run_page,
    run_readme,
    same_output,
    uses_the_demo,
)

NOTEBOOK = ROOT / "docs" / "tutorials" / "notebook.ipynb"


@pytest.fixture(scope="module", autouse=True)
def terminal() -> None:
    """The terminal in which the outputs were recorded."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", str(COLUMNS))
        yield


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with small texts, a model and a classifier."""
    folder = tmp_path_factory.mktemp("small")
    prepare(folder)
    return folder


@pytest.fixture(scope="module")
def readme(small: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Ran]]:
    """README's blocks with their outputs, and a folder with its model as the demo's."""
    try:
        cache()
    except CrosslexError as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(f"the demo's texts cannot be fetched: {error}")
    folder = tmp_path_factory.mktemp("demo")
    return folder, run_readme(small, folder)


def check(ran: list[Ran]) -> None:
    for each in ran:
        if each.shown is not None:
            assert same_output(each.shown, each.printed), f"{each.code}\n{each.printed}"


def test_readme_prints_what_it_shows(readme: tuple[Path, list[Ran]]) -> None:
    _, ran = readme
    check(ran)
    assert sum(each.shown is not None for each in ran) == 2


@pytest.mark.parametrize("page", list(filter(uses_the_demo, PAGES[1:])), ids=lambda page: page.stem)
def test_a_page_about_the_demo_prints_what_it_shows(
    page: Path, readme: tuple[Path, list[Ran]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(readme[0], tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    check(list(run_page(page)))


@pytest.mark.parametrize(
    "page",
    [
        page
        for page in PAGES[1:]
        if not uses_the_demo(page)
        and ("```python" in page.read_text() or "```bash" in page.read_text())
    ],
    ids=lambda page: page.stem,
)
def test_a_page_prints_what_it_shows(
    page: Path, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(small, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    check(list(run_page(page)))


def execute(notebook: dict[str, Any]) -> list[Any]:
    """Run the cells as a kernel does, and return what each one's last line shows."""
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


@pytest.mark.usefixtures("readme")  # skips where the texts cannot be fetched
def test_the_notebook_runs_and_shows_tables_and_a_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    periods, turns, timeline, frame, figure, shifts, accuracy, explanation = execute(notebook)
    assert len(periods) == 8
    for table in (turns, timeline, frame, shifts, explanation):
        assert "<table" in table._repr_html_()
    assert len(figure.axes) == 1
    assert accuracy > 0.75
    assert explanation.label == 1


def test_the_gallery_shows_every_script_as_it_is() -> None:
    page = (ROOT / "docs" / "gallery" / "index.md").read_text(encoding="utf-8")
    scripts = sorted((ROOT / "docs" / "gallery").glob("*.py"))
    assert len(scripts) == 6
    for script in scripts:
        code = script.read_text(encoding="utf-8")
        assert code.startswith(f"# docs/gallery/{script.name}: ")
        assert len(code.splitlines()) <= 30
        assert f"```python\n{code}```\n\n```text\n" in page


def test_readme_and_contributing_stay_short() -> None:
    assert len(README.read_text(encoding="utf-8").split()) <= 1200
    assert len((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split()) <= 900
