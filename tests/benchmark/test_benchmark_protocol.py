"""What a method is given, what is measured, and that no target label gets through."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from generated_reviews import TEST, TRAIN, UNLABELED
from sklearn.metrics import roc_auc_score

from crosslex.adapt import METHODS
from crosslex.benchmark.cells import Cell, CellKey
from crosslex.benchmark.data.datasets import Dataset, DomainData
from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.protocol import (
    SEEDLESS,
    Protocol,
    choose_methods,
    fingerprint,
    list_cells,
)
from crosslex.benchmark.rules import run_cell
from crosslex.corpus import Corpus
from crosslex.errors import InputError

PAIR = Pair(("films",), "knives")


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
    reviews_dataset: Dataset, method: str, change: Callable[[np.ndarray], np.ndarray]
) -> None:
    key = CellKey(method, PAIR, 0)
    told = run_cell(reviews_dataset, key, Protocol())
    changed = with_train_labels(reviews_dataset, "knives", change)
    assert (changed.domains["knives"].train.labels != told_labels(reviews_dataset)).any()
    untold = run_cell(changed, key, Protocol())
    assert told.scores is not None
    np.testing.assert_array_equal(told.scores, untold.scores)
    np.testing.assert_array_equal(told.correct, untold.correct)


def told_labels(dataset: Dataset) -> np.ndarray:
    return dataset.domains["knives"].train.labels


def test_labels_of_the_target_reach_in_domain(reviews_dataset: Dataset) -> None:
    key = CellKey("in_domain", PAIR, 0)
    told = run_cell(reviews_dataset, key, Protocol())
    lied_to = run_cell(with_train_labels(reviews_dataset, "knives", flipped), key, Protocol())
    assert told.accuracy > 0.8
    assert lied_to.accuracy < 0.2


def test_the_measures_are_those_of_the_decisions(reviews_dataset: Dataset) -> None:
    key = CellKey("none", PAIR, 0)
    cell = run_cell(reviews_dataset, key, Protocol())
    truth = reviews_dataset.domains["knives"].test.labels
    assert cell.scores is not None
    assert len(cell.correct) == 2 * TEST
    np.testing.assert_array_equal(cell.correct, (cell.scores > 0) == (truth == 1))
    assert cell.accuracy == np.mean((cell.scores > 0) == (truth == 1))
    assert cell.auc == roc_auc_score(truth, cell.scores)
    assert cell.cpu_seconds > 0


@pytest.mark.parametrize("method", sorted(SEEDLESS.intersection(METHODS)))
def test_methods_said_to_be_without_chance_are(reviews_dataset: Dataset, method: str) -> None:
    first, second = (
        run_cell(reviews_dataset, CellKey(method, PAIR, seed), Protocol()) for seed in (0, 1)
    )
    assert first.scores is not None
    np.testing.assert_array_equal(first.scores, second.scores)


def sizes(corpora: list[Corpus]) -> list[tuple[str, int, int]]:
    return [(each.name, len(each), int((each.labels >= 0).sum())) for each in corpora]


def test_a_pair_sees_its_own_text_alone_or_that_of_all_domains(reviews_dataset: Dataset) -> None:
    total, labeled = 2 * (TRAIN + UNLABELED), 2 * TRAIN
    films, knives = ("films", total, labeled), ("knives", total, labeled)
    assert sizes(Protocol().corpora(reviews_dataset, CellKey("none", PAIR, 0))) == [films, knives]
    seen = Protocol(unlabeled="all").corpora(reviews_dataset, CellKey("none", PAIR, 0))
    assert sizes(seen) == [films, knives, ("songs", total, 0)]


def test_several_sources_are_all_seen_with_labels(reviews_dataset: Dataset) -> None:
    pair = Pair(("films", "songs"), "knives")
    seen = Protocol().corpora(reviews_dataset, CellKey("none", pair, 0))
    assert [labeled for _, _, labeled in sizes(seen)] == [2 * TRAIN] * 3
    single = run_cell(reviews_dataset, CellKey("none", PAIR, 0), Protocol())
    several = run_cell(reviews_dataset, CellKey("none", pair, 0), Protocol())
    assert single.scores is not None
    assert (single.scores != several.scores).any()


def test_the_papers_preset_changes_features_and_pivots(reviews_dataset: Dataset) -> None:
    key = CellKey("none", PAIR, 0)
    fitted = Protocol(preset="paper").classifier(key)
    assert (fitted.weighting, fitted.pivots) == ("binary", "npmi")
    ours, papers = (
        run_cell(reviews_dataset, key, Protocol(preset=p)) for p in ("default", "paper")
    )
    assert ours.scores is not None
    assert (ours.scores != papers.scores).any()


def test_three_classes_have_no_auc(reviews_dataset: Dataset) -> None:
    def third(corpus: Corpus) -> Corpus:
        labels = corpus.labels.copy()
        labels[::5] = np.where(labels[::5] >= 0, 2, labels[::5])
        return replace(corpus, labels=labels, classes=(0, 1, 2))

    domains = {
        name: DomainData(third(data.train), third(data.test))
        for name, data in reviews_dataset.domains.items()
    }
    cell = run_cell(Dataset("three", domains), CellKey("none", PAIR, 0), Protocol())
    assert cell.auc is None
    assert cell.scores is None
    assert 0.3 < cell.accuracy < 1


def test_an_error_names_its_cell(reviews_dataset: Dataset) -> None:
    one_class = with_train_labels(reviews_dataset, "films", lambda codes: np.minimum(codes, 0))
    with pytest.raises(InputError, match=r"none, films->knives, seed 0: .*class"):
        run_cell(replace_classes(one_class), CellKey("none", PAIR, 0), Protocol())


def replace_classes(dataset: Dataset) -> Dataset:
    data = dataset.domains["films"]
    films = DomainData(replace(data.train, classes=(0,)), data.test)
    return Dataset(dataset.name, {**dataset.domains, "films": films})


def test_methods_without_chance_run_once() -> None:
    other = Pair(("knives",), "films")
    keys = list_cells([PAIR, other], ("none", "crosslex"), seeds=3)
    assert [str(key) for key in keys[:4]] == [
        "none, films->knives, seed 0",
        "crosslex, films->knives, seed 0",
        "crosslex, films->knives, seed 1",
        "crosslex, films->knives, seed 2",
    ]
    assert len(keys) == 8


def test_methods_are_checked_by_name() -> None:
    assert choose_methods(["all"]) == tuple(METHODS)
    assert choose_methods(["none", "dci", "none"]) == ("none", "dci")
    with pytest.raises(InputError, match=r"methods: there is no 'croslex' \(did you mean crosslex"):
        choose_methods(["croslex"])


def test_the_fingerprint_covers_data_and_protocol(reviews_dataset: Dataset) -> None:
    marks = {
        fingerprint(protocol.settings(dataset))
        for dataset in (reviews_dataset, with_train_labels(reviews_dataset, "songs", flipped))
        for protocol in (Protocol(), Protocol(unlabeled="all"), Protocol(preset="paper"))
    }
    assert len(marks) == 6


def test_a_cell_survives_being_written(reviews_dataset: Dataset) -> None:
    cell = run_cell(reviews_dataset, CellKey("none", PAIR, 0), Protocol())
    read = Cell.from_json(cell.to_json("mark"), cell.key, "mark", "cell.json")
    assert read.key == cell.key
    np.testing.assert_array_equal(read.correct, cell.correct)
    assert cell.scores is not None
    np.testing.assert_allclose(read.scores, cell.scores, atol=1e-6)
    assert (read.accuracy, read.auc) == (cell.accuracy, cell.auc)
