"""The fast trainers' objective: losses, gradients and steps against twins and closed forms."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ranking_data import expected_loss, objective, random_domains
from scipy.optimize import minimize

from crosslex.paper.objective import adagrad_step
from crosslex_bench.ranking import objective as module
from crosslex_bench.ranking.objective import ranking_loss, step_pivots, step_words
from crosslex_bench.ranking.settings import TrainingSettings
from crosslex_bench.ranking.weighting import weigh_pairs

SETTINGS = TrainingSettings(dimension=4, random_state=3)


def vectors(shape, seed=0, scale=0.6):
    return np.random.default_rng(seed).normal(0, scale, shape).astype(np.float32)


@pytest.fixture
def three_domains():
    data = random_domains(3)
    pairs = weigh_pairs(data, SETTINGS)
    pivots = vectors((3, 7, 4))
    words = [vectors((len(domain.words), 4), seed=index) for index, domain in enumerate(data)]
    return pairs, pivots, words


def test_ranking_loss_is_the_sum_over_all_triples(three_domains):
    pairs, pivots, words = three_domains
    for index, domain in enumerate(pairs):
        found = ranking_loss(pivots[index], words[index], domain)
        weights = domain.pairs.toarray().astype(float)
        expected = expected_loss(pivots[index], words[index], weights, domain.negatives)
        assert found.loss == pytest.approx(expected, rel=1e-5)


def test_gradient_of_every_parameter_matches_finite_differences(three_domains):
    pairs, pivots, words = three_domains
    weights = [domain.pairs.toarray().astype(float) for domain in pairs]
    negatives = [domain.negatives.astype(float) for domain in pairs]
    k, regularization = 5, 0.7

    def loss_at(flat: np.ndarray) -> float:
        inner = flat[: pivots.size].reshape(pivots.shape)
        outer = np.split(flat[pivots.size :], np.cumsum([matrix.size for matrix in words])[:-1])
        matrices = [part.reshape(-1, 4) for part in outer]
        return objective(inner, matrices, weights, negatives, k=k, regularization=regularization)

    found = [ranking_loss(pivots[index], words[index], pairs[index]) for index in range(3)]
    pivot_gradient = k * np.stack([loss.pivot_gradient for loss in found])
    pivot_gradient = pivot_gradient + 2 * regularization * (pivots - pivots.mean(axis=0))
    gradient = np.concatenate(
        [pivot_gradient.ravel(), *(k * loss.word_gradient.ravel() for loss in found)]
    )
    here = np.concatenate([pivots.ravel(), *(matrix.ravel() for matrix in words)]).astype(float)
    differences = np.empty_like(here)
    for place in range(len(here)):
        shift = np.zeros_like(here)
        shift[place] = 1e-6
        differences[place] = (loss_at(here + shift) - loss_at(here - shift)) / 2e-6
    np.testing.assert_allclose(gradient, differences, rtol=1e-4, atol=1e-4)
    assert np.abs(differences).min() > 1e-3  # no parameter is left untested


def test_ranking_loss_does_not_depend_on_how_pivots_fall_into_blocks(three_domains, monkeypatch):
    pairs, pivots, words = three_domains
    whole = ranking_loss(pivots[0], words[0], pairs[0])
    monkeypatch.setattr(module, "BLOCK_SCORES", 2 * len(words[0]))
    monkeypatch.setattr(module, "PRODUCT_ROWS", 3)
    out = np.full_like(words[0], 9.0)  # what was there before does not count
    parts = ranking_loss(pivots[0], words[0], pairs[0], out=out)
    assert parts.word_gradient is out
    assert parts.loss == pytest.approx(whole.loss)
    np.testing.assert_allclose(parts.pivot_gradient, whole.pivot_gradient, atol=1e-5)
    np.testing.assert_allclose(parts.word_gradient, whole.word_gradient, atol=1e-5)


def test_ranking_loss_at_zero_words_is_the_weight_of_all_pairs(three_domains):
    pairs, pivots, words = three_domains
    found = ranking_loss(pivots[0], np.zeros_like(words[0]), pairs[0])
    assert found.loss == pytest.approx(float(pairs[0].pairs.sum()), rel=1e-5)


def test_gradient_at_zero_words_is_that_of_hinges_that_are_all_active(three_domains):
    pairs, pivots, words = three_domains
    for index, domain in enumerate(pairs):
        found = ranking_loss(pivots[index], np.zeros_like(words[index]), domain)
        weights = domain.pairs.toarray().astype(float)
        # A word is pushed away as a negative of every pair, and drawn to the pivots of its own.
        slopes = weights.sum(axis=1)[:, None] * domain.negatives - weights
        np.testing.assert_allclose(found.word_gradient, slopes.T @ pivots[index], rtol=1e-4)
        assert not found.pivot_gradient.any()


def test_regularizer_of_two_domains_is_the_paper_s():
    pivots, words, no_pairs = vectors((2, 5, 3)), np.zeros((2, 1, 3)), np.zeros((2, 5, 1))
    paper = 0.5 * ((pivots[0].astype(float) - pivots[1]) ** 2).sum()
    found = objective(pivots, words, no_pairs, np.ones((2, 1)), k=5, regularization=1.0)
    assert found == pytest.approx(paper, rel=1e-6)


def test_step_pivots_minimizes_the_composite_problem():
    rng = np.random.default_rng(1)
    old = rng.normal(size=(3, 1, 1)).astype(np.float32)
    gradient = rng.normal(size=old.shape).astype(np.float32)
    squares = rng.random(old.shape).astype(np.float32)
    rate, regularization = 0.3, 1.7
    stiffness = np.sqrt(squares + gradient**2).astype(float) / rate

    def composite(new: np.ndarray) -> float:
        moved = new.reshape(old.shape)
        step = (gradient * moved + stiffness * (moved - old) ** 2 / 2).sum()
        return float(step + regularization * ((moved - moved.mean(axis=0)) ** 2).sum())

    expected = minimize(composite, old.ravel().astype(float), tol=1e-12).x
    step_pivots(old_copy := old.copy(), gradient, squares, learning_rate=rate,
                regularization=regularization)  # fmt: skip
    np.testing.assert_allclose(old_copy.ravel(), expected, atol=1e-5)


def test_step_pivots_without_regularization_is_adagrad_step():
    pivots, gradient = vectors((2, 4, 3)), vectors((2, 4, 3), seed=1)
    squares = vectors((2, 4, 3), seed=2) ** 2
    expected, expected_squares = adagrad_step(pivots, gradient, squares, 0.1)
    step_pivots(pivots, gradient, squares, learning_rate=0.1, regularization=0)
    np.testing.assert_allclose(pivots, expected, atol=1e-6)
    np.testing.assert_allclose(squares, expected_squares, atol=1e-6)


@given(regularization=st.floats(0, 1e6), seed=st.integers(0, 99))
def test_no_regularization_drives_pivots_apart_or_away(regularization, seed):
    pivots, gradient = vectors((3, 4, 2), seed), np.zeros((3, 4, 2), np.float32)
    squares = np.random.default_rng(seed).uniform(0.01, 10, (3, 4, 2)).astype(np.float32)
    before = pivots.copy()
    step_pivots(pivots, gradient, squares, learning_rate=0.05, regularization=regularization)
    assert (pivots.max(axis=0) <= before.max(axis=0) + 1e-5).all()
    assert (pivots.min(axis=0) >= before.min(axis=0) - 1e-5).all()
    spread, was = np.ptp(pivots, axis=0), np.ptp(before, axis=0)
    assert (spread <= was + 1e-5).all()


def test_step_words_is_adagrad_and_leaves_untouched_coordinates():
    words, gradient = vectors((700, 3)), vectors((700, 3), seed=1)
    gradient[5] = 0
    squares = np.zeros_like(words)
    expected, _ = adagrad_step(words, gradient, squares, 0.05)
    before = words.copy()
    step_words(words, gradient, squares, learning_rate=0.05)
    np.testing.assert_allclose(words, expected, atol=1e-6)
    np.testing.assert_array_equal(words[5], before[5])
