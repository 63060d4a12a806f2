"""What a method is given, what is measured, and that no target label gets through."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from generated_reviews import TEST, TRAIN, UNLABELED
from sklearn.base import BaseEstimator, clone
from sklearn.metrics import roc_auc_score

from crosslex.corpus.corpus import Corpus
from crosslex.errors import InputError
from crosslex_bench.data.datasets import Dataset, DomainData
from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.classification import ClassificationRules, ClassificationTask
from crosslex_bench.engine.compute import TrialRunner
from crosslex_bench.engine.settings import describe, fingerprint
from crosslex_bench.engine.study import Column, Panel, Study, Variant, list_trials, shipped
from crosslex_bench.engine.trial import Cell, Trial
from crosslex_bench.methods import METHODS
from crosslex_bench.methods.names import MethodName
from crosslex_bench.studies.main import choose_methods, run_benchmark

PAIR = Pair(("films",), "knives")


def trial(
    method: MethodName,
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


def permuted(labels: np.ndarray) -> np.ndarray:
    changed = labels.copy()
    known = np.flatnonzero(labels >= 0)
    changed[known] = np.random.default_rng(1).permutation(labels[known])
    return changed


def flipped(labels: np.ndarray) -> np.ndarray:
    return np.where(labels >= 0, 1 - labels, labels).astype(labels.dtype)


@pytest.mark.parametrize("method", [name for name in METHODS if name != "in_domain"])
@pytest.mark.parametrize("change", [permuted, flipped])
def test_labels_of_the_target_reach_no_method(
    reviews_dataset: Dataset, method: MethodName, change: Callable[[np.ndarray], np.ndarray]
) -> None:
    told = run(reviews_dataset, trial(method))
    changed = with_train_labels(reviews_dataset, "knives", change)
    assert (changed.domains["knives"].train.labels != told_labels(reviews_dataset)).any()
    untold = run(changed, trial(method))
    assert told.scores is not None
    np.testing.assert_array_equal(told.scores, untold.scores)
    np.testing.assert_array_equal(told.correct, untold.correct)


def told_labels(dataset: Dataset) -> np.ndarray:
    return dataset.domains["knives"].train.labels


def test_labels_of_the_target_reach_in_domain(reviews_dataset: Dataset) -> None:
    told = run(reviews_dataset, trial("in_domain"))
    flipped_data = with_train_labels(reviews_dataset, "knives", flipped)
    lied_to = run(flipped_data, trial("in_domain"))
    assert told.accuracy > 0.8
    assert lied_to.accuracy < 0.2


def test_the_measures_are_those_of_the_decisions(reviews_dataset: Dataset) -> None:
    cell = run(reviews_dataset, trial("none"))
    truth = reviews_dataset.domains["knives"].test.labels
    assert cell.scores is not None
    assert len(cell.correct) == 2 * TEST
    np.testing.assert_array_equal(cell.correct, (cell.scores > 0) == (truth == 1))
    assert cell.accuracy == np.mean((cell.scores > 0) == (truth == 1))
    assert cell.auc == roc_auc_score(truth, cell.scores)
    assert cell.cpu_seconds > 0


@pytest.mark.parametrize("method", [name for name in METHODS if not METHODS[name].randomized])
def test_methods_said_not_to_be_randomized_are_not(
    reviews_dataset: Dataset, method: MethodName
) -> None:
    first, second = (run(reviews_dataset, trial(method, seed=seed)) for seed in (0, 1))
    assert first.scores is not None
    np.testing.assert_array_equal(first.scores, second.scores)


def sizes(corpora: list[Corpus]) -> list[tuple[str, int, int]]:
    return [(each.name, len(each), int((each.labels >= 0).sum())) for each in corpora]


def test_a_pair_sees_its_own_text_alone_or_that_of_all_domains(reviews_dataset: Dataset) -> None:
    total, labeled = 2 * (TRAIN + UNLABELED), 2 * TRAIN
    films, knives = ("films", total, labeled), ("knives", total, labeled)
    assert sizes(ClassificationTask(PAIR).training(reviews_dataset)) == [films, knives]
    seen = ClassificationTask(PAIR, "all").training(reviews_dataset)
    assert sizes(seen) == [films, knives, ("songs", total, 0)]


def test_several_sources_are_all_seen_with_labels(reviews_dataset: Dataset) -> None:
    pair = Pair(("films", "songs"), "knives")
    seen = ClassificationTask(pair).training(reviews_dataset)
    assert [labeled for _, _, labeled in sizes(seen)] == [2 * TRAIN] * 3
    single = run(reviews_dataset, trial("none"))
    several = run(reviews_dataset, trial("none", pair))
    assert single.scores is not None
    assert (single.scores != several.scores).any()


def test_the_papers_preset_changes_features_and_pivots(reviews_dataset: Dataset) -> None:
    one = trial("none", rules=ClassificationRules(preset="paper"))
    settings = one.settings["estimator"]
    assert (settings["weighting"], settings["pivots"]) == ("binary", "npmi")
    fewer = replace(one, estimator=clone(one.estimator).set_params(n_pivots=5))
    ours, papers = run(reviews_dataset, trial("none")), run(reviews_dataset, fewer)
    assert ours.scores is not None
    assert (ours.scores != papers.scores).any()
    # The protocol has 500 pivots or none.
    with pytest.raises(InputError, match="n_pivots: asked for 500, but domains"):
        run(reviews_dataset, one)


def test_three_classes_have_no_auc(reviews_dataset: Dataset) -> None:
    def third(corpus: Corpus) -> Corpus:
        labels = corpus.labels.copy()
        labels[::5] = np.where(labels[::5] >= 0, 2, labels[::5])
        return replace(corpus, labels=labels, classes=(0, 1, 2))

    domains = {
        name: DomainData(third(data.train), third(data.test))
        for name, data in reviews_dataset.domains.items()
    }
    cell = run(Dataset("three", domains), trial("none"))
    assert cell.auc is None
    assert cell.scores is None
    assert 0.3 < cell.accuracy < 1


def test_an_error_names_its_cell(reviews_dataset: Dataset) -> None:
    one_class = with_train_labels(reviews_dataset, "films", lambda codes: np.minimum(codes, 0))
    with pytest.raises(InputError, match=r"none, films->knives, seed 0: .*class"):
        run(replace_classes(one_class), trial("none"))


def replace_classes(dataset: Dataset) -> Dataset:
    data = dataset.domains["films"]
    films = DomainData(replace(data.train, classes=(0,)), data.test)
    return Dataset(dataset.name, {**dataset.domains, "films": films})


def test_methods_that_are_not_randomized_run_once() -> None:
    study = Study("one", "One", shipped("none", "pooled"), (Panel("a", "a", (Variant(""),)),), {})
    pairs = [PAIR, Pair(("knives",), "films")]
    trials = list_trials(study, pairs, 3, ClassificationRules())
    assert [str(each.label) for each in trials[:4]] == [
        "none, films->knives, seed 0",
        "pooled, films->knives, seed 0",
        "pooled, films->knives, seed 1",
        "pooled, films->knives, seed 2",
    ]
    assert len(trials) == 8


def test_methods_are_checked_by_name() -> None:
    assert choose_methods(["all"]) == tuple(METHODS)
    assert choose_methods(["none", "dci", "none"]) == ("none", "dci")
    with pytest.raises(InputError, match=r"methods: found 'croslex' \(did you mean crosslex"):
        choose_methods(["croslex"])


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


def test_the_settings_of_a_run_cover_data_rules_and_versions(reviews_dataset: Dataset) -> None:
    changed = with_train_labels(reviews_dataset, "songs", flipped)
    settings = [
        rules.setup(dataset, [PAIR], 1).settings
        for dataset in (reviews_dataset, changed)
        for rules in (ClassificationRules(), ClassificationRules(unlabeled="all"))
    ]
    assert len({fingerprint(each) for each in settings}) == 4
    assert {"version of crosslex", "version of numpy", "data"} <= settings[0].keys()


def test_two_functions_without_a_name_are_told_from_each_other() -> None:
    first, second = describe(lambda counts: counts + 1), describe(lambda counts: counts + 2)
    assert first != second
    assert first == describe(lambda counts: counts + 1)


def test_a_set_is_described_in_the_same_order_in_every_process() -> None:
    assert describe(frozenset({"the", "a", "of"})) == ["a", "of", "the"]


def test_anything_that_can_be_pickled_can_be_described() -> None:
    def shift(by: int) -> partial[int]:
        return partial(int.__add__, by)

    assert describe(shift(1)) == describe(shift(1)) != describe(shift(2))
    assert describe({"a": (np.float64(0.5), None, True)}) == {"a": [0.5, None, True]}
    assert describe(np.mean) == "numpy.mean"


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


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"methods": "none"}, "methods: found 'none'; give a list of names"),
        ({"methods": {"mine": 3}}, "methods\\['mine'\\]: found 3"),
        ({"methods": {1: "none"}}, "methods: found the name 1"),
        ({"pairs": []}, "pairs: found none"),
        ({"pairs": [Pair(("films",), "boats")]}, "pairs: found 'boats'"),
        ({"unlabeled": "some"}, "unlabeled: found 'some'"),
        ({"seeds": 0}, "seeds: found 0"),
    ],
)
def test_arguments_of_a_benchmark_are_checked(
    reviews_dataset: Dataset, tmp_path: Path, changed: dict[str, Any], complaint: str
) -> None:
    given = {"pairs": [Pair(("films",), "knives")], "methods": ["none"], "folder": tmp_path / "out"}
    with pytest.raises(InputError, match=complaint):
        run_benchmark(reviews_dataset, **given | changed)
    assert not (tmp_path / "out").exists()


def test_code_inside_a_lambda_is_known_by_what_it_does() -> None:
    def described(text: str) -> object:
        return describe({"pivots": eval(text)})  # compiled anew each time

    first = "lambda counts: [sum(each for each in row) for row in counts]"
    assert described(first) == described(first)
    assert described(first) != described(first.replace("sum", "max"))
    nested = "lambda counts: (lambda row: row + 1)(counts)"
    assert described(nested) != described(nested.replace("1", "2"))
