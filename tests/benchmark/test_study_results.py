"""Intervals over documents and seeds, and a study's numbers, by hand."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from crosslex.benchmark.auc_intervals import auc_interval, weighted_aucs
from crosslex.benchmark.cells import Cell, CellKey
from crosslex.benchmark.data.datasets import Dataset
from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.statistics import bootstrap_means, bootstrap_seeds
from crosslex.benchmark.study.figures import draw_study, spread
from crosslex.benchmark.study.report import write_study_report
from crosslex.benchmark.study.results import StudyResults, summarize_study
from crosslex.benchmark.study.rules import StudyRules, study_cells
from crosslex.benchmark.study.studies import STUDIES, choose_study

PAIRS = [Pair(("films",), "knives"), Pair(("songs",), "knives"), Pair(("knives",), "songs")]
SIZE = 40


def random_tables(seeds: int) -> list[np.ndarray]:
    random = np.random.default_rng(0)
    return [(random.random((seeds, SIZE, 2)) < 0.7).astype(float) for _ in range(3)]


def test_one_seed_is_resampled_as_documents_alone() -> None:
    tables = random_tables(1)
    targets = ["knives", "knives", "songs"]
    alone = bootstrap_means([table[0].astype(np.int64) for table in tables], targets, draws=700)
    np.testing.assert_allclose(bootstrap_seeds(tables, targets, draws=700), alone)


def test_seeds_that_agree_add_nothing() -> None:
    tables = [np.repeat(table, 4, axis=0) for table in random_tables(1)]
    targets = ["knives", "knives", "songs"]
    alone = bootstrap_seeds([table[:1] for table in tables], targets, draws=300)
    np.testing.assert_allclose(bootstrap_seeds(tables, targets, draws=300), alone)


def test_seeds_that_differ_widen_the_interval_as_the_variance_says() -> None:
    # Each seed decides all documents alike, so that documents add nothing to the variance.
    table = np.array([1.0, 0.0, 0.0, 1.0, 1.0])[:, None, None].repeat(SIZE, axis=1)
    draws = bootstrap_seeds([table], ["knives"], draws=20_000)[:, 0]
    assert draws.mean() == pytest.approx(0.6, abs=0.01)
    assert draws.std() == pytest.approx(np.sqrt(0.6 * 0.4 / 5), rel=0.02)


def right(count: int) -> np.ndarray:
    return np.arange(SIZE) < count


def made(study_name: str, seeds: int, dataset: Dataset, counts: dict[str, int]) -> StudyResults:
    """A study whose every cell gets the count of its method, one more a variant and seed."""
    study = STUDIES[study_name]
    keys = study_cells(study, PAIRS, seeds)
    variants = list(dict.fromkeys(key.variant for key in keys))
    cells = {
        key: Cell(
            key,
            right(counts[key.method] + variants.index(key.variant) + key.seed),
            None,
            (counts[key.method] + key.seed) / 100,
            1.0,
        )
        for key in keys
    }
    return summarize_study(study, dataset, StudyRules(study_name), cells, pairs=PAIRS, seeds=seeds)


COUNTS = {
    "none": 10,
    "crosslex": 25,
    "pooled": 24,
    "crosslex-documents": 22,
    "crosslex-expansion": 20,
    "crosslex-paper": 15,
    "glove": 12,
    "dci": 21,
    "msda": 20,
    "in_domain": 28,
    "scl": 18,
}


@pytest.fixture(scope="module")
def dimensions(reviews_dataset: Dataset) -> StudyResults:
    return made("dimension", 3, reviews_dataset, COUNTS)


def test_means_are_over_pairs_and_seeds(dimensions: StudyResults) -> None:
    panel = dimensions.study.panels[0]
    # "none" as reference is the first variant, so that dimension 50 counts one more.
    first = panel.variants[0].methods["glove"]
    assert first.mean.accuracy == pytest.approx((12 + 1 + 1) / SIZE)
    assert first.mean.auc == pytest.approx(0.13)
    assert first.mean.low < first.mean.accuracy < first.mean.high
    assert dimensions.study.references["none"].mean.accuracy == pytest.approx(10 / SIZE)
    assert first.pairs["films->knives"].total == 3 * SIZE


def test_every_two_variants_are_compared_the_later_less_the_earlier(
    dimensions: StudyResults,
) -> None:
    differences = dimensions.study.panels[0].differences["glove"]
    assert len(differences) == 7 * 6 / 2
    found = next(each for each in differences if (each.a, each.b) == ("1000", "50"))
    assert found.difference == pytest.approx(6 / SIZE)
    assert 0 < found.low < found.difference < found.high


def test_contrasts_compare_methods_at_every_variant(dimensions: StudyResults) -> None:
    contrasts = dimensions.study.panels[0].contrasts
    assert len(contrasts) == 2 * 7
    assert contrasts[0].variant == "50"
    assert contrasts[0].mean.difference == pytest.approx(8 / SIZE)
    # Eight documents that only the first decided rightly.
    assert contrasts[0].pairs["films->knives"].p == pytest.approx(2 / 2**8)


def test_two_seeds_are_averaged_not_resampled(reviews_dataset: Dataset) -> None:
    two = made("lambda", 2, reviews_dataset, COUNTS)
    one = made("lambda", 1, reviews_dataset, COUNTS)
    mean_of = [
        each.study.panels[0].variants[0].methods["crosslex-paper"].mean for each in (two, one)
    ]
    assert mean_of[0].accuracy - mean_of[1].accuracy == pytest.approx(0.5 / SIZE)


@pytest.mark.parametrize("name", list(STUDIES))
def test_every_study_has_a_figure_and_a_report(
    name: str, reviews_dataset: Dataset, tmp_path: Path
) -> None:
    results = made(name, 1, reviews_dataset, COUNTS)
    write_study_report(results, tmp_path, "crosslex benchmark <data>")
    assert {path.name for path in tmp_path.iterdir()} == {
        "report.md",
        "report.html",
        "study.png",
        "study.svg",
    }
    panels = results.study.panels
    assert len(draw_study(results.study).axes) == len(panels)
    page = (tmp_path / "report.html").read_text()
    accuracy = next(iter(panels[0].variants[0].methods.values())).mean.accuracy
    assert f"<td>{100 * accuracy:.1f}</td>" in page
    assert page.count("<svg") == 1


def test_a_line_passes_through_the_means(dimensions: StudyResults) -> None:
    axes = draw_study(dimensions.study).axes[0]
    lines = {tuple(line.get_xdata()): line for line in axes.lines}
    drawn = lines[50, 100, 200, 300, 400, 600, 1000]
    means = [
        100 * each.methods["glove"].mean.accuracy for each in dimensions.study.panels[0].variants
    ]
    assert drawn.get_ydata().tolist() == pytest.approx(means)
    assert {text.get_text() for text in axes.texts} == {*STUDIES["dimension"].methods, "none"}


def test_labels_that_stand_apart_stay_and_others_move_as_little_as_they_must() -> None:
    assert spread([1, 4, 9], gap=1, low=0, high=10) == [1, 4, 9]
    assert spread([9.9, 10.0], gap=1, low=0, high=10) == pytest.approx([9, 10])
    moved = spread([0.0, 0.1, 3.0, 3.2, 3.3], gap=1, low=0, high=10)
    assert min(np.diff(moved)) >= 1 - 1e-9
    assert moved[0] >= 0


def test_a_part_of_a_study_needs_its_own_cells_alone() -> None:
    part = choose_study("dimension", ["glove"], ["50"])
    keys = study_cells(part, PAIRS[:1], 2)
    assert keys == [
        CellKey("none", PAIRS[0], 0),
        CellKey("glove", PAIRS[0], 0, "dimension=50"),
        CellKey("glove", PAIRS[0], 1, "dimension=50"),
    ]


def test_methods_without_chance_need_seeds_where_documents_are_drawn() -> None:
    part = choose_study("labels", ["none"], ["50"])
    assert [key.seed for key in study_cells(part, PAIRS[:1], 3)] == [0, 1, 2]
    whole = replace(part, draws=False)
    assert [key.seed for key in study_cells(whole, PAIRS[:1], 3)] == [0]


@given(st.integers(0, 10_000))
def test_the_auc_of_a_draw_is_that_of_its_documents(seed: int) -> None:
    random = np.random.default_rng(seed)
    truth = np.array([True, False, *(random.random(10) < 0.5)])
    scores = random.integers(0, 5, 12).astype(float)  # many are equal
    times = random.multinomial(12, [1 / 12] * 12, 3) + np.array([1, 1] + [0] * 10)
    expected = [roc_auc_score(np.repeat(truth, often), np.repeat(scores, often)) for often in times]
    assert weighted_aucs(truth, scores, times) == pytest.approx(expected)


def auc_cell(scores: np.ndarray, truth: np.ndarray, seed: int = 0) -> Cell:
    auc = float(roc_auc_score(truth, scores))
    return Cell(CellKey("none", PAIRS[0], seed), (scores > 0) == truth, scores, auc, 1.0)


def test_the_interval_of_an_auc_is_as_wide_as_hanley_and_mcneil_say() -> None:
    random = np.random.default_rng(0)
    truth = np.arange(400) < 200
    scores = random.normal(size=400) + 1.2 * truth
    cell = auc_cell(scores, truth)
    low, high = auc_interval([[cell]], ["knives"], seeds_too=False)
    # Their standard error for an AUC a of two classes of n documents each.
    a, n = cell.auc, 200
    q1, q2 = a / (2 - a), 2 * a**2 / (1 + a)
    error = np.sqrt((a * (1 - a) + (n - 1) * (q1 - a**2) + (n - 1) * (q2 - a**2)) / n**2)
    assert (high - low) / (2 * 1.96 * error) == pytest.approx(1, abs=0.12)
    assert low < a < high


def test_seeds_widen_the_interval_of_an_auc_too() -> None:
    truth = np.arange(SIZE) < SIZE / 2
    perfect, useless = np.where(truth, 1.0, -1.0), np.full(SIZE, -1.0)
    cells = [auc_cell(perfect, truth), auc_cell(useless, truth, 1), auc_cell(useless, truth, 2)]
    assert auc_interval([cells], ["knives"], seeds_too=False) == pytest.approx((2 / 3, 2 / 3))
    assert auc_interval([cells], ["knives"], seeds_too=True) == pytest.approx((0.5, 1.0))
