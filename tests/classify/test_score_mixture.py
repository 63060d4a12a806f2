import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from crosslex.classify.score_mixture import (
    ExpectedAccuracy,
    ScoreMixture,
    accuracy_of_confidence,
    accuracy_of_mixture,
    fit_mixture,
    held_out_accuracy,
)

N = 1000
SECOND = np.arange(N) % 2 == 1


def source(rng: np.random.Generator, separation: float = 3.0) -> np.ndarray:
    return rng.normal(np.where(SECOND, separation / 2, -separation / 2), 1.0)


def target(
    rng: np.random.Generator, *, middle: float, separation: float, share: float, size: int = 4000
) -> np.ndarray:
    second = rng.random(size) < share
    return rng.normal(middle + np.where(second, separation / 2, -separation / 2), 1.0)


@pytest.mark.parametrize(("share", "middle"), [(0.2, -0.6), (0.2, 0.6), (0.5, 0.6), (0.8, 0.0)])
def test_finds_the_middle_of_classes_far_apart_whatever_their_shares(share, middle):
    rng = np.random.default_rng(0)
    pool = target(rng, middle=middle, separation=3.0, share=share)
    found = fit_mixture(pool, source(rng), SECOND)
    assert found.middle == pytest.approx(middle, abs=0.35)
    assert found.share == pytest.approx(share, abs=0.12)


def test_of_classes_that_overlap_the_pool_tells_the_middle_if_shares_are_equal():
    rng = np.random.default_rng(0)
    pool = target(rng, middle=0.5, separation=0.8, share=0.5)
    assert fit_mixture(pool, source(rng), SECOND).middle == pytest.approx(0.5, abs=0.2)


def test_without_target_texts_the_line_is_the_sources():
    rng = np.random.default_rng(0)
    known = source(rng) + 0.4  # as where one class has most of the labels
    found = fit_mixture(np.empty(0), known, SECOND)
    # As many of its own deviations from either class's mean.
    first, second = known[~SECOND], known[SECOND]
    distance = (second.mean() - first.mean()) / (first.std() + second.std())
    assert found.middle == pytest.approx(first.mean() + distance * first.std(), abs=1e-3)
    assert found.share == pytest.approx(0.5, abs=1e-3)
    assert 0 < found.separation < 3


def test_slope_is_that_of_the_log_odds_between_two_normal_distributions():
    rng = np.random.default_rng(0)
    found = fit_mixture(
        target(rng, middle=0.0, separation=2.0, share=0.5), source(rng), SECOND, ratio=2 / 3
    )
    # Of N(1, 1) and N(-1, 1) the log-odds at s are 2 s.
    assert found.slope == pytest.approx(2.0, rel=0.15)


@pytest.mark.parametrize("share", [0.3, 0.5, 0.7])
def test_a_class_that_is_wider_in_the_source_does_not_draw_the_middle_to_itself(share):
    rng = np.random.default_rng(0)
    known = rng.normal(np.where(SECOND, 1.5, -2.25), np.where(SECOND, 1.0, 1.5))
    second = rng.random(4000) < share
    pool = 0.3 + rng.normal(np.where(second, 1.0, -1.5), np.where(second, 1.0, 1.5))
    # 0.3 is one deviation below one class and one above the other.
    found = fit_mixture(pool, known, SECOND, ratio=2 / 3)
    assert found.middle == pytest.approx(0.3, abs=0.2)
    assert found.separation == pytest.approx(2.0, rel=0.1)
    # The log-odds are log(1.5) - (s - 1.3)² / 2 + ((s + 1.2) / 1.5)² / 2: at 0.3 they grow by
    # 1 + 1 / 1.5 per unit.
    assert found.slope == pytest.approx(1 + 1 / 1.5, rel=0.2)


def test_a_class_of_one_text_is_not_taken_for_a_narrow_one():
    alone = np.arange(40) == 0
    known = np.where(alone, 2.0, np.linspace(-2, -1, 40))
    found = fit_mixture(np.linspace(-2, 2, 400), known, alone)
    assert abs(found.middle) < 1


