"""The fast trainers' objective, its kernels, losses, gradients and steps against twins."""

import numpy as np
import pytest
from ranking_data import expected_loss, objective, pair_updates, random_domains
from scipy.optimize import minimize

from crosslex.paper import AliasTable
from crosslex.paper.kernels import draw
from crosslex_bench.ranking import objective as module
from crosslex_bench.ranking.kernels import expected_hinge, update_pairs
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


SETTINGS = {"backoff": 0.2, "pair_weight": "normalized"}


@pytest.mark.parametrize("scale", [0.1, 1.0, 5.0])
def test_expected_hinge_equals_its_twin(scale):
    weighted = weigh_pairs(random_domains(seed=4), **SETTINGS)[0]
    pairs = weighted.pairs
    rng = np.random.default_rng(0)
    scores = rng.normal(0, scale, pairs.shape).astype(np.float32)
    weights = pairs.toarray().astype(float)
    # With every word a "pivot" of its own score, the twin's products give the scores back.
    expected = expected_loss(scores, np.eye(scores.shape[1]), weights, weighted.negatives)
    gradient = scores.copy()
    loss = expected_hinge(gradient, pairs.indptr, pairs.indices, pairs.data, weighted.negatives)
    assert loss == pytest.approx(expected, rel=1e-6)
    active = (1 - scores[:, :, None] + scores[:, None, :]) > 0
    triples = weights[:, :, None] * weighted.negatives * active
    np.testing.assert_allclose(gradient, triples.sum(axis=1) - triples.sum(axis=2), atol=1e-5)


def test_update_pairs_equals_its_twin():
    weighted = weigh_pairs(random_domains(seed=1), **SETTINGS)[0]
    pairs, table = weighted.pairs, AliasTable.of(weighted.negatives)
    rows = np.repeat(np.arange(pairs.shape[0], dtype=np.int32), np.diff(pairs.indptr))
    rng = np.random.default_rng(8)
    order = rng.permutation(pairs.nnz)[:20]
    shapes = [(size, 19) for size in pairs.shape]
    state = [rng.normal(0, 0.5, shape).astype(np.float32) for shape in shapes]
    state += [rng.random(shape).astype(np.float32) for shape in shapes]
    seeds = [np.array([6], np.uint64) for _ in range(2)]

    def negatives() -> list[int]:
        return [draw(table.cuts, table.aliases, seeds[0]) for _ in range(5)]

    twin = pair_updates(order, rows, pairs.indices, pairs.data, negatives, 0.05, state)
    columns = (rows[order], pairs.indices[order].astype(np.int32), pairs.data[order])
    update_pairs(*columns, table.cuts, table.aliases, 5, seeds[1], 0.05, *state)
    for vectors, expected in zip(state[:2], twin[:2], strict=True):
        np.testing.assert_allclose(vectors, expected, rtol=0, atol=1e-5)
    for squares, expected in zip(state[2:], twin[2:], strict=True):
        np.testing.assert_allclose(squares, expected, rtol=1e-5)
