"""Resampled documents and seeds, against closed forms and draws by hand."""

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


def bootstrap_means(
    tables: list[np.ndarray], test_sets: list[str], draws: int, seed: int = 0
) -> np.ndarray:
    """Resample documents of tables documents × columns, every document one item."""
    outcomes = [
        Outcomes(name, table[None].astype(float), np.ones(len(table)))
        for table, name in zip(tables, test_sets, strict=True)
    ]
    return bootstrap_accuracies(outcomes, draws=draws, seed=seed)


def bootstrap_seeds(tables: list[np.ndarray], test_sets: list[str], draws: int) -> np.ndarray:
    """Resample seeds and documents of tables seeds × documents × columns."""
    outcomes = [
        Outcomes(name, table, np.ones(table.shape[1]))
        for table, name in zip(tables, test_sets, strict=True)
    ]
    return bootstrap_accuracies(outcomes, resample_seeds=True, draws=draws)


def bootstrap_ratios(
    tables: list[np.ndarray], test_sets: list[str], draws: int, seed: int = 0
) -> np.ndarray:
    """Resample documents of tables documents × (correct tokens, all tokens)."""
    outcomes = [
        Outcomes(name, table[None, :, :1], table[:, 1])
        for table, name in zip(tables, test_sets, strict=True)
    ]
    return bootstrap_accuracies(outcomes, draws=draws, seed=seed)


def table(share: float, size: int = 400, columns: int = 1) -> np.ndarray:
    return np.tile((np.arange(size) < share * size).astype(np.int64)[:, None], (1, columns))


def test_one_test_set_varies_as_a_binomial_share_does() -> None:
    draws = bootstrap_means([table(0.8)], ["books"], draws=20_000)[:, 0]
    assert draws.mean() == pytest.approx(0.8, abs=0.001)
    # The standard deviation of 20,000 draws is itself known to about half a percent.
    assert draws.std() == pytest.approx(np.sqrt(0.8 * 0.2 / 400), rel=0.02)


def test_pairs_that_share_a_test_set_are_no_more_certain_together() -> None:
    pairs = [table(0.8)] * 3
    single = np.sqrt(0.8 * 0.2 / 400)
    shared = bootstrap_means(pairs, ["books"] * 3, draws=20_000)[:, 0]
    apart = bootstrap_means(pairs, ["books", "dvd", "kitchen"], draws=20_000)[:, 0]
    assert shared.std() == pytest.approx(single, rel=0.02)
    assert apart.std() == pytest.approx(single / np.sqrt(3), rel=0.02)


def test_methods_are_compared_on_the_same_draw() -> None:
    draws = bootstrap_means([table(0.7, columns=2)], ["books"], draws=100)
    assert (draws[:, 0] == draws[:, 1]).all()
    # Right on 300 and on 280 of the same documents: the difference varies as 20 in 400 do.
    nested = np.column_stack([table(0.75)[:, 0], table(0.7)[:, 0]])
    draws = bootstrap_means([nested], ["books"], draws=20_000)
    difference = draws[:, 0] - draws[:, 1]
    assert difference.mean() == pytest.approx(0.05, abs=0.001)
    assert difference.std() == pytest.approx(np.sqrt(0.05 * 0.95 / 400), rel=0.02)


def test_a_targets_draw_does_not_depend_on_the_other_targets() -> None:
    books, dvd = table(0.6, 50), table(0.9, 80)
    together = bootstrap_means([books, dvd], ["books", "dvd"], draws=700)
    alone = [
        bootstrap_means([each], [name], draws=700)
        for each, name in ((books, "books"), (dvd, "dvd"))
    ]
    np.testing.assert_allclose(together, (alone[0] + alone[1]) / 2)


def test_another_seed_is_another_draw_and_the_same_seed_the_same() -> None:
    first, again, other = (
        bootstrap_means([table(0.6)], ["books"], draws=50, seed=seed) for seed in (1, 1, 2)
    )
    assert (first == again).all()
    assert (first != other).any()


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


def test_each_draw_divides_the_drawn_right_tokens_by_the_drawn_tokens() -> None:
    table = np.array([[1.0, 2.0], [3.0, 3.0], [0.0, 5.0]])
    drawn = bootstrap_ratios([table], ["t"], draws=4000, seed=3)[:, 0]
    # All 27 equally likely draws of three documents, one by one.
    exact = [
        table[[a, b, c], 0].sum() / table[[a, b, c], 1].sum()
        for a in range(3)
        for b in range(3)
        for c in range(3)
    ]
    assert set(drawn.round(9)) == set(np.round(exact, 9))
    assert abs(drawn.mean() - np.mean(exact)) < 4 * np.std(exact) / np.sqrt(len(drawn))


def test_pairs_with_one_target_share_the_draw() -> None:
    table = np.array([[1.0, 2.0], [3.0, 3.0], [0.0, 5.0]])
    rest = np.column_stack([table[:, 1] - table[:, 0], table[:, 1]])
    # One pair is right where the other is wrong: drawn alike, their mean is always a half.
    assert np.allclose(bootstrap_ratios([table, rest], ["t", "t"], draws=50), 0.5)
    assert np.ptp(bootstrap_ratios([table, rest], ["t", "u"], draws=50)) > 0.01


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
    first, second = (random.random((70, 1)) < 0.7 for _ in range(2))
    tables = [np.hstack([first, second]), np.hstack([second, first])]
    draws = bootstrap_means(tables, ["books"] * 2, draws=700)
    assert (draws[:, 0] == draws[:, 1]).all()


def test_seeds_that_are_not_resampled_are_averaged() -> None:
    tables = random_tables(3)
    outcomes = [Outcomes("knives", table, np.ones(SIZE)) for table in tables]
    mean = [Outcomes("knives", table.mean(axis=0)[None], np.ones(SIZE)) for table in tables]
    np.testing.assert_allclose(
        bootstrap_accuracies(outcomes, draws=300), bootstrap_accuracies(mean, draws=300)
    )
