"""Neighbor stability from two halves, against vectors of new samples."""

import numpy as np
import pytest

from crosslex.space.smoothing import FrequencyClasses
from crosslex.space.stability import neighbor_stability, resample
from crosslex.vectors import unit_rows

N_WORDS, DIMENSION = 1200, 40


def overlap(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return which share of its first ten neighbors each word has in both."""
    neighbors = []
    for vectors in (first, second):
        cosines = unit_rows(vectors) @ unit_rows(vectors).T
        np.fill_diagonal(cosines, -2)
        neighbors.append([set(row) for row in np.argsort(-cosines, axis=1)[:, :10]])
    return np.array([len(one & other) / 10 for one, other in zip(*neighbors, strict=True)])


def drawn(noise: np.ndarray, seed: int) -> np.ndarray:
    """Return vectors of words that come in groups, with noise of each word's own size."""
    centers = np.random.default_rng(0).standard_normal((60, DIMENSION))
    within = np.random.default_rng(1).standard_normal((N_WORDS, DIMENSION))
    meaning = np.repeat(centers, N_WORDS // 60, axis=0) + 0.6 * within
    return meaning + noise[:, None] * np.random.default_rng(seed).standard_normal(meaning.shape)


def estimated(noise: np.ndarray, uses: np.ndarray) -> np.ndarray:
    # A half has √2 times the noise of the whole.
    halves = drawn(np.sqrt(2) * noise, 10), drawn(np.sqrt(2) * noise, 11)
    classes = FrequencyClasses(uses, np.full(N_WORDS, 100))
    return neighbor_stability(resample(halves), classes, np.ones(N_WORDS, bool))


@pytest.mark.parametrize("noise", [0.1, 0.3, 0.6])
def test_the_share_is_that_of_vectors_drawn_anew(noise: float) -> None:
    noises = np.full(N_WORDS, noise)
    found = estimated(noises, np.full(N_WORDS, 50))
    truth = overlap(drawn(noises, 20), drawn(noises, 21))
    assert found.mean() == pytest.approx(truth.mean(), abs=0.06)


def test_words_of_more_noise_than_others_of_their_frequency_are_told_apart() -> None:
    noises = np.where(np.random.default_rng(2).random(N_WORDS) < 0.5, 0.15, 0.8)
    found = estimated(noises, np.full(N_WORDS, 50))
    truth = overlap(drawn(noises, 20), drawn(noises, 21))
    for kind in (0.15, 0.8):
        assert found[noises == kind].mean() == pytest.approx(truth[noises == kind].mean(), abs=0.1)
    assert found[noises == 0.15].mean() > found[noises == 0.8].mean() + 0.2


def test_a_word_that_is_in_neither_draw_has_the_share_of_its_frequency() -> None:
    noises = np.full(N_WORDS, 0.3)
    halves = drawn(noises, 10), drawn(noises, 11)
    known = np.arange(N_WORDS) > 0
    classes = FrequencyClasses(np.full(N_WORDS, 50), np.full(N_WORDS, 100))
    found = neighbor_stability((halves[0][known], halves[1][known]), classes, known)
    assert found[0] == pytest.approx(found[1:].mean(), abs=0.03)


def test_too_few_words_for_neighbors_hold_none() -> None:
    classes = FrequencyClasses(np.array([3, 3]), np.array([1, 1]))
    vectors = np.eye(2, dtype=np.float32)
    np.testing.assert_array_equal(
        neighbor_stability((vectors, vectors), classes, np.ones(2, bool)), [0, 0]
    )
