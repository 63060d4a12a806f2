"""Cells that differ in nothing but their names are computed once; cells that are kept."""

import json
from pathlib import Path

from crosslex.classify.method import NoAdaptation
from crosslex_bench.data.datasets import Dataset
from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.classification import ClassificationRules
from crosslex_bench.engine.run import run_study
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.engine.study import Panel, Study, Variant
from crosslex_bench.report.result_tables import keep_run, read_kept

PAIRS = [Pair(("films",), "knives"), Pair(("knives",), "films")]


class Counted(NoAdaptation):
    """Counts its fits."""

    fits = 0

    def fit(self, task):
        type(self).fits += 1
        return super().fit(task)


def study_of(name: str, *panels: tuple[float, ...]) -> Study:
    return Study(
        name=name,
        title=name,
        methods={name: Counted()},
        panels=tuple(
            Panel(f"panel{number}", "C", tuple(Variant(f"{c}", settings={"C": c}) for c in values))
            for number, values in enumerate(panels)
        ),
        references={},
    )


def fits(study: Study, data: Dataset, folder: Path) -> int:
    Counted.fits = 0
    opened = RunFolder.open(folder, {}, resume=False)
    run_study(study, data, PAIRS, opened, rules=ClassificationRules())
    return Counted.fits


def accuracies(folder: Path) -> list[dict]:
    panels = json.loads((folder / "results.json").read_text())["panels"]
    return [
        {pair: each["accuracy"] for pair, each in method["pairs"].items()}
        for panel in panels
        for variant in panel["variants"]
        for method in variant["methods"].values()
    ]


def test_the_same_work_in_two_panels_is_done_once(reviews_dataset: Dataset, tmp_path: Path) -> None:
    assert fits(study_of("one", (0.1, 1.0), (1.0, 9.0)), reviews_dataset, tmp_path / "a") == 6
    found = accuracies(tmp_path / "a")
    assert found[1] == found[2]
    assert len(list((tmp_path / "a" / "cells").iterdir())) == 8


def test_finished_cells_are_kept_in_a_small_file(reviews_dataset: Dataset, tmp_path: Path) -> None:
    fits(study_of("one", (0.1, 1.0)), reviews_dataset, tmp_path / "a")
    assert keep_run(tmp_path / "a", tmp_path / "kept") == 4
    written = [json.loads(path.read_text()) for path in sorted((tmp_path / "a/cells").iterdir())]
    assert list(read_kept(tmp_path / "kept")) == written
    assert (tmp_path / "kept" / "results.json").exists()
