"""The code of every recipe in CONTRIBUTING runs, and prints what stands below it."""

import contextlib
import io
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[1] / "CONTRIBUTING.md"
BLOCK = re.compile(r"```python\n(.*?)```(?:\n\n```\n(.*?)```)?", re.DOTALL)


def recipes() -> dict[str, str]:
    """The recipes by their titles."""
    text = PAGE.read_text(encoding="utf-8").partition("\n## Recipes\n")[2]
    sections = re.split(r"^### ", re.split(r"^## ", text, flags=re.M)[0], flags=re.M)[1:]
    return {title: body for title, _, body in (section.partition("\n") for section in sections)}


def test_there_is_one_recipe_per_thing_that_can_be_added() -> None:
    assert list(recipes()) == [
        "A pivot score",
        "An adaptation method",
        "A file reader",
        "A trainer",
        "A study",
    ]


@pytest.mark.parametrize("title", recipes())
def test_the_code_of_a_recipe_runs(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall(recipes()[title])
    assert blocks
    names: dict[str, object] = {"__name__": "recipe"}
    for code, printed in blocks:
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(code, title, "exec"), names)
        if printed:
            assert output.getvalue() == printed
