"""Folders of results: refused, gone on with."""

import json
from pathlib import Path

import numpy as np
import pytest

from crosslex.benchmark.cells import Cell, CellKey
from crosslex.benchmark.folder import BenchmarkFolder
from crosslex.benchmark.pairs import Pair
from crosslex.errors import StorageError

SETTINGS = {"data": "a", "unlabeled": "pair"}
KEY = CellKey("none", Pair(("books",), "dvd"), 0)


def cell(key: CellKey = KEY) -> Cell:
    return Cell(key, np.array([True, False]), np.array([0.5, -0.25]), 0.75, 1.5)


def test_cells_are_found_again(tmp_path: Path) -> None:
    other = CellKey("none", Pair(("books", "r/b & ü"), "../dvd"), 3)
    folder = BenchmarkFolder.start(tmp_path / "out", SETTINGS)
    for key in (KEY, other):
        folder.write_cell(cell(key))
    missing = CellKey("dci", KEY.pair, 0)
    found = BenchmarkFolder.resume(tmp_path / "out", SETTINGS).read_cells([KEY, missing, other])
    assert list(found) == [KEY, other]
    assert found[other].correct.tolist() == [True, False]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]
    assert len(list((tmp_path / "out" / "cells").iterdir())) == 2


def test_long_names_still_make_a_file(tmp_path: Path) -> None:
    keys = [CellKey("none", Pair((letter * 300,), "dvd"), 0) for letter in "ab"]
    folder = BenchmarkFolder.start(tmp_path, SETTINGS)
    for key in keys:
        folder.write_cell(cell(key))
    assert list(folder.read_cells(keys)) == keys


def test_resuming_where_there_is_nothing_begins_anew(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for place in (tmp_path / "absent" / "deep", tmp_path / "empty"):
        begun = BenchmarkFolder.resume(place, SETTINGS)
        assert begun.read_cells([KEY]) == {}
        begun.write_cell(cell())
        assert list(BenchmarkFolder.resume(place, SETTINGS).read_cells([KEY])) == [KEY]


@pytest.mark.parametrize("settings", [SETTINGS, {**SETTINGS, "data": "b"}])
def test_an_earlier_benchmark_is_not_emptied(tmp_path: Path, settings: dict[str, str]) -> None:
    folder = BenchmarkFolder.start(tmp_path, SETTINGS)
    folder.write_cell(cell())
    with pytest.raises(StorageError, match="holds an earlier run: go on with it by --resume, or"):
        BenchmarkFolder.start(tmp_path, settings)
    assert list(folder.read_cells([KEY])) == [KEY]


@pytest.mark.parametrize("resume", [True, False])
def test_a_folder_with_anything_else_in_it_is_refused(tmp_path: Path, resume: bool) -> None:
    opened = BenchmarkFolder.resume if resume else BenchmarkFolder.start
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(StorageError, match=r"already holds notes\.txt: choose another folder"):
        opened(tmp_path, SETTINGS)
    (tmp_path / "notes.txt").rename(tmp_path / "results.json")
    with pytest.raises(StorageError, match=r"already holds results\.json"):
        opened(tmp_path, SETTINGS)
    (tmp_path / "results.json").unlink()
    BenchmarkFolder.start(tmp_path, SETTINGS)
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(StorageError, match=r"already holds notes\.txt"):
        opened(tmp_path, SETTINGS)
    with pytest.raises(StorageError, match="is a file"):
        opened(tmp_path / "notes.txt", SETTINGS)
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_other_settings_are_not_gone_on_with(tmp_path: Path) -> None:
    BenchmarkFolder.start(tmp_path, SETTINGS).write_cell(cell())
    with pytest.raises(StorageError, match=r"other settings \(unlabeled\): choose another"):
        BenchmarkFolder.resume(tmp_path, {**SETTINGS, "unlabeled": "all"})


def test_a_cell_of_another_run_is_refused(tmp_path: Path) -> None:
    folder = BenchmarkFolder.start(tmp_path, SETTINGS)
    folder.write_cell(cell())
    path = tmp_path / "cells" / KEY.file_name
    content = json.loads(path.read_text())
    for change, complaint in (
        ({"fingerprint": "other"}, "computed with other settings: remove it"),
        ({"seed": 1}, "holds another cell than its name says"),
        ({"correct": "?"}, "is damaged"),
    ):
        path.write_text(json.dumps(content | change))
        with pytest.raises(StorageError, match=complaint):
            folder.read_cells([KEY])
    path.write_text("{")
    with pytest.raises(StorageError, match="is damaged"):
        folder.read_cells([KEY])


def test_a_damaged_manifest_is_one_line(tmp_path: Path) -> None:
    BenchmarkFolder.start(tmp_path, SETTINGS)
    (tmp_path / "benchmark.json").write_text("[]")
    with pytest.raises(StorageError, match=r"benchmark\.json is damaged .*: choose another"):
        BenchmarkFolder.resume(tmp_path, SETTINGS)
