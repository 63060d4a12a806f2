"""The accuracy to expect: shift and scale of log-odds, labels, strata."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.special import expit, logit
from scipy.stats import norm

from crosslex.auditing.expectation import (
    MISFIT,
    N_DOMAINS,
    SHIFT_ERROR,
    STRATA,
    Assessment,
    recalibrate,
    recalibrated,
    target_log_odds,
    with_shares,
)
from crosslex.auditing.label_shift import LabelShift
from crosslex.classify.decision import CalibrationData, LinearDecision
from crosslex.classify.score_mixture import RATIO_ERROR, SMALLEST_SEPARATION

SCALE_ERROR = 0.2


def assessment(rng: np.random.Generator, size: int = 400, *, drawn: bool = True) -> tuple:
    """Predictions whose log-odds are off as the prior says, and the true classes."""
    log_odds = np.zeros((size, 2))
    log_odds[:, 1] = rng.normal(0, 2, size)
    off = np.array([0.0, rng.normal(0, SHIFT_ERROR), rng.normal(0, SCALE_ERROR)]) * drawn
    truth = (rng.random(size) < recalibrated(log_odds, off)[:, 1]).astype(np.int32)
    noisy = log_odds[:, 1] + rng.normal(-0.7, 1.5, size) > 0
    said = np.arange(size, dtype=np.int32) % 2
    source = np.where(rng.random(size) < 0.8, said, 1 - said).astype(np.int32)
    share = (said == source).mean()
    return (
        Assessment(
            log_odds,
            SCALE_ERROR,
            noisy.astype(np.int32),
            np.column_stack([np.where(said == code, share, 1 - share) for code in (0, 1)]),
            source,
            said,
            1.0,
            np.full(size, -1, np.int32),
        ),
        truth,
    )


def labeled(found: Assessment, truth: np.ndarray, number: int) -> Assessment:
    """The assessment with labels of so many suggested texts."""
    labels, chosen = np.full(len(truth), -1, np.int32), found.suggest(number, seed=0)
    labels[chosen] = truth[chosen]
    return replace(found, labels=labels)


def test_labels_change_shift_and_scale_as_a_grid_of_the_posterior_finds():
    rng = np.random.default_rng(0)
    log_odds = np.column_stack([np.zeros(60), rng.normal(0, 2, 60)])
    labels = (rng.logistic(size=60) < log_odds[:, 1]).astype(np.int32)
    # Only the difference of the two shifts matters: it varies by sqrt(2) times as much as each.
    shift, scale = np.meshgrid(np.linspace(-3, 3, 301), np.linspace(-2, 2, 201), indexing="ij")
    scores = np.exp(scale)[..., None] * log_odds[:, 1] + shift[..., None]
    likely = -np.logaddexp(0, np.where(labels == 1, -scores, scores)).sum(axis=-1)
    density = np.exp(likely - (shift / 0.7) ** 2 / 2 - (scale / 0.5) ** 2 / 2 + 60)
    density /= density.sum()
    mean, covariance = recalibrate(log_odds, labels, np.array([0.7 / 2**0.5] * 2 + [0.5]))
    contrast = np.array([[-1, 1, 0], [0, 0, 1]])
    expected = [(density * each).sum() for each in (shift, scale)]
    np.testing.assert_allclose(contrast @ mean, expected, atol=0.1)
    spread = [(density * each**2).sum() for each in (shift, scale)] - np.square(expected)
    np.testing.assert_allclose(np.diag(contrast @ covariance @ contrast.T), spread, rtol=0.25)


@pytest.mark.parametrize("n_labels", [0, 20, 100])
def test_intervals_hold_as_often_as_they_say(n_labels):
    rng = np.random.default_rng(1)
    held = []
    for _ in range(200):
        found, truth = assessment(rng)
        expected = labeled(found, truth, n_labels).expected_accuracy()
        held.append(expected.low <= (found.predicted == truth).mean() <= expected.high)
    assert 0.85 <= np.mean(held) <= 0.985


@pytest.mark.parametrize("n_labels", [0, 20, 100, 390, 400])
@pytest.mark.parametrize("shift", [0.0, -3.0, 12.0], ids=["balanced", "rare", "contradictory"])
def test_right_predictions_add_up_by_predicted_class_and_by_class(n_labels, shift):
    found, truth = assessment(np.random.default_rng(11))
    rare = replace(found, log_odds=found.log_odds + np.array([0.0, shift]))
    found = labeled(rare, truth, n_labels)
    overall = found.expected_accuracy().value
    counts = np.bincount(found.predicted)
    expected = [found.expected_right(code) for code in (0, 1)]
    assert all(0 <= each.low <= each.value <= each.high <= 1 for each in expected)
    assert counts @ [each.value for each in expected] / 400 == pytest.approx(overall, abs=1e-6)
    assert found.class_shares @ found.recalls == pytest.approx(overall, abs=1e-6)
    assert found.class_shares.sum() == pytest.approx(1)
    assert found.recalls.min() >= 0
    assert found.recalls.max() <= 1
    assert found.right.mean() == pytest.approx(overall, abs=1e-6)


@pytest.mark.parametrize("n_labels", [0, 20, 200])
def test_of_two_classes_accuracy_and_shares_say_how_many_of_each_are_right(n_labels):
    found, truth = assessment(np.random.default_rng(12))
    found = labeled(found, truth, n_labels)
    overall, share = found.expected_accuracy().value, found.likely[:, 1].mean()
    said = found.predicted.mean()
    # Wrong predictions of the second class exceed those of the first by what it is said too often.
    second = (overall + said + share - 1) / 2
    assert found.class_shares[1] == pytest.approx(share)
    assert found.expected_right(1).value == pytest.approx(second / said)
    assert found.expected_right(0).value == pytest.approx((overall - second) / (1 - said))
    assert found.recalls == pytest.approx([(overall - second) / (1 - share), second / share])


def test_suggested_labels_halve_a_large_error_and_random_ones_help_less():
    rng = np.random.default_rng(3)
    errors = {"none": [], "suggested": [], "counted": []}
    for _ in range(60):
        found, truth = assessment(rng, drawn=False)
        # More of the second class than expected: a shift of one deviation and more.
        log_odds = found.log_odds + np.array([0.0, 1.2])
        second = recalibrated(log_odds, np.zeros(3))[:, 1]
        truth = (rng.random(len(truth)) < second).astype(np.int32)
        right = (found.predicted == truth).mean()
        some = rng.choice(len(truth), 20, replace=False)
        errors["none"].append(found.expected_accuracy().value - right)
        suggested = labeled(found, truth, 20).expected_accuracy().value
        errors["suggested"].append(suggested - right)
        errors["counted"].append((found.predicted == truth)[some].mean() - right)
    none, suggested, counted = (np.abs(each).mean() for each in errors.values())
    assert suggested < 0.55 * none
    assert suggested < 0.55 * counted


def test_labels_that_contradict_the_estimate_outweigh_it():
    rng = np.random.default_rng(5)
    held, errors = [], []
    for _ in range(40):
        found, _ = assessment(rng, size=1000)
        truth = np.where(rng.random(1000) < 0.4, found.predicted, 1 - found.predicted)
        right = (found.predicted == truth).mean()
        assert found.expected_accuracy().low > right + 0.1
        expected = labeled(found, truth, 150).expected_accuracy()
        held.append(expected.low <= right <= expected.high)
        errors.append(abs(expected.value - right))
    assert np.mean(held) >= 0.8
    assert np.mean(errors) < 0.05


def test_suggestions_follow_neymans_allocation():
    found, _ = assessment(np.random.default_rng(4))
    number = 200
    chosen = found.suggest(number, seed=0)
    assert len(set(chosen.tolist())) == number
    deviations = []
    for stratum in found.strata:
        likely = np.clip(found.right[stratum], 0.05, 0.95)
        deviations.append(len(stratum) * np.sqrt((likely * (1 - likely)).mean()))
    wanted = number * np.array(deviations) / np.sum(deviations)
    counts = [np.isin(stratum, chosen).sum() for stratum in found.strata]
    sizes = [len(stratum) for stratum in found.strata]
    assert len(counts) == STRATA
    np.testing.assert_allclose(counts, np.minimum(wanted, sizes), atol=6)


def test_the_estimate_is_the_mean_over_uncertain_shifts():
    found, _ = assessment(np.random.default_rng(6), size=2000)
    shifts = SHIFT_ERROR * norm.ppf((np.arange(200) + 0.5) / 200)
    sign = np.where(found.predicted == 1, 1, -1)
    log_odds = sign * (found.log_odds[:, 1] + shifts[:, None]) + found.evidence
    assert found.expected_accuracy().value == pytest.approx(expit(log_odds).mean(), abs=0.003)


def test_the_interval_is_that_of_simulated_shifts_and_scales():
    found, _ = assessment(np.random.default_rng(8), size=3000)
    expected = found.expected_accuracy()
    rng, draws = np.random.default_rng(9), 4000
    shift, scale = rng.standard_t(N_DOMAINS - 1, (2, draws)) * [[SHIFT_ERROR], [SCALE_ERROR]]
    odds = found.log_odds[:, 1]
    sign = np.where(found.predicted == 1, 1, -1)
    accuracies = [
        expit(sign * (np.exp(more) * odds + by) + found.evidence).mean()
        for by, more in zip(shift, scale, strict=True)
    ]
    # Nothing else is uncertain but whether single predictions are right, and what is always left.
    noise = np.hypot(MISFIT, np.sqrt(found.source_right.var() / 3000 + 0.15 / 3000))
    drawn = np.array(accuracies) + rng.normal(0, noise, draws)
    low, high = expected.value - drawn.mean() + np.quantile(drawn, [0.05, 0.95])
    assert (expected.low, expected.high) == pytest.approx((low, high), abs=0.01)


def test_a_shift_of_either_sign_lowers_the_accuracy_of_what_our_log_odds_predict():
    found, _ = assessment(np.random.default_rng(10), size=3000)
    predicted = found.log_odds.argmax(axis=1).astype(np.int32)
    expected = replace(found, predicted=predicted, scale_error=1e-6).expected_accuracy()
    assert expected.value - expected.low > 1.5 * (expected.high - expected.value)


def test_evidence_fades_with_the_square_of_the_confidence_that_is_left():
    found, _ = assessment(np.random.default_rng(7))
    # Our probability of 0.5 says nothing: all of the accuracy is evidence.
    sure = replace(found, source_likely=np.full((400, 2), 0.5))
    alone = logit((sure.source_right.sum() + 0.5) / 401)
    assert sure.evidence == pytest.approx(alone)
    assert replace(sure, confidence_ratio=0.5).evidence == pytest.approx(alone / 4)


def uninformative() -> CalibrationData:
    """Scores of a target whose texts are all alike."""
    labels = (np.arange(1000) % 2).astype(np.int32)
    held_out = np.column_stack([np.zeros(1000), 2.0 * labels - 1])
    decision, pool = LinearDecision(np.zeros((1, 2)), np.zeros(2)), csr_array(np.ones((300, 1)))
    return CalibrationData(decision, pool, np.zeros((300, 2)), held_out, labels, in_target=False)


@pytest.mark.parametrize(("likeness", "share"), [(1.0, 0.2), (0.5, 0.5)])
def test_scores_that_say_nothing_leave_the_label_shift_where_texts_are_alike(likeness, share):
    shift = LabelShift(np.array([0.8, 0.2]), 0.1, likeness)
    log_odds, _ = target_log_odds(uninformative(), shift, None)
    assert expit(log_odds[:, 1] - log_odds[:, 0]).mean() == pytest.approx(share, abs=0.01)


def test_the_scale_has_a_limited_error_even_if_all_scores_are_nearly_the_same():
    rng, data = np.random.default_rng(0), uninformative()
    held_out = data.held_out + np.column_stack([np.zeros(1000), rng.normal(size=1000)])
    scores = np.column_stack([np.zeros(300), 0.001 * rng.choice(5, 300)])
    data = replace(data, held_out=held_out, pool_scores=scores)
    _, error = target_log_odds(data, LabelShift(np.array([0.5, 0.5]), 0.1, 0.5), None)
    assert error == pytest.approx(RATIO_ERROR / SMALLEST_SEPARATION)


def test_no_more_are_right_than_known_shares_allow():
    said = np.zeros(300, np.int32)
    found, _ = assessment(np.random.default_rng(0), 300)
    log_odds = with_shares(found.log_odds, np.array([0.3, 0.7]))
    evident = replace(found, source_likely=np.full((300, 2), 0.5))
    constant = replace(evident, log_odds=log_odds, predicted=said, shift_error=0.05)
    known = replace(constant, shares_known=True)
    assert known.expected_accuracy().value == pytest.approx(0.3, abs=0.001)
    assert known.class_shares == pytest.approx([0.3, 0.7], abs=0.001)
    assert constant.expected_accuracy().value > 0.31


@pytest.mark.parametrize("likeness", [1.0, 0.99, 0.5])
def test_the_error_of_shares_is_that_of_a_mixture_of_known_and_unknown_ones(likeness):
    data, shift = uninformative(), LabelShift(np.array([0.8, 0.2]), 0.1, likeness)
    said = np.eye(2)[data.labels]
    found = Assessment.of(data, shift, said, said[:300])
    weight = likeness**64
    variance = weight * 0.1**2 + (1 - weight) * SHIFT_ERROR**2
    assert found.shift_error == pytest.approx(np.sqrt(variance))
