"""Tuning: what is tried, on which pairs, what is chosen, and that it is then used."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from generated_reviews import TEST, TRAIN, generated_reviews, write_jsonl_folder

from crosslex.errors import InputError
from crosslex_bench.cli import main
from crosslex_bench.data.datasets import Dataset
from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.classification import BenchClassifier, ClassificationRules
from crosslex_bench.engine.run import TrialRunner
from crosslex_bench.engine.study import shipped
from crosslex_bench.engine.trial import Cell, Trial, TrialLabel
from crosslex_bench.methods.registry import METHODS
from crosslex_bench.studies.tuning import (
    THRESHOLDS,
    tune,
    tuning_pairs,
)

PAIRS = [Pair(("films",), "songs"), Pair(("knives",), "songs")]
MDSD = ["books", "dvd", "electronics", "kitchen", "music", "video"]
SHIPPED = BenchClassifier().threshold
RULES = ClassificationRules()


def test_one_source_per_target_and_never_a_pair_that_is_excluded() -> None:
    some = tuning_pairs(["dvd", *MDSD], ["music", "video"])
    assert [pair.target for pair in some] == ["music", "video"]
    assert some[0].sources != some[1].sources
    assert Pair(("dvd",), "video") not in tuning_pairs(["dvd", "books"], ["video"])
    with pytest.raises(InputError, match="no domains to tune on"):
        tuning_pairs(MDSD, [])


def test_one_rule_is_chosen_for_all_by_the_mean_over_methods() -> None:
    other = next(rule for rule in THRESHOLDS if rule != SHIPPED)
    right = {
        ("none", f"C=10, {SHIPPED}"): 60,
        ("none", f"C=10, {other}"): 50,
        ("scl", f"C=3 dimension=100, {SHIPPED}"): 60,
        ("scl", f"C=3 dimension=100, {other}"): 80,
        # The ceiling has no say.
        ("in_domain", f"C=10, {SHIPPED}"): 100,
    }

    def run(trials: Sequence[Trial]) -> dict[TrialLabel, Cell]:
        """Of 100 documents, ten or as many as given are right."""
        cells = {}
        for each in (trial.label for trial in trials):
            count = right.get((each.method, each.variant), 10)
            cells[each] = Cell(each, np.arange(100) < count, None, 0.5, 1.0)
        return cells

    methods = {name: METHODS[name] for name in ("none", "scl", "in_domain")}
    tuning, _ = tune(methods, PAIRS, RULES, run)
    assert tuning.threshold == other
    assert tuning.thresholds[other]["scl"] == pytest.approx(0.8)


def test_all_labeled_texts_of_the_target_are_classified_unless_learned_from(
    reviews_dataset: Dataset,
) -> None:
    sizes = {}

    def run(trials: Sequence[Trial]) -> dict[TrialLabel, Cell]:
        cells = {cell.label: cell for cell in TrialRunner(reviews_dataset).run(trials)}
        sizes.update({label.method: len(cell.correct) for label, cell in cells.items()})
        return cells

    tune(shipped("none", "in_domain"), PAIRS[:1], RULES, run)
    assert sizes == {"none": 2 * (TRAIN + TEST), "in_domain": 2 * TEST}


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = write_jsonl_folder(generated_reviews(), tmp_path_factory.mktemp("data") / "generated")
    out = tmp_path_factory.mktemp("tuned") / "out"
    options = ["--methods", "none,dci", "--tune", "--validation", "songs", "--jobs", "1"]
    assert main(["methods", "--data", str(data), "--out", str(out), *options]) == 0
    return out


def test_a_tuned_run_uses_what_it_chose_on_the_other_pairs_alone(tuned: Path) -> None:
    tuning = json.loads((tuned / "tuning.json").read_text())
    results = json.loads((tuned / "results.json").read_text())
    assert results["tuning"] == tuning
    assert set(tuning["pairs"]) == {"films->songs"}
    assert set(results["setup"]["pairs"]) == {"films->knives", "knives->films"}
    for path in (tuned / "cells").iterdir():
        cell = json.loads(path.read_text())
        label = cell["label"]
        if label["pair"]["target"] != "songs":
            settings = cell["settings"]["estimator"]
            chosen = f" {tuning['chosen'][label['method']]} "
            assert f" C={settings['method']['C']:g} " in chosen
            assert settings["threshold"] == tuning["threshold"]
            assert "songs" not in label["pair"]["sources"]
    report = (tuned / "report.md").read_text()
    assert "## Tuning" in report
    assert f"| dci | {tuning['chosen']['dci'].replace('_', chr(92) + '_')} |" in report
