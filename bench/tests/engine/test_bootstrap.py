"""Resampled documents and seeds, against closed forms and draws by hand."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.bootstrap import (
    Outcomes,
    auc_interval,
    bootstrap_accuracies,
    weighted_aucs,
)
from crosslex_bench.engine.trial import Cell, TrialLabel

SIZE = 40
PAIR = Pair(("films",), "knives")


def bootstrap(
    tables: list[np.ndarray],
    test_sets: list[str],
    total: np.ndarray | None = None,
    *,
    resample_seeds: bool = False,
    draws: int = 20_000,
) -> np.ndarray:
    """Resample tables of seeds × documents × columns; a document is one item unless told."""
    outcomes = [
        Outcomes(name, table, np.ones(table.shape[1]) if total is None else total)
        for table, name in zip(tables, test_sets, strict=True)
    ]
    return bootstrap_accuracies(outcomes, resample_seeds=resample_seeds, draws=draws)


def table(share: float, size: int = 400, columns: int = 1) -> np.ndarray:
    return np.tile((np.arange(size) < share * size).astype(float)[None, :, None], (1, 1, columns))


def test_pairs_that_share_a_test_set_are_no_more_certain_together() -> None:
    pairs = [table(0.8)] * 3
    single = np.sqrt(0.8 * 0.2 / 400)
    shared = bootstrap(pairs, ["books"] * 3)[:, 0]
    apart = bootstrap(pairs, ["books", "dvd", "kitchen"])[:, 0]
    assert shared.std() == pytest.approx(single, rel=0.02)
    assert apart.std() == pytest.approx(single / np.sqrt(3), rel=0.02)


def test_methods_are_compared_on_the_same_draw() -> None:
    draws = bootstrap([table(0.7, columns=2)], ["books"], draws=100)
    assert (draws[:, 0] == draws[:, 1]).all()
    # Right on 300 and on 280 of the same documents: the difference varies as 20 in 400 do.
    nested = np.dstack([table(0.75), table(0.7)])
    draws = bootstrap([nested], ["books"])
    difference = draws[:, 0] - draws[:, 1]
    assert difference.mean() == pytest.approx(0.05, abs=0.001)
    assert difference.std() == pytest.approx(np.sqrt(0.05 * 0.95 / 400), rel=0.02)


def test_seeds_that_differ_widen_the_interval_as_the_variance_says() -> None:
    # Each seed decides all documents alike, so that documents add nothing to the variance.
    table = np.array([1.0, 0.0, 0.0, 1.0, 1.0])[:, None, None].repeat(SIZE, axis=1)
    draws = bootstrap([table], ["knives"], resample_seeds=True)[:, 0]
    assert draws.mean() == pytest.approx(0.6, abs=0.01)
    assert draws.std() == pytest.approx(np.sqrt(0.6 * 0.4 / 5), rel=0.02)


def test_each_draw_divides_the_drawn_right_tokens_by_the_drawn_tokens() -> None:
    right, total = np.array([1.0, 3.0, 0.0]), np.array([2.0, 3.0, 5.0])
    drawn = bootstrap([right[None, :, None]], ["t"], total, draws=4000)[:, 0]
    # All 27 equally likely draws of three documents, one by one.
    exact = [
        right[list(chosen)].sum() / total[list(chosen)].sum()
        for chosen in product(range(3), repeat=3)
    ]
    assert set(drawn.round(9)) == set(np.round(exact, 9))
    assert abs(drawn.mean() - np.mean(exact)) < 4 * np.std(exact) / np.sqrt(len(drawn))


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
    return Cell(TrialLabel("none", PAIR, seed), (scores > 0) == truth, scores, auc, 1.0)


def test_the_interval_of_an_auc_is_as_wide_as_hanley_and_mcneil_say() -> None:
    random = np.random.default_rng(0)
    truth = np.arange(400) < 200
    scores = random.normal(size=400) + 1.2 * truth
    cell = auc_cell(scores, truth)
    low, high = auc_interval([[cell]], ["knives"], resample_seeds=False)
    # Their standard error for an AUC a of two classes of n documents each.
    a, n = cell.auc, 200
    q1, q2 = a / (2 - a), 2 * a**2 / (1 + a)
    error = np.sqrt((a * (1 - a) + (n - 1) * (q1 - a**2) + (n - 1) * (q2 - a**2)) / n**2)
    assert (high - low) / (2 * 1.96 * error) == pytest.approx(1, abs=0.12)
    assert low < a < high


def test_seeds_widen_the_interval_of_an_auc_too() -> None:
    truth = np.arange(SIZE) < SIZE / 2
    perfect, useless = np.where(truth, 1.0, -1.0), np.full(SIZE, -1.0)
    cells = [auc_cell(perfect, truth), auc_cell(useless, truth, 1)]
    assert auc_interval([cells], ["knives"], resample_seeds=False) == pytest.approx((0.75, 0.75))
    # A quarter of the draws has the first seed twice, a quarter the second.
    assert auc_interval([cells], ["knives"], resample_seeds=True) == pytest.approx((0.5, 1.0))


def test_methods_that_are_equal_in_sum_are_equal_in_every_draw() -> None:
    # Right on other pairs, but on as many documents of each: no rounding may tell them apart.
    random = np.random.default_rng(0)
    first, second = ((random.random((1, 70, 1)) < 0.7).astype(float) for _ in range(2))
    tables = [np.dstack([first, second]), np.dstack([second, first])]
    draws = bootstrap(tables, ["books"] * 2, draws=700)
    assert (draws[:, 0] == draws[:, 1]).all()
