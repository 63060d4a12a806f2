"""The change score: distances, regression between domains, and words of similar frequency."""

import numpy as np
import pytest
from scipy.stats import norm

from crosslex.shifts.domain_regression import INTERCEPT, PENALTY, fit_ridge
from crosslex.shifts.score import (
    distances_between,
    distances_within,
    measure_changes,
    noise_share,
    standardize,
    without_frequency,
)
from crosslex.shifts.uses import Uses, both_sides, use_vectors

WORDS, DOCUMENTS, DIMENSION = 120, 15, 8


def uses_of(means: np.ndarray, rng: np.random.Generator, noise: float) -> Uses:
    sums = np.repeat(means, DOCUMENTS, axis=0)
    sums = (sums + noise * rng.normal(size=sums.shape)).astype(np.float32)
    starts = np.arange(0, len(sums) + 1, DOCUMENTS)
    vectors = use_vectors(sums)
    once = np.hstack([both_sides(vectors), np.ones((len(sums), 1), np.float32)])
    return Uses(vectors, once, starts, np.arange(len(sums)))


@pytest.mark.parametrize("drift", [0.0, 0.15])
def test_words_that_depart_from_the_drift_of_all_others_come_first(drift: float) -> None:
    rng = np.random.default_rng(0)
    here = rng.normal(size=(WORDS, DIMENSION))
    # All words drift, the same way; three go where another word was.
    there = here @ (np.eye(DIMENSION) + drift * rng.normal(size=(DIMENSION, DIMENSION)))
    changed = [3, 50, 90]
    there[changed] = there[[50, 90, 3]]
    vectors = (unit(here), unit(there))
    found = measure_changes(uses_of(here, rng, 0.3), uses_of(there, rng, 0.3), vectors)
    assert sorted(np.argsort(-found.values)[:3].tolist()) == changed
    errors = found.errors(np.arange(WORDS))
    assert np.isfinite(errors).all()
    assert (errors > 0).all()


def test_words_whose_uses_never_vary_have_numbers_too() -> None:
    rng = np.random.default_rng(1)
    means = rng.normal(size=(WORDS, DIMENSION))
    same = uses_of(means, rng, 0.0)
    found = measure_changes(same, same, (unit(means), unit(means)))
    assert np.isfinite(found.values).all()


def test_words_without_vectors_have_numbers_too() -> None:
    rng = np.random.default_rng(2)
    means = rng.normal(size=(WORDS, DIMENSION))
    none = np.zeros((WORDS, 5))
    found = measure_changes(uses_of(means, rng, 0.3), uses_of(means, rng, 0.3), (none, none))
    assert np.isfinite(found.values).all()


def test_distances_are_means_over_all_pairs_of_uses() -> None:
    rng = np.random.default_rng(3)
    here, there = unit(rng.normal(size=(7, 4))), unit(rng.normal(size=(5, 4)))
    means = (here.mean(axis=0)[None], there.mean(axis=0)[None])
    between = distances_between(means)
    among = distances_within(means, (np.array([7]), np.array([5])))
    within = [
        np.mean([1 - a @ b for place, a in enumerate(uses) for b in uses[place + 1 :]])
        for uses in (here, there)
    ]
    assert between[0] == pytest.approx(np.mean([1 - a @ b for a in here for b in there]))
    assert among[0] == pytest.approx(np.mean(within))


def test_all_is_chance_between_random_halves_and_little_between_different_means() -> None:
    rng = np.random.default_rng(4)
    means = rng.normal(size=(WORDS, DIMENSION))
    first, second = uses_of(means, rng, 1.0), uses_of(means, rng, 1.0)
    other = uses_of(rng.normal(size=means.shape), rng, 1.0)
    weights = np.ones(WORDS)

    def share(one: Uses, two: Uses) -> float:
        return noise_share((one.means(), two.means()), (one.sizes, two.sizes), weights)

    assert share(first, second) == pytest.approx(1, abs=0.1)
    assert share(first, other) < 0.2
    assert both_sides(first.means()).shape == (WORDS, DIMENSION // 2)


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def refit_without(inputs, targets, weights, word):
    """Solve the penalized least squares on all other words, then predict this one."""
    features = np.column_stack([inputs, np.full(len(inputs), INTERCEPT)])
    others = np.arange(len(inputs)) != word
    X, Y, w = features[others], targets[others], weights[others, None]
    solution = np.linalg.solve(X.T @ (w * X) + PENALTY * np.eye(X.shape[1]), X.T @ (w * Y))
    return targets[word] - features[word] @ solution


def test_residuals_are_those_of_explicit_refits():
    random = np.random.default_rng(0)
    inputs, targets = unit(random.normal(size=(25, 4))), random.normal(size=(25, 3))
    weights = random.uniform(0.2, 1, size=25)
    fitted = fit_ridge(inputs, targets, weights)
    found = fitted.residuals(inputs, targets, np.arange(25))
    for word in range(25):
        expected = refit_without(inputs, targets, weights, word)
        assert found[word] == pytest.approx(expected, rel=1e-6, abs=1e-8)


def test_a_word_that_breaks_the_rule_has_the_largest_residual():
    random = np.random.default_rng(1)
    inputs = unit(random.normal(size=(200, 5)))
    turn = np.linalg.qr(random.normal(size=(5, 5)))[0]
    targets = inputs @ turn
    targets[17] = -targets[17]
    fitted = fit_ridge(inputs, targets, np.ones(200))
    lengths = np.linalg.norm(fitted.residuals(inputs, targets, np.arange(200)), axis=1)
    assert lengths.argmax() == 17


def test_some_words_alone_have_the_residuals_they_have_among_all():
    random = np.random.default_rng(2)
    inputs, targets = unit(random.normal(size=(30, 4))), random.normal(size=(30, 2))
    fitted = fit_ridge(inputs, targets, np.ones(30))
    some = np.array([3, 8, 21])
    assert fitted.residuals(inputs[some], targets[some], some) == pytest.approx(
        fitted.residuals(inputs, targets, np.arange(30))[some]
    )


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
