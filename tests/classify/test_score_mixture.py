import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from crosslex.classify import LinearDecision
from crosslex.classify.score_mixture import (
    fit_mixture,
    mean_correlation,
    reliability,
    separation_ratio,
    word_halves,
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


def test_reliability_is_the_share_that_halves_have_in_common():
    rng = np.random.default_rng(0)
    common = rng.normal(size=100_000)
    first, second = (common + rng.normal(size=100_000) for _ in range(2))
    one, other = (np.column_stack([-each, each]) for each in (first, second))
    # The common part has 4 of the sum's variance of 4 + 2.
    assert reliability([one, other]) == pytest.approx(4 / 6, abs=0.01)
    assert reliability([0 * one, 0 * one]) == 0
    assert mean_correlation([one, other]) == pytest.approx(0.5, abs=0.01)
    assert mean_correlation([one, 0 * one]) == 0


def test_the_ratio_of_several_classes_is_the_mean_over_each_against_the_others():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 400)
    documents = rng.poisson(0.4 + 1.2 * np.eye(3)[truth].repeat(4, axis=1)).astype(float)
    views = [
        LinearDecision(np.eye(3).repeat(4, axis=0) + rng.normal(0, 0.3, (12, 3)), np.zeros(3))
        for _ in range(2)
    ]
    pool = csr_array(np.maximum(documents - (rng.random(documents.shape) < 0.3), 0))
    halves = [documents @ (half[:, None] * views[0].weights) for half in word_halves(12)]
    held_out = [documents @ view.weights for view in views]

    def above_others(scores, code):
        others = [each for each in range(3) if each != code]
        return scores[:, code] - (scores[:, others[0]] + scores[:, others[1]]) / 2

    def measured(matrix):
        reliable, alike = [], []
        for code in range(3):
            for first, second in zip(word_halves(12)[::2], word_halves(12)[1::2], strict=True):
                one, other = (
                    above_others(matrix @ (half[:, None] * views[0].weights), code)
                    for half in (first, second)
                )
                reliable.append(1 - np.var(one - other) / np.var(one + other))
            scores = [above_others(matrix @ view.weights, code) for view in views]
            alike.append(np.corrcoef(*scores)[0, 1])
        return np.mean(reliable), np.mean(alike)

    known = pool.toarray()[pool.toarray().any(axis=1)]
    (alpha, r), (source_alpha, source_r) = measured(known), measured(documents)
    expected = np.sqrt(alpha / source_alpha) * r / source_r
    assert separation_ratio(halves, views, held_out, pool) == pytest.approx(expected)
