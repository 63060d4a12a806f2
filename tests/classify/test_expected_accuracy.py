import numpy as np
import pytest
from scipy.stats import norm

from crosslex.classify.score_mixture import (
    ExpectedAccuracy,
    ScoreMixture,
    accuracy_of_confidence,
    accuracy_of_mixture,
    held_out_accuracy,
)


def mixture(separation: float = 2.0, deviation: float = 1.0, middle: float = 0.5) -> ScoreMixture:
    return ScoreMixture(middle, separation / deviation, separation, 0.5, 0.1)


@pytest.mark.parametrize("share", [0.5, 0.8])
@pytest.mark.parametrize("cut", [0.5, 1.0, -0.3])
def test_is_the_share_of_drawn_scores_on_the_right_side(share, cut):
    found = accuracy_of_mixture(mixture(deviation=1.5), cut, share)
    rng = np.random.default_rng(0)
    second = rng.random(200_000) < share
    scores = rng.normal(0.5 + np.where(second, 1.5, -1.5), 1.5)
    assert found.value == pytest.approx(((scores > cut) == second).mean(), abs=0.005)


def test_bounds_are_the_accuracies_of_90_percent_of_separations():
    found = accuracy_of_mixture(ScoreMixture(0.0, 2.0, 2.0, 0.5, 0.2), 0.0, 0.5)
    # Of N(2, 0.2), 90 % lie within 2 ± 1.645 · 0.2; half of the separation is on either side.
    assert found.value == pytest.approx(norm.cdf(1))
    assert (found.low, found.high) == pytest.approx((norm.cdf(0.8355), norm.cdf(1.1645)), abs=1e-4)


def test_no_bound_is_below_guessing_where_the_separation_may_be_0():
    found = accuracy_of_mixture(ScoreMixture(0.0, 0.3, 0.3, 0.5, 0.5), 0.0, 0.5)
    assert found.low == 0.5 < found.value < found.high


def test_of_several_classes_is_the_mean_confidence():
    probabilities = np.array([[0.6, 0.3, 0.1], [0.1, 0.1, 0.8]])
    found = accuracy_of_confidence(probabilities)
    assert found.value == pytest.approx(0.7)
    assert found.low < 0.7 < found.high <= 1


def test_without_texts_nothing_is_known():
    found = accuracy_of_confidence(np.empty((0, 4)))
    assert (found.value, found.high) == (0.25, 1.0)
    assert found.advice is not None


def test_advice_is_given_where_the_interval_reaches_guessing():
    assert ExpectedAccuracy(0.8, 0.75, 0.85, 0.5).advice is None
    assert "suggest" in ExpectedAccuracy(0.6, 0.54, 0.66, 0.5).advice
    assert "guessing (80 %)" in ExpectedAccuracy(0.85, 0.79, 0.9, 0.8).advice


@pytest.mark.parametrize("right", [True, False])
def test_of_labels_that_are_all_right_or_wrong_stays_within_0_and_1(right):
    for number in range(4, 200):
        labels = np.zeros(number, np.int32)
        scores = np.tile([1.0, 0.0] if right else [0.0, 1.0], (number, 1))
        found = held_out_accuracy(scores, labels)
        assert 0 <= found.low <= found.value <= found.high <= 1
