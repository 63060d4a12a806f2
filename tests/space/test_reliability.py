"""Means by frequency, domain and text weights, and neighbor stability, against closed forms."""

from math import exp, log

import numpy as np
import pytest

from crosslex.space.reliability import (
    BANDWIDTH,
    CENTERS,
    PSEUDO_WORDS,
    TOPIC_SHARE,
    FrequencyClasses,
    domain_weights,
    neighbor_stability,
    resample,
    text_weights,
)
from crosslex.vectors import unit_rows


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


DIMENSION = 200


def generated(
    noise: float, drift: np.ndarray, seed: int = 0
) -> tuple[tuple[np.ndarray, np.ndarray], np.ndarray]:
    """Return both halves' unit vectors and those elsewhere: meaning, drift, noise per half."""
    rng = np.random.default_rng(seed)

    def drawn() -> np.ndarray:
        return unit_rows(rng.standard_normal((len(drift), DIMENSION)))

    elsewhere, away = drawn(), drawn()
    away = unit_rows(away - (away * elsewhere).sum(axis=1, keepdims=True) * elsewhere)
    here = elsewhere + drift[:, None] * away
    first, second = (unit_rows(here + noise * drawn()) for _ in range(2))
    return (first, second), elsewhere


def weights_of(noise: float, drift: np.ndarray, uses: int = 64, others: int = 500) -> np.ndarray:
    halves, elsewhere = generated(noise, drift)
    classes = FrequencyClasses(np.full(len(drift), uses), np.full(len(drift), others))
    return domain_weights(halves, elsewhere, classes, np.ones(len(drift), bool))


def best_weight(noise: float, drift: float, topic: float = TOPIC_SHARE) -> float:
    meaning = (1 - topic) * drift**2
    # The mean of both halves has half the noise's variance.
    return meaning / (meaning + noise**2 / 2)


@pytest.mark.parametrize(("noise", "drift"), [(0.8, 0.6), (0.3, 0.6), (1.5, 0.4)])
def test_weights_are_those_of_the_best_shrinkage(noise: float, drift: float) -> None:
    found = weights_of(noise, np.full(4000, drift))
    assert np.mean(found) == pytest.approx(best_weight(noise, drift), abs=0.03)


@pytest.mark.parametrize(
    ("uses", "others", "topic"), [(30, 30_000, 0.0), (50, 950, TOPIC_SHARE / 2)]
)
def test_words_that_are_rare_here_keep_more_of_the_topic(
    uses: int, others: int, topic: float
) -> None:
    found = weights_of(0.8, np.full(4000, 0.6), uses=uses, others=others)
    assert np.mean(found) == pytest.approx(best_weight(0.8, 0.6, topic), abs=0.03)


def test_a_word_of_another_meaning_has_more_weight_than_its_class() -> None:
    drift = np.full(4000, 0.2)
    drift[:40] = 3.0
    found = weights_of(0.8, drift)
    assert found[:40].min() > 0.5 > 0.3 > np.median(found[40:])


def test_words_that_cannot_be_compared_have_the_weight_of_their_class() -> None:
    halves, elsewhere = generated(0.8, np.full(4000, 0.6))
    compared = np.arange(4000) >= 10
    classes = FrequencyClasses(np.full(4000, 64), np.full(4000, 500))
    found = domain_weights(halves, elsewhere, classes, compared)
    np.testing.assert_allclose(found[:10], best_weight(0.8, 0.6), atol=0.03)
    assert np.ptp(found[:10]) == 0


def test_without_words_to_compare_weights_are_zero_but_for_words_of_this_domain_alone() -> None:
    empty = np.empty((3, 5), np.float32)
    classes = FrequencyClasses(np.array([1, 2, 0]), np.array([0, 3, 5]))
    found = domain_weights((empty, empty), empty, classes, np.zeros(3, bool))
    np.testing.assert_array_equal(found, [1, 0, 0])


