"""What is usual among words of like frequency."""

import numpy as np
import pytest
from scipy.stats import norm

from crosslex.shifts.peers import standardize, without_frequency


def test_values_are_standard_deviations_from_the_median_of_peers():
    scores = norm(5, 2).ppf((np.arange(501) + 0.5) / 501)
    found = standardize(scores, np.arange(501))
    assert found.values == pytest.approx((scores - 5) / 2, abs=0.02)
    assert found.scale == pytest.approx(np.full(501, 2.0), rel=0.01)


def test_words_that_stand_out_do_not_hide_each_other():
    random = np.random.default_rng(1)
    scores = random.normal(size=2000)
    changed = random.choice(2000, 40, replace=False)
    scores[changed] += 10
    found = standardize(scores, np.arange(2000))
    assert found.values[changed].min() > 5


def test_values_do_not_depend_on_the_scale_of_scores():
    scores = np.random.default_rng(2).gamma(3, size=800)
    order = np.random.default_rng(3).permutation(800)
    one, other = standardize(scores, order), standardize(7 * scores - 4, order)
    assert one.values == pytest.approx(other.values)
    assert other.scale == pytest.approx(7 * one.scale)


def test_scores_are_compared_with_those_of_like_frequency_alone():
    scores = np.concatenate([np.random.default_rng(4).normal(size=3000), np.zeros(3000)])
    scores[3000:] = 50 + np.random.default_rng(5).normal(size=3000)
    found = standardize(scores, np.arange(6000))
    assert np.median(found.values[:2000]) == pytest.approx(0, abs=0.1)
    assert np.median(found.values[4000:]) == pytest.approx(0, abs=0.1)


def test_what_frequency_explains_is_taken_off():
    random = np.random.default_rng(6)
    frequencies = np.exp(random.normal(size=(500, 2)))
    a, b = np.log(frequencies).T
    rest = random.normal(size=500)
    explained = 3 - 2 * a + 0.5 * b + a * b - 0.2 * b**2
    left = without_frequency(explained + rest, frequencies)
    assert np.abs(without_frequency(explained, frequencies)).max() < 0.1
    assert np.corrcoef(left, rest)[0, 1] > 0.97


def test_a_word_has_no_say_in_what_its_own_frequency_explains():
    random = np.random.default_rng(7)
    frequencies = np.exp(random.normal(size=(200, 1)))
    frequencies[0] = np.exp(9)
    scores = random.normal(size=200)
    scores[0] = 1000
    changed = (
        without_frequency(scores, frequencies)[0]
        - without_frequency(np.concatenate([[0], scores[1:]]), frequencies)[0]
    )
    assert changed > 9
