"""Intervals and tests against closed forms, scipy and draws by hand."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from sklearn.metrics import roc_auc_score

from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.statistics import (
    Outcomes,
    auc_interval,
    bootstrap_accuracies,
    clopper_pearson,
    mcnemar,
    weighted_aucs,
)
from crosslex_bench.engine.trial import Cell, TrialLabel

SIZE = 40
PAIR = Pair(("films",), "knives")


def bootstrap(
    tables: list[np.ndarray],
    test_sets: list[str],
    *,
    resample_seeds: bool = False,
    draws: int = 20_000,
) -> np.ndarray:
    """Resample tables of seeds × documents × columns."""
    outcomes = [Outcomes(name, table) for table, name in zip(tables, test_sets, strict=True)]
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


def test_seeds_that_differ_widen_the_interval_as_the_variance_says() -> None:
    # Each seed decides all documents alike, so that documents add nothing to the variance.
    table = np.array([1.0, 0.0, 0.0, 1.0, 1.0])[:, None, None].repeat(SIZE, axis=1)
    draws = bootstrap([table], ["knives"], resample_seeds=True)[:, 0]
    assert draws.mean() == pytest.approx(0.6, abs=0.01)
    assert draws.std() == pytest.approx(np.sqrt(0.6 * 0.4 / 5), rel=0.02)


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


def test_methods_that_are_equal_in_sum_are_equal_in_every_draw() -> None:
    # Right on other pairs, but on as many documents of each: no rounding may tell them apart.
    random = np.random.default_rng(0)
    first, second = ((random.random((1, 70, 1)) < 0.7).astype(float) for _ in range(2))
    tables = [np.dstack([first, second]), np.dstack([second, first])]
    draws = bootstrap(tables, ["books"] * 2, draws=700)
    assert (draws[:, 0] == draws[:, 1]).all()


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_clopper_pearson_is_scipys_exact_interval(counts: tuple[int, int]) -> None:
    correct, total = counts
    exact = binomtest(correct, total).proportion_ci(method="exact")
    assert clopper_pearson(correct, total) == pytest.approx((exact.low, exact.high), abs=1e-9)


def test_mcnemar_by_hand() -> None:
    # Ten documents that only a got right, two that only b did.
    a = np.array([True] * 10 + [False] * 2 + [True] * 30 + [False] * 5)
    b = np.array([False] * 10 + [True] * 2 + [True] * 30 + [False] * 5)
    by_hand = 2 * sum(comb(12, count) for count in range(3)) / 2**12
    assert mcnemar(a, b) == pytest.approx(by_hand)
    assert mcnemar(b, a) == pytest.approx(by_hand)
