"""Intervals and tests against closed forms, scipy, and cases worked by hand."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from crosslex_bench.engine.statistics import (
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


def test_mcnemar_by_hand() -> None:
    # Ten documents that only a got right, two that only b did.
    a = np.array([True] * 10 + [False] * 2 + [True] * 30 + [False] * 5)
    b = np.array([False] * 10 + [True] * 2 + [True] * 30 + [False] * 5)
    by_hand = 2 * sum(comb(12, count) for count in range(3)) / 2**12
    assert mcnemar(a, b) == pytest.approx(by_hand)
    assert mcnemar(b, a) == pytest.approx(by_hand)


def test_interval_and_p_value_of_normal_draws() -> None:
    draws = np.random.default_rng(0).normal(2, 1, 100_000)
    assert percentile_interval(draws) == pytest.approx((2 - 1.96, 2 + 1.96), abs=0.03)
    assert two_sided_p(draws) == pytest.approx(0.0455, abs=0.003)
    assert two_sided_p(-draws) == pytest.approx(two_sided_p(draws))