def test_a_larger_ratio_gives_a_larger_separation():
    rng = np.random.default_rng(0)
    pool = target(rng, middle=0.0, separation=1.2, share=0.5)
    known = source(rng)
    apart = [fit_mixture(pool, known, SECOND, ratio=each).separation for each in (0.3, 0.6, 0.9)]
    assert apart == sorted(apart)
    assert 0 < fit_mixture(pool, known, SECOND, ratio=0.0).separation < 1


def test_no_ratio_separates_classes_that_are_not_separated_in_the_source():
    rng = np.random.default_rng(0)
    pool = target(rng, middle=0.0, separation=3.0, share=0.5)
    noise = rng.normal(size=N)
    found = fit_mixture(pool, noise, SECOND, ratio=1.0)
    apart = (noise[SECOND].mean() - noise[~SECOND].mean()) / noise.std()
    assert found.separation <= max(0.3, 1.6 * apart)
    assert fit_mixture(pool, source(rng), SECOND, ratio=0.9).separation > 2


@settings(deadline=None, max_examples=10)
@given(st.floats(0.01, 100), st.integers(0, 2**31))
def test_another_unit_of_scores_changes_nothing_else(unit, seed):
    rng = np.random.default_rng(seed)
    pool, known = target(rng, middle=0.3, separation=2.0, share=0.6, size=500), source(rng)
    one, other = fit_mixture(pool, known, SECOND), fit_mixture(unit * pool, unit * known, SECOND)
    assert other.middle / unit == pytest.approx(one.middle, abs=1e-2)
    assert other.slope * unit == pytest.approx(one.slope, rel=1e-2)
    assert other.share == pytest.approx(one.share, abs=1e-2)


def test_scores_that_are_all_the_same_give_finite_numbers():
    found = fit_mixture(np.zeros(50), np.zeros(N), SECOND)
    assert np.isfinite([found.middle, found.slope, found.separation, found.share]).all()


def mixture(separation: float = 2.0, deviation: float = 1.0, middle: float = 0.5) -> ScoreMixture:
    return ScoreMixture(middle, separation / deviation, separation, 0.5, 0.1)


@pytest.mark.parametrize(("share", "cut"), [(0.5, 0.5), (0.8, 1.0), (0.8, -0.3)])
def test_expected_accuracy_is_the_share_of_drawn_scores_on_the_right_side(share, cut):
    found = accuracy_of_mixture(mixture(deviation=1.5), cut, share)
    rng = np.random.default_rng(0)
    second = rng.random(200_000) < share
    scores = rng.normal(0.5 + np.where(second, 1.5, -1.5), 1.5)
    assert found.value == pytest.approx(((scores > cut) == second).mean(), abs=0.005)


def test_bounds_of_the_expected_accuracy_are_the_accuracies_of_90_percent_of_separations():
    found = accuracy_of_mixture(ScoreMixture(0.0, 2.0, 2.0, 0.5, 0.2), 0.0, 0.5)
    # Of N(2, 0.2), 90 % lie within 2 ± 1.645 · 0.2; half of the separation is on either side.
    assert found.value == pytest.approx(norm.cdf(1))
    assert (found.low, found.high) == pytest.approx((norm.cdf(0.8355), norm.cdf(1.1645)), abs=1e-4)


def test_no_bound_is_below_guessing_where_the_separation_may_be_0():
    found = accuracy_of_mixture(ScoreMixture(0.0, 0.3, 0.3, 0.5, 0.5), 0.0, 0.5)
    assert found.low == 0.5 < found.value < found.high


def test_expected_accuracy_of_several_classes_is_the_mean_confidence():
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
def test_expected_accuracy_of_labels_that_are_all_right_or_wrong_stays_within_0_and_1(right):
    for number in (4, 5, 20, 199):
        labels = np.zeros(number, np.int32)
        scores = np.tile([1.0, 0.0] if right else [0.0, 1.0], (number, 1))
        found = held_out_accuracy(scores, labels)
        assert 0 <= found.low <= found.value <= found.high <= 1
