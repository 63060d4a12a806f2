"""The fast trainers' objective: losses, gradients and steps against twins and closed forms."""

import numpy as np
import pytest
from ranking_data import objective, random_domains
from scipy.optimize import minimize

from crosslex_bench.ranking import objective as module
from crosslex_bench.ranking.objective import ranking_loss, step_pivots, weigh_pairs


def vectors(shape, seed=0, scale=0.6):
    return np.random.default_rng(seed).normal(0, scale, shape).astype(np.float32)


@pytest.fixture
def three_domains():
    data = random_domains(3)
    pairs = weigh_pairs(data, backoff=0.2, pair_weight="normalized")
    pivots = vectors((3, 7, 4))
    words = [vectors((len(domain.words), 4), seed=index) for index, domain in enumerate(data)]
    return pairs, pivots, words


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
