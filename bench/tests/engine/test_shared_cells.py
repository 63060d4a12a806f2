"""Cells that differ in nothing but their names are computed once, and may come from other runs."""

import json
from pathlib import Path

import pytest

from crosslex.classify.method import NoAdaptation
from crosslex_bench.data.datasets import Dataset
from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.kept import keep_run, restore_run
from crosslex_bench.engine.run import run_study
from crosslex_bench.engine.study import Panel, Study, Variant

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


def fits(study: Study, data: Dataset, folder: Path, **options) -> int:
    Counted.fits = 0
    run_study(study, data, PAIRS, folder, **options)
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


def test_another_study_takes_what_is_there_only_if_asked_to(
    reviews_dataset: Dataset, tmp_path: Path
) -> None:
    fits(study_of("one", (0.1, 1.0)), reviews_dataset, tmp_path / "a")
    other = study_of("two", (1.0, 9.0))
    assert fits(other, reviews_dataset, tmp_path / "b") == 4
    for path in (tmp_path / "b").rglob("*.json"):
        path.unlink()
    assert fits(other, reviews_dataset, tmp_path / "c", share=True) == 2
    assert accuracies(tmp_path / "c")[0] == accuracies(tmp_path / "a")[1]
    # Copied: the run can be resumed without the other's folder.
    (tmp_path / "a" / "cells").rename(tmp_path / "gone")
    assert fits(other, reviews_dataset, tmp_path / "c", resume=True) == 0


def test_a_run_goes_on_from_cells_that_were_kept_in_a_small_file(
    reviews_dataset: Dataset, tmp_path: Path
) -> None:
    study = study_of("one", (0.1, 1.0))
    fits(study, reviews_dataset, tmp_path / "first" / "a")
    cells = tmp_path / "first" / "a" / "cells"
    next(cells.iterdir()).unlink()  # as if the run had been killed before its last cell
    assert keep_run(tmp_path / "first" / "a", tmp_path / "kept" / "a") == 3
    assert restore_run(tmp_path / "kept" / "a", tmp_path / "second" / "a-kept") == 3
    assert fits(study, reviews_dataset, tmp_path / "second" / "a", share=True) == 1
    assert accuracies(tmp_path / "second" / "a") == accuracies(tmp_path / "first" / "a")
    assert (tmp_path / "kept" / "a" / "results.json").exists()


@pytest.mark.parametrize("damage", ["", "{}", '{"work": 3}'])
def test_a_damaged_cell_of_another_run_is_passed_over(
    reviews_dataset: Dataset, tmp_path: Path, damage: str
) -> None:
    fits(study_of("one", (1.0,)), reviews_dataset, tmp_path / "a")
    for path in (tmp_path / "a" / "cells").iterdir():
        path.write_text(damage)
    assert fits(study_of("two", (1.0,)), reviews_dataset, tmp_path / "b", share=True) == 2
