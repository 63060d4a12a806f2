"""Tuning: what is tried, on which pairs, what is chosen, and that it is then used."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean

import numpy as np
import pytest
from generated_reviews import TEST, TRAIN, generated_reviews, write_jsonl_folder

from crosslex.benchmark.cells import Cell, CellKey
from crosslex.benchmark.classifiers import THRESHOLDS
from crosslex.benchmark.data.datasets import Dataset
from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.protocol import Protocol
from crosslex.benchmark.rules import run_cell
from crosslex.benchmark.tuning.candidates import BUDGET, CANDIDATES
from crosslex.benchmark.tuning.tuning import TuningRules, tune, tuning_pairs, variant_of
from crosslex.classify import CrossDomainClassifier
from crosslex.cli import main
from crosslex.errors import InputError

PAIRS = [Pair(("films",), "songs"), Pair(("knives",), "songs")]
MDSD = ["books", "dvd", "electronics", "kitchen", "music", "video"]
SHIPPED = CrossDomainClassifier().threshold


def test_one_source_a_target_and_never_a_pair_that_is_excluded() -> None:
    excluded = [Pair(("dvd",), "video")]
    some = tuning_pairs(MDSD, ["music", "video"], excluded=excluded)
    assert [pair.target for pair in some] == ["music", "video"]
    assert some[0].sources != some[1].sources
    every = tuning_pairs(MDSD, ["music", "video"], excluded=excluded, every=True)
    assert len(every) == len(set(every)) == 9
    assert excluded[0] not in every
    with pytest.raises(InputError, match="no domains to tune on"):
        tuning_pairs(MDSD, [], excluded=[])


def cells_with(right: Mapping[tuple[str, str], int]) -> object:
    """Return what computes cells: of 100 documents, ten or as many as told are right."""

    def complete(keys: Sequence[CellKey]) -> dict[CellKey, Cell]:
        return {
            key: Cell(
                key,
                np.arange(100) < right.get((key.method, key.variant), 10),
                None,
                0.9 if "C=10" in key.variant else 0.5,
                1.0,
            )
            for key in keys
        }

    return complete


def test_the_most_accurate_candidate_is_chosen() -> None:
    best = CANDIDATES["dci"][1].label
    tuning = tune(["dci"], PAIRS, cells_with({("dci", variant_of(best, SHIPPED)): 80}))
    assert tuning.chosen == {"dci": best}
    assert tuning.tried["dci"][best].accuracy == 0.8
    assert tuning.budget == BUDGET == len(tuning.tried["dci"])


def test_auc_decides_between_equals() -> None:
    assert tune(["none"], PAIRS, cells_with({})).chosen == {"none": "C=10"}


def test_one_rule_is_chosen_for_all_by_the_mean_over_methods() -> None:
    other = next(rule for rule in THRESHOLDS if rule != SHIPPED)
    right = {
        ("none", variant_of("C=10", SHIPPED)): 60,
        ("none", variant_of("C=10", other)): 50,
        ("scl", variant_of("C=3 dimension=100", SHIPPED)): 60,
        ("scl", variant_of("C=3 dimension=100", other)): 80,
        # The ceiling has no say.
        ("in_domain", variant_of("C=10", SHIPPED)): 100,
    }
    tuning = tune(["none", "scl", "in_domain"], PAIRS, cells_with(right))
    assert tuning.threshold == other
    assert tuning.thresholds[other]["scl"] == pytest.approx(0.8)


def test_all_labeled_texts_of_the_target_are_decided_about_unless_learned_from(
    reviews_dataset: Dataset,
) -> None:
    rules = TuningRules(Protocol(), ("songs",))
    variant = variant_of("C=1", "zero")
    tuned = run_cell(reviews_dataset, CellKey("none", PAIRS[0], 0, variant), rules)
    assert len(tuned.correct) == 2 * (TRAIN + TEST)
    ceiling = run_cell(reviews_dataset, CellKey("in_domain", PAIRS[0], 0, variant), rules)
    assert len(ceiling.correct) == 2 * TEST
    benchmark = CellKey("none", Pair(("films",), "knives"), 0, variant)
    assert len(run_cell(reviews_dataset, benchmark, rules).correct) == 2 * TEST


def test_a_cell_is_computed_with_the_candidate_and_rule_of_its_name() -> None:
    rules = TuningRules(Protocol(), ("songs",))
    key = CellKey("scl", PAIRS[0], 3, variant_of("C=3 dimension=100", "rate"))
    classifier = rules.classifier(key)
    assert classifier.threshold == "rate"
    assert classifier.entry.strength == 3
    assert classifier.entry.make().representation.dimension == 100
    assert classifier.random_state == 3


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = write_jsonl_folder(generated_reviews(), tmp_path_factory.mktemp("data") / "generated")
    out = tmp_path_factory.mktemp("tuned") / "out"
    options = ["--methods", "none,dci", "--tune", "--validation", "songs", "--jobs", "1"]
    assert main(["benchmark", str(data), "--out", str(out), *options]) == 0
    return out


def test_a_tuned_run_chooses_what_its_cells_say(tuned: Path) -> None:
    results = json.loads((tuned / "results.json").read_text())
    tuning = json.loads((tuned / "tuning.json").read_text())
    assert results["tuning"] == tuning
    assert set(tuning["pairs"]) == {"films->songs"}
    found = defaultdict(list)
    aucs = defaultdict(list)
    for path in (tuned / "cells").iterdir():
        cell = json.loads(path.read_text())
        if cell["target"] == "songs":
            found[cell["method"], cell["variant"]].append(mean(cell["correct"]))
            aucs[cell["method"], cell["variant"]].append(cell["auc"])
    for method in ("none", "dci"):
        ranked = {
            candidate.label: (
                mean(found[method, f"{candidate.label} threshold={SHIPPED}"]),
                mean(aucs[method, f"{candidate.label} threshold={SHIPPED}"]),
            )
            for candidate in CANDIDATES[method]
        }
        assert ranked[tuning["chosen"][method]] == pytest.approx(max(ranked.values()))
    rules = {
        rule: mean(
            mean(found[method, f"{tuning['chosen'][method]} threshold={rule}"])
            for method in ("none", "dci")
        )
        for rule in THRESHOLDS
    }
    assert rules[tuning["threshold"]] == pytest.approx(max(rules.values()))


def test_and_uses_it_on_the_other_pairs_alone(tuned: Path) -> None:
    tuning = json.loads((tuned / "tuning.json").read_text())
    results = json.loads((tuned / "results.json").read_text())
    assert set(results["methods"]["dci"]) == {"films->knives", "knives->films"}
    for path in (tuned / "cells").iterdir():
        cell = json.loads(path.read_text())
        if cell["target"] != "songs":
            expected = variant_of(tuning["chosen"][cell["method"]], tuning["threshold"])
            assert cell["variant"] == expected
            assert "songs" not in cell["sources"]
    report = (tuned / "report.md").read_text()
    assert "## Tuning" in report
    assert f"| dci | {tuning['chosen']['dci'].replace('_', chr(92) + '_')} |" in report
