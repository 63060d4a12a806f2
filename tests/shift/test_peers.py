"""What is usual among words of like frequency."""

import numpy as np
import pytest
from scipy.stats import gamma, norm

from crosslex.shift.peers import standardize, without_frequency


@pytest.mark.parametrize("draw", ["normal", "gamma", "left"])
def test_p_of_alike_words_is_uniform(draw):
    random = np.random.default_rng(0)
    scores = {
        "normal": lambda: random.normal(3, 2, 20_000),
        "gamma": lambda: random.gamma(6, 2, 20_000),
        "left": lambda: -random.gamma(20, 1, 20_000),
    }[draw]()
    p = standardize(scores, np.arange(len(scores))).p
    assert (p <= 0.05).mean() == pytest.approx(0.05, abs=0.01)


def test_p_of_far_scores_is_that_of_the_distribution_peers_follow():
    size = 501
    for distribution in (norm(5, 2), gamma(4)):
        scores = distribution.ppf((np.arange(size) + 0.5) / size)
        scores[-1] = distribution.isf(1e-5)
        found = standardize(scores, np.arange(size))
        assert np.log10(found.p[-1]) == pytest.approx(-5, abs=0.4)


def test_words_that_stand_out_do_not_hide_each_other():
    random = np.random.default_rng(1)
    scores = random.normal(size=2000)
    changed = random.choice(2000, 40, replace=False)
    scores[changed] += 10
    found = standardize(scores, np.arange(2000))
    assert found.p[changed].max() < 1e-5


def test_values_do_not_depend_on_the_scale_of_scores():
    scores = np.random.default_rng(2).gamma(3, size=800)
    order = np.random.default_rng(3).permutation(800)
    one, other = standardize(scores, order), standardize(7 * scores - 4, order)
    assert one.values == pytest.approx(other.values)
    assert one.p == pytest.approx(other.p)


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
