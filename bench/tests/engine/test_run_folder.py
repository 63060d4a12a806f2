"""Folders of results: refused, gone on with."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from crosslex.errors import StorageError
from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.classification import BenchClassifier
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.engine.trial import Cell, ClassificationTask, Trial, TrialLabel

SETTINGS = {"data": "a", "unlabeled": "pair"}
LABEL = TrialLabel("none", Pair(("books",), "dvd"), 0)


def trial(label: TrialLabel = LABEL, **settings: Any) -> Trial:
    classifier = BenchClassifier("none", target=label.pair.target, **settings)
    return Trial(label, classifier, ClassificationTask(label.pair))


def cell(label: TrialLabel = LABEL) -> Cell:
    return Cell(label, np.array([True, False]), np.array([0.5, -0.25]), 0.75, 1.5)


def start(place: Path, settings: dict[str, str] = SETTINGS) -> RunFolder:
    return RunFolder.open(place, settings, resume=False)


def resume(place: Path, settings: dict[str, str] = SETTINGS) -> RunFolder:
    return RunFolder.open(place, settings, resume=True)


def test_cells_are_found_again(tmp_path: Path) -> None:
    other = TrialLabel("none", Pair(("books", "r/b & ü"), "../dvd"), 3)
    long = [TrialLabel("none", Pair((letter * 300,), "dvd"), 0) for letter in "ab"]
    folder = resume(tmp_path / "out")  # where there is nothing, a run begins anew
    for label in (LABEL, other, *long):
        folder.write_cell(trial(label), cell(label))
    missing = TrialLabel("dci", LABEL.pair, 0)
    found = resume(tmp_path / "out").read_cells(map(trial, (LABEL, missing, other, *long)))
    assert list(found) == [LABEL, other, *long]
    assert found[other].correct.tolist() == [True, False]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]
    assert len(list((tmp_path / "out" / "cells").iterdir())) == 4


@pytest.mark.parametrize("resume", [True, False])
def test_a_folder_with_anything_else_in_it_is_refused(tmp_path: Path, resume: bool) -> None:
    opened = partial(RunFolder.open, resume=resume)
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(StorageError, match=r"already holds notes\.txt: choose another folder"):
        opened(tmp_path, SETTINGS)
    (tmp_path / "notes.txt").rename(tmp_path / "results.json")
    with pytest.raises(StorageError, match=r"already holds results\.json"):
        opened(tmp_path, SETTINGS)
    (tmp_path / "results.json").unlink()
    start(tmp_path)
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(StorageError, match=r"already holds notes\.txt"):
        opened(tmp_path, SETTINGS)
    with pytest.raises(StorageError, match="is a file"):
        opened(tmp_path / "notes.txt", SETTINGS)
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_other_settings_are_not_gone_on_with(tmp_path: Path) -> None:
    start(tmp_path).write_cell(trial(), cell())
    with pytest.raises(StorageError, match=r"other settings \(unlabeled\): choose another"):
        resume(tmp_path, {**SETTINGS, "unlabeled": "all"})


def test_a_cell_of_another_run_is_refused(tmp_path: Path) -> None:
    folder = start(tmp_path)
    folder.write_cell(trial(), cell())
    path = tmp_path / "cells" / LABEL.file_name
    content = json.loads(path.read_text())
    for change, complaint in (
        ({"work": "other"}, "computed with other settings: remove it"),
        ({"label": content["label"] | {"seed": 1}}, "computed with other settings: remove it"),
        ({"correct": "?"}, "is damaged"),
    ):
        path.write_text(json.dumps(content | change))
        with pytest.raises(StorageError, match=complaint):
            folder.read_cells([trial()])
    path.write_text(json.dumps(content))
    with pytest.raises(StorageError, match="computed with other settings: remove it"):
        folder.read_cells([trial(threshold="rate")])
