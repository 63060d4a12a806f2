"""Own shares against the closed form of the best shrinkage."""

import numpy as np
import pytest

from crosslex.learn.space.borrowing import BANDS, estimate_borrowing


def generated(
    noise: float, drift: float, n_words: int = 4000, dimension: int = 40
) -> tuple[tuple[np.ndarray, np.ndarray], np.ndarray]:
    """Return both halves' vectors and those elsewhere: meaning, plus drift, plus noise per half."""
    rng = np.random.default_rng(0)
    elsewhere = rng.standard_normal((n_words, dimension)) / np.sqrt(dimension)
    here = elsewhere + drift * rng.standard_normal(elsewhere.shape) / np.sqrt(dimension)
    first, second = (
        here + noise * rng.standard_normal(elsewhere.shape) / np.sqrt(dimension) for _ in range(2)
    )
    return (first, second), elsewhere


@pytest.mark.parametrize(("noise", "drift"), [(0.8, 0.6), (0.3, 0.6), (1.5, 0.4)])
def test_shares_are_those_of_the_best_shrinkage(noise: float, drift: float) -> None:
    halves, elsewhere = generated(noise, drift)
    found = estimate_borrowing(halves, elsewhere, np.full(4000, 64))
    # The mean of both halves has half the noise's variance.
    best = drift**2 / (drift**2 + noise**2 / 2)
    assert found.own_shares(np.array([64]))[0] == pytest.approx(best, abs=0.03)


def test_words_that_are_used_alike_everywhere_borrow_all() -> None:
    halves, elsewhere = generated(noise=1.0, drift=0.0)
    assert estimate_borrowing(halves, elsewhere, np.full(4000, 64)).shares.max() < 0.05


def test_noisier_words_of_another_frequency_own_less() -> None:
    (noisy, elsewhere), (clear, elsewhere_too) = generated(1.5, 0.6), generated(0.2, 0.6)
    halves = tuple(np.vstack(both) for both in zip(noisy, clear, strict=True))
    uses = np.repeat([4, 1000], 4000)
    found = estimate_borrowing((halves[0], halves[1]), np.vstack([elsewhere, elsewhere_too]), uses)
    rare, frequent, never = found.own_shares(np.array([4, 1000, 0]))
    assert never == 0
    assert rare < 0.4 < 0.8 < frequent


def test_without_words_to_compare_everything_is_own() -> None:
    empty = np.empty((0, 5), np.float32)
    found = estimate_borrowing((empty, empty), empty, np.empty(0, int))
    np.testing.assert_array_equal(found.shares, np.ones(len(BANDS)))
