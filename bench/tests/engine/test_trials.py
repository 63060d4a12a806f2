"""What a method is given, what is measured, and that no target label gets through."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from generated_reviews import TEST, TRAIN, UNLABELED
from sklearn.base import BaseEstimator
from sklearn.metrics import roc_auc_score

from crosslex.corpus.corpus import Corpus
from crosslex_bench.data.datasets import Dataset, DomainData
from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.classification import ClassificationRules
from crosslex_bench.engine.run import TrialRunner, run_trials
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.engine.study import Column, Variant
from crosslex_bench.engine.trial import Cell, ClassificationTask, Trial, fingerprint
from crosslex_bench.methods.registry import METHODS

PAIR = Pair(("films",), "knives")


def trial(
    method: str,
    pair: Pair = PAIR,
    seed: int = 0,
    rules: ClassificationRules | None = None,
    variant: Variant | None = None,
) -> Trial:
    column = Column(method, "", METHODS[method], variant or Variant(""))
    return (rules or ClassificationRules())(column, pair, seed)


def run(dataset: Dataset, one: Trial) -> Cell:
    (cell,) = TrialRunner(dataset).run([one])
    return cell


def with_train_labels(
    dataset: Dataset, domain: str, change: Callable[[np.ndarray], np.ndarray]
) -> Dataset:
    data = dataset.domains[domain]
    train = replace(data.train, labels=change(data.train.labels))
    return Dataset(dataset.name, {**dataset.domains, domain: DomainData(train, data.test)})


def flipped(labels: np.ndarray) -> np.ndarray:
    return np.where(labels >= 0, 1 - labels, labels).astype(labels.dtype)


def test_labels_of_the_target_reach_in_domain_alone(reviews_dataset: Dataset) -> None:
    changed = with_train_labels(reviews_dataset, "knives", flipped)
    told, untold = (run(data, trial("dci")) for data in (reviews_dataset, changed))
    assert told.scores is not None
    np.testing.assert_array_equal(told.scores, untold.scores)
    assert run(reviews_dataset, trial("in_domain")).accuracy > 0.8
    assert run(changed, trial("in_domain")).accuracy < 0.2


def test_the_measures_are_those_of_the_decisions(reviews_dataset: Dataset) -> None:
    cell = run(reviews_dataset, trial("none"))
    truth = reviews_dataset.domains["knives"].test.labels
    assert cell.scores is not None
    assert len(cell.correct) == 2 * TEST
    np.testing.assert_array_equal(cell.correct, (cell.scores > 0) == (truth == 1))
    assert cell.accuracy == np.mean((cell.scores > 0) == (truth == 1))
    assert cell.auc == roc_auc_score(truth, cell.scores)
    assert cell.cpu_seconds > 0


def sizes(corpora: list[Corpus]) -> list[tuple[str, int, int]]:
    return [(each.name, len(each), int((each.labels >= 0).sum())) for each in corpora]


def test_a_pair_sees_its_own_text_alone_or_that_of_all_domains(reviews_dataset: Dataset) -> None:
    total, labeled = 2 * (TRAIN + UNLABELED), 2 * TRAIN
    films, knives = ("films", total, labeled), ("knives", total, labeled)
    assert sizes(ClassificationTask(PAIR).training(reviews_dataset)) == [films, knives]
    seen = ClassificationTask(PAIR, "all").training(reviews_dataset)
    assert sizes(seen) == [films, knives, ("songs", total, 0)]
    several = ClassificationTask(Pair(("films", "songs"), "knives")).training(reviews_dataset)
    assert sizes(several) == [films, ("songs", total, labeled), knives]


def test_the_settings_of_a_trial_cover_estimator_and_task() -> None:
    trials = [
        trial("none"),
        trial("scl"),
        trial("none", Pair(("songs",), "knives")),
        trial("none", seed=1),
        trial("none", rules=ClassificationRules(unlabeled="all")),
        trial("none", rules=ClassificationRules(preset="paper")),
        trial("none", variant=Variant("", classifier={"threshold": "rate"})),
    ]
    marks = [fingerprint(each.settings) for each in trials]
    assert len(set(marks)) == len(trials)
    assert fingerprint(trial("none").settings) == marks[0]


class Counting(BaseEstimator):
    """Counts how often it is fitted."""

    fits = 0

    def __init__(self, strength: int = 0) -> None:
        self.strength = strength

    def fit(self, X: list[Corpus]) -> "Counting":
        Counting.fits += 1
        self.classes_ = np.array([0, 1])
        return self

    def predict(self, X: Corpus) -> np.ndarray:
        return np.zeros(len(X), int)

    def decision_function(self, X: Corpus) -> np.ndarray:
        return np.zeros(len(X))


def test_trials_that_learn_the_same_from_the_same_are_fitted_once(
    reviews_dataset: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Counting, "fits", 0)
    here, everywhere = ClassificationTask(PAIR), ClassificationTask(PAIR, test_on="labeled")
    trials = [
        Trial(replace(trial("none").label, variant=str(number)), Counting(strength), task)
        for number, (strength, task) in enumerate(
            [(1, here), (2, here), (1, everywhere), (1, ClassificationTask(PAIR, "all"))]
        )
    ]
    cells = list(TrialRunner(reviews_dataset).run(trials))
    assert Counting.fits == 3
    assert {cell.label.variant for cell in cells} == set("0123")
    assert {cell.label.variant: len(cell.correct) for cell in cells}["2"] == 2 * (TRAIN + TEST)
    assert all(cell.accuracy == 0.5 for cell in cells)


def test_trials_that_differ_in_nothing_but_their_names_are_computed_once(
    reviews_dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Counting, "fits", 0)
    labels = [replace(trial("none").label, variant=name) for name in ("one panel", "another")]
    trials = [Trial(label, Counting(), ClassificationTask(PAIR)) for label in labels]
    folder = RunFolder.open(tmp_path / "out", {}, resume=False)
    cells = run_trials(trials, reviews_dataset, folder)
    assert Counting.fits == 1
    assert list(cells) == list(folder.read_cells(trials)) == labels
