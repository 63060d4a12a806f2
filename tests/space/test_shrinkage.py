"""Domain weights against the closed form of the best shrinkage."""

import numpy as np
import pytest

from crosslex.space.shrinkage import TOPIC_SHARE, domain_weights
from crosslex.space.smoothing import FrequencyClasses
from crosslex.vectors import unit_rows

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


def test_words_that_are_rare_here_and_frequent_elsewhere_keep_the_topic_too() -> None:
    found = weights_of(0.8, np.full(4000, 0.6), uses=30, others=30_000)
    assert np.mean(found) == pytest.approx(best_weight(0.8, 0.6, topic=0), abs=0.03)


def test_words_between_lose_a_part_of_the_topic() -> None:
    found = weights_of(0.8, np.full(4000, 0.6), uses=50, others=950)
    assert np.mean(found) == pytest.approx(best_weight(0.8, 0.6, topic=TOPIC_SHARE / 2), abs=0.03)


def test_words_that_are_used_alike_everywhere_are_shrunk_nearly_all_the_way() -> None:
    assert np.mean(weights_of(1.0, np.zeros(4000))) < 0.05


def test_a_word_of_another_meaning_has_more_weight_than_its_class() -> None:
    drift = np.full(4000, 0.2)
    drift[:40] = 3.0
    found = weights_of(0.8, drift)
    assert found[:40].min() > 0.5 > 0.3 > np.median(found[40:])


def test_words_that_differ_by_noise_alone_get_similar_weights() -> None:
    """Cosines vary by noise alone, so that most of their variation is shrunk away."""
    found = weights_of(1.5, np.full(4000, 0.7))
    believed = found.std()
    halves, elsewhere = generated(1.5, np.full(4000, 0.7))
    likeness = ((halves[0] + halves[1]) * elsewhere).sum(axis=1) / 2
    usual = likeness.mean()
    noise = (1 - (halves[0] * halves[1]).sum(axis=1).mean()) / 2
    meaning = noise * best_weight(1.5, 0.7) / (1 - best_weight(1.5, 0.7))
    unshrunk = meaning + 2 * usual * (usual - likeness)
    assert believed < 0.5 * (unshrunk / (unshrunk + noise)).std()


def test_words_that_cannot_be_compared_have_the_weight_of_their_class() -> None:
    halves, elsewhere = generated(0.8, np.full(4000, 0.6))
    compared = np.arange(4000) >= 10
    classes = FrequencyClasses(np.full(4000, 64), np.full(4000, 500))
    found = domain_weights(halves, elsewhere, classes, compared)
    np.testing.assert_allclose(found[:10], best_weight(0.8, 0.6), atol=0.03)
    assert np.ptp(found[:10]) == 0


def test_noisier_words_of_another_frequency_have_less_weight() -> None:
    drift = np.full(4000, 0.6)
    (noisy, elsewhere), (clear, elsewhere_too) = generated(1.5, drift), generated(0.2, drift)
    halves = tuple(np.vstack(both) for both in zip(noisy, clear, strict=True))
    classes = FrequencyClasses(np.repeat([4, 1000], 4000), np.full(8000, 500))
    found = domain_weights(
        (halves[0], halves[1]), np.vstack([elsewhere, elsewhere_too]), classes, np.ones(8000, bool)
    )
    assert np.mean(found[:4000]) < 0.4 < 0.8 < np.mean(found[4000:])


def test_without_words_to_compare_all_weights_are_zero() -> None:
    empty = np.empty((2, 5), np.float32)
    classes = FrequencyClasses(np.array([1, 2]), np.array([0, 3]))
    found = domain_weights((empty, empty), empty, classes, np.zeros(2, bool))
    np.testing.assert_array_equal(found, [0, 0])


def test_equal_halves_give_a_weight_of_one() -> None:
    (first, _), elsewhere = generated(0.5, np.full(400, 0.6))
    first, elsewhere = first.astype(np.float32), elsewhere.astype(np.float32)
    classes = FrequencyClasses(np.full(400, 64), np.full(400, 500))
    found = domain_weights((first, first), elsewhere, classes, np.ones(400, bool))
    assert (found <= 1).all()
    assert np.mean(found) > 0.99
