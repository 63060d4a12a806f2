"""What a benchmark's report tells of the studies beside it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from crosslex.benchmark.pages import Paragraph, Picture, Table, to_html, to_markdown
from crosslex.benchmark.study.beside import find_neighbors, neighbor_blocks, studies_of

STRANGE = {
    "list": "[1]",
    "cut": "{",
    "main": '{"data_sha256": "mark"}',
    "tags": '{"study": "tagging"}',
    "old": '{"data_sha256": "mark", "study": {"name": "one"}}',
}


def write_study(folder: Path, content: Mapping[str, Any], svg: str = "") -> None:
    folder.mkdir()
    (folder / "results.json").write_text(json.dumps(content))
    if svg:
        (folder / "study.svg").write_text(svg)


def study(name: str, sha: str) -> dict[str, Any]:
    told = {"name": name, "title": f"On {name}", "panels": []}
    return {"data_sha256": sha, "study": told, "pairs": ["a->b"], "seeds": 3}


def tagging() -> dict[str, Any]:
    means = {
        "none": {"accuracy": 0.5, "low": 0.4, "high": 0.6},
        "crosslex": {"accuracy": 0.75, "low": 0.7, "high": 0.8},
    }
    return {
        "study": "tagging",
        "data_sha256": "of sentences",
        "pairs": ["mail->news", "news->mail"],
        "seeds": 1,
        "tokens": {"means": means},
        "unknown": {"means": means},
    }


def test_studies_on_other_data_and_strange_files_are_passed_by(tmp_path: Path) -> None:
    write_study(tmp_path / "first", study("one", "mark"))
    write_study(tmp_path / "second", study("two", "other"))
    for name, content in STRANGE.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "results.json").write_text(content)
    found = find_neighbors(tmp_path / "main", "mark")
    assert [each.folder for each in found] == ["first"]
    assert list(studies_of(found)) == ["one"]


def test_tagging_is_told_of_whatever_its_data(tmp_path: Path) -> None:
    write_study(tmp_path / "tags", tagging())
    found = find_neighbors(tmp_path / "main", "mark")
    assert studies_of(found) == {}
    (table,) = [block for block in neighbor_blocks(found) if isinstance(block, Table)]
    assert table.headers[0::2] == ("method", "95 % interval", "95 % interval")
    assert table.rows == (
        ("none", "50.0", "40.0–60.0", "50.0", "40.0–60.0"),
        ("crosslex", "75.0", "70.0–80.0", "75.0", "70.0–80.0"),
    )


def test_a_figure_stands_where_there_is_one(tmp_path: Path) -> None:
    write_study(tmp_path / "first", study("one", "mark"), svg="<?xml?><svg><g/></svg>")
    write_study(tmp_path / "second", study("two", "mark"))
    blocks = list(neighbor_blocks(find_neighbors(tmp_path / "main", "mark")))
    assert [block.file for block in blocks if isinstance(block, Picture)] == ["../first/study.png"]
    assert "second/report.html" in [b.text for b in blocks if isinstance(b, Paragraph)][1]
    assert "<svg><g/></svg>" in to_html("main", blocks)
    assert "## On two" in to_markdown("main", blocks)
