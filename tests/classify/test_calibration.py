from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.sparse import csr_array
from scipy.special import expit, logit
from scipy.stats import norm

from crosslex.classify.calibration import (
    ExpectedAccuracy,
    accuracy_of_confidence,
    accuracy_of_mixture,
    calibrate,
    estimate_prior,
    held_out_accuracy,
    temperature,
    with_sampling_error,
)
from crosslex.classify.decision import CalibrationData, LinearDecision
from crosslex.classify.score_mixture import ScoreMixture

RNG = np.random.default_rng(0)


def data_of(
    *, share: float = 0.5, middle: float = 0.0, n_classes: int = 2, in_target: bool = False
) -> CalibrationData:
    """Documents are scores: one feature per class."""
    labels = np.arange(900) % n_classes
    held_out = RNG.normal(size=(900, n_classes)) + 3 * np.eye(n_classes)[labels]
    hidden = RNG.random(3000) < share
    codes = hidden.astype(int) if n_classes == 2 else RNG.integers(n_classes, size=3000)
    pool = RNG.normal(size=(3000, n_classes)) + 3 * np.eye(n_classes)[codes]
    pool[:, -1] += middle
    return CalibrationData(
        decision=LinearDecision(np.eye(n_classes), np.zeros(n_classes)),
        pool=csr_array(pool),
        pool_scores=pool,
        held_out=held_out,
        labels=labels.astype(np.int32),
        in_target=in_target,
    )


BALANCED = np.array([0.5, 0.5])


def cut_of(found) -> float:
    return float((found.offset[1] - found.offset[0]) / found.slope)


@pytest.mark.parametrize("share", [0.2, 0.8])
def test_the_line_follows_a_shift_of_the_scores_but_not_the_pools_shares(share):
    found = calibrate(data_of(share=share, middle=1.5), BALANCED)
    assert cut_of(found) == pytest.approx(1.5, abs=0.6)


def test_given_shares_move_the_line_by_their_log_odds():
    data = data_of()
    even = calibrate(data, BALANCED)
    rare = calibrate(data, np.array([0.9, 0.1]))
    moved = (rare.offset[1] - rare.offset[0]) - (even.offset[1] - even.offset[0])
    assert moved == pytest.approx(-logit(0.1))
    estimated = calibrate(data_of(share=0.8), None)
    assert estimated.class_prior[1] == pytest.approx(0.8, abs=0.12)


def test_labels_of_the_target_itself_need_no_moved_line():
    found = calibrate(data_of(middle=1.5, in_target=True), BALANCED)
    np.testing.assert_array_equal(found.offset, np.zeros(2))
    right = (data_of().held_out.argmax(axis=1) == np.arange(900) % 2).mean()
    assert found.accuracy.value == pytest.approx(right, abs=0.03)


def test_of_three_classes_shares_move_the_scores_from_the_labels_shares_to_the_given():
    data = data_of(n_classes=3)
    shares = np.array([0.6, 0.3, 0.1])
    found = calibrate(data, shares)
    np.testing.assert_allclose(found.offset, np.log(1 / 3) - np.log(shares))
    assert found.slope > 0
    assert 0.5 < found.accuracy.value < 1


def test_temperature_makes_labels_most_likely():
    labels = (RNG.random(2000) < 0.5).astype(np.int32)
    margins = RNG.normal(size=2000) + 2 * labels - 1

    def surprise(slope: np.ndarray) -> float:
        wanted = np.where(labels, 1 - 1 / (labels.sum() + 2), 1 / ((labels == 0).sum() + 2))
        second = expit(slope[0] * margins)
        return -(wanted * np.log(second) + (1 - wanted) * np.log(1 - second)).mean()

    expected = minimize(surprise, [1.0]).x[0]
    scores = np.column_stack([-margins / 2, margins / 2])
    assert temperature(scores, labels) == pytest.approx(expected, rel=1e-3)


def test_estimate_prior_are_the_true_ones_where_probabilities_are():
    # Scores are the true log-densities of two overlapping classes.
    second = RNG.random(20000) < 0.7
    scores = RNG.normal(np.where(second, 1.0, -1.0), 1.0)
    log_odds = np.column_stack([-scores, scores])
    found = estimate_prior(log_odds, np.array([0.5, 0.5]))
    assert found[1] == pytest.approx(0.7, abs=0.02)


def test_bounds_of_the_expected_accuracy_are_the_accuracies_of_90_percent_of_separations():
    found = accuracy_of_mixture(ScoreMixture(0.0, 2.0, 2.0, 0.5, 0.2), 0.0, 0.5)
    # Of N(2, 0.2), 90 % lie within 2 ± 1.645 · 0.2; half of the separation is on either side.
    assert found.value == pytest.approx(norm.cdf(1))
    assert (found.low, found.high) == pytest.approx((norm.cdf(0.8355), norm.cdf(1.1645)), abs=1e-4)


def test_expected_accuracy_of_several_classes_is_the_mean_confidence():
    probabilities = np.array([[0.6, 0.3, 0.1], [0.1, 0.1, 0.8]])
    found = accuracy_of_confidence(probabilities)
    assert found.value == pytest.approx(0.7)
    assert found.low < 0.7 < found.high <= 1
    assert found.balanced == pytest.approx((0.6 / 0.7 + 0 / 0.4 + 0.8 / 0.9) / 3)


def test_balanced_accuracy_counts_every_class_alike():
    mixture = ScoreMixture(0.0, 2.0, 2.0, 0.5, 0.0)  # means -1 and 1, deviation 1
    found = accuracy_of_mixture(mixture, 0.5, 0.1)
    first, second = norm.cdf([1.5, 0.5])
    assert found.value == pytest.approx(0.9 * first + 0.1 * second)
    assert found.balanced == pytest.approx((first + second) / 2)
    # All of nine, none of one: as good as guessing.
    scores = np.tile([1.0, 0.0], (10, 1))
    assert held_out_accuracy(scores, np.repeat([0, 1], [9, 1])).balanced == 0.5


def test_an_interval_that_rounds_to_one_number_has_a_decimal():
    assert str(ExpectedAccuracy(0.9987, 0.9976, 0.9993, 0.5, 0.9987)) == "99.9 % (99.8 to 99.9 %)"


def test_an_interval_is_never_narrower_than_that_of_an_accuracy_counted_on_the_labels():
    sure = ExpectedAccuracy(0.9, 0.9, 0.9, 0.5, 0.9)
    labels = np.repeat([0, 1], [405, 5]).astype(np.int32)
    data = replace(data_of(), labels=labels, held_out=np.zeros((410, 2)))
    # Half of the texts are judged by 5 labels: 1 / (0.25 / 405 + 0.25 / 5) = 19.76.
    found = with_sampling_error(sure, data, BALANCED)
    square = norm.ppf(0.95) ** 2 / 19.7561
    middle = (0.9 + square / 2) / (1 + square)
    half = np.sqrt(square * (0.09 + square / 4)) / (1 + square)
    assert (found.low, found.high) == pytest.approx((middle - half, middle + half), abs=1e-5)
    wide = replace(sure, low=0.5, high=1.0)
    assert with_sampling_error(wide, data, BALANCED) == wide


def test_advice_is_given_where_the_interval_reaches_guessing():
    assert ExpectedAccuracy(0.8, 0.75, 0.85, 0.5, 0.8).advice is None
    assert "suggest" in ExpectedAccuracy(0.6, 0.54, 0.66, 0.5, 0.6).advice
    assert "guessing (80 %)" in ExpectedAccuracy(0.85, 0.79, 0.9, 0.8, 0.85).advice