@pytest.mark.parametrize("noise", [0.5, 1.0, 2.0])
def test_weights_are_the_correlation_that_twice_the_text_would_have(noise: float) -> None:
    """Similarities of four times as many documents, split the same way, tell the truth."""
    rng = np.random.default_rng(0)
    meaning = rng.standard_normal((1500, 30))
    quarters = [meaning + noise * np.sqrt(2) * rng.standard_normal((1500, 30)) for _ in range(4)]
    classes = FrequencyClasses(np.full(1500, 64), np.full(1500, 64))
    everyone = np.ones(1500, bool)
    found = text_weights((quarters[0], quarters[1]), classes, everyone, meaning)
    doubled = ((quarters[0] + quarters[1]) / 2, (quarters[2] + quarters[3]) / 2)
    first, second = (each @ each[:400].T for each in doubled)
    correlations = [
        np.corrcoef(np.delete(one, word), np.delete(other, word))[0, 1]
        if word < 400
        else np.corrcoef(one, other)[0, 1]
        for word, (one, other) in enumerate(zip(first, second, strict=True))
    ]
    assert found[0] == pytest.approx(np.mean(correlations), abs=0.06)
    assert np.ptp(found) < 1e-12


def test_words_that_no_half_knows_have_no_weight_of_text() -> None:
    vectors = np.zeros((3, 4), np.float32)
    classes = FrequencyClasses(np.zeros(3, int), np.zeros(3, int))
    found = text_weights((vectors, vectors), classes, np.zeros(3, bool), np.ones((3, 1)))
    np.testing.assert_array_equal(found, [0, 0, 0])


N_WORDS, N_DIMENSIONS = 1200, 40


def overlap(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return which share of its first ten neighbors each word has in both."""
    neighbors = []
    for vectors in (first, second):
        cosines = unit_rows(vectors) @ unit_rows(vectors).T
        np.fill_diagonal(cosines, -2)
        neighbors.append([set(row) for row in np.argsort(-cosines, axis=1)[:, :10]])
    return np.array([len(one & other) / 10 for one, other in zip(*neighbors, strict=True)])


def noisy_vectors(noise: np.ndarray, seed: int) -> np.ndarray:
    """Return vectors of words that come in groups, with noise of each word's own size."""
    centers = np.random.default_rng(0).standard_normal((60, N_DIMENSIONS))
    within = np.random.default_rng(1).standard_normal((N_WORDS, N_DIMENSIONS))
    meaning = np.repeat(centers, N_WORDS // 60, axis=0) + 0.6 * within
    return meaning + noise[:, None] * np.random.default_rng(seed).standard_normal(meaning.shape)


def estimated(noise: np.ndarray, uses: np.ndarray) -> np.ndarray:
    # A half has √2 times the noise of the whole.
    halves = noisy_vectors(np.sqrt(2) * noise, 10), noisy_vectors(np.sqrt(2) * noise, 11)
    classes = FrequencyClasses(uses, np.full(N_WORDS, 100))
    return neighbor_stability(resample(halves), classes, np.ones(N_WORDS, bool))


@pytest.mark.parametrize("noise", [0.1, 0.3, 0.6])
def test_the_share_is_that_of_vectors_drawn_anew(noise: float) -> None:
    noises = np.full(N_WORDS, noise)
    found = estimated(noises, np.full(N_WORDS, 50))
    truth = overlap(noisy_vectors(noises, 20), noisy_vectors(noises, 21))
    assert found.mean() == pytest.approx(truth.mean(), abs=0.06)


def test_a_word_that_is_in_neither_draw_has_the_share_of_its_frequency() -> None:
    noises = np.full(N_WORDS, 0.3)
    halves = noisy_vectors(noises, 10), noisy_vectors(noises, 11)
    known = np.arange(N_WORDS) > 0
    classes = FrequencyClasses(np.full(N_WORDS, 50), np.full(N_WORDS, 100))
    found = neighbor_stability((halves[0][known], halves[1][known]), classes, known)
    assert found[0] == pytest.approx(found[1:].mean(), abs=0.03)
