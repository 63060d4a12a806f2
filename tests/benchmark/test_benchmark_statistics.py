"""Intervals and tests against closed forms, scipy, and cases worked by hand."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from crosslex.benchmark.statistics import (
    bootstrap_means,
    clopper_pearson,
    mcnemar,
    percentile_interval,
    two_sided_p,
)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_clopper_pearson_is_scipys_exact_interval(counts: tuple[int, int]) -> None:
    correct, total = counts
    exact = binomtest(correct, total).proportion_ci(method="exact")
    assert clopper_pearson(correct, total) == pytest.approx((exact.low, exact.high), abs=1e-9)


def test_beyond_its_ends_the_count_has_a_chance_of_one_in_forty() -> None:
    low, high = clopper_pearson(338, 400)
    assert binom.sf(337, 400, low) == pytest.approx(0.025)
    assert binom.cdf(338, 400, high) == pytest.approx(0.025)


def test_a_count_that_is_not_whole_lies_between_its_neighbors() -> None:
    below, between, above = (clopper_pearson(count, 20) for count in (15, 15.5, 16))
    assert below < between < above
    assert below[1] < between[1] < above[1]


def test_mcnemar_by_hand() -> None:
    # Ten documents that only a got right, two that only b did.
    a = np.array([True] * 10 + [False] * 2 + [True] * 30 + [False] * 5)
    b = np.array([False] * 10 + [True] * 2 + [True] * 30 + [False] * 5)
    by_hand = 2 * sum(comb(12, count) for count in range(3)) / 2**12
    assert mcnemar(a, b) == pytest.approx(by_hand)
    assert mcnemar(b, a) == pytest.approx(by_hand)


def test_mcnemar_of_methods_that_never_differ_is_one() -> None:
    same = np.array([True, False, True])
    assert mcnemar(same, same) == 1.0


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


def test_interval_and_p_value_of_normal_draws() -> None:
    draws = np.random.default_rng(0).normal(2, 1, 100_000)
    assert percentile_interval(draws) == pytest.approx((2 - 1.96, 2 + 1.96), abs=0.03)
    assert two_sided_p(draws) == pytest.approx(0.0455, abs=0.003)
    assert two_sided_p(-draws) == pytest.approx(two_sided_p(draws))


def test_no_difference_at_all_is_no_evidence() -> None:
    assert two_sided_p(np.zeros(100)) == 1.0
