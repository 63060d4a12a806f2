"""The fast trainers' kernels against their twins."""

import numpy as np
import pytest
from ranking_data import expected_loss, pair_updates, random_domains

from crosslex.paper import AliasTable
from crosslex.paper.kernels import draw
from crosslex_bench.ranking.kernels import expected_hinge, update_pairs
from crosslex_bench.ranking.objective import weigh_pairs

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
