"""Means by frequency against sums word by word."""

from math import exp, log

import numpy as np
import pytest

from crosslex.space.smoothing import (
    BANDWIDTH,
    CENTERS,
    PSEUDO_WORDS,
    FrequencyClasses,
)


def kernel(uses: int, center: float) -> float:
    return exp(-0.5 * ((log(uses) - log(center)) / BANDWIDTH) ** 2)


def test_means_follow_the_formula() -> None:
    rng = np.random.default_rng(0)
    here, elsewhere = rng.integers(1, 3000, (2, 50))
    values = rng.random(50)
    found = FrequencyClasses(here, elsewhere).means(values)
    for row, column in ((0, 0), (3, 7), (11, 11)):
        near = [kernel(n, CENTERS[row]) for n in here]
        both = [one * kernel(n, CENTERS[column]) for one, n in zip(near, elsewhere, strict=True)]
        wider = (np.dot(near, values) + PSEUDO_WORDS * values.mean()) / (sum(near) + PSEUDO_WORDS)
        mean = (np.dot(both, values) + PSEUDO_WORDS * wider) / (sum(both) + PSEUDO_WORDS)
        assert found[row, column] == pytest.approx(mean)


def test_between_centers_means_are_interpolated_in_the_logarithm_of_uses() -> None:
    table = np.add.outer(np.arange(12.0), 100 * np.arange(12.0))
    # Centers are powers of two from 2 on; beyond the last there is nothing new.
    classes = FrequencyClasses(np.array([2, 8, 1, 10**6]), np.array([4, 1024, 16, 4]))
    np.testing.assert_allclose(classes.look_up(table), [100, 902, 300, 111])
    halfway = FrequencyClasses(np.array([round(2**9.5)]), np.array([2]))
    assert halfway.look_up(table)[0] == pytest.approx(8.5, abs=0.01)
