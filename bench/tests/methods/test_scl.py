"""SCL against a direct SVD, a dense descent in numpy, and the minimum of its loss."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from crosslex.classify.task import AdaptationTask
from crosslex_bench.methods.kernels import train_pivot_predictors
from crosslex_bench.methods.scl import StructuralCorrespondence
from generated_domains import task_of_matrices

FEATURES = ("good", "plot", "bad", "sturdy", "good plot", "waste")
PIVOTS = [2, 0]
OTHERS = [1, 3, 4, 5]


@pytest.fixture
def task() -> AdaptationTask:
    """Five documents in two domains."""
    films = [[1.0, 1, 0, 0, 2, 0], [0, 1, 1, 0, 0, 2], [3, 1, 0, 0, 0, 0]]
    tools = [[2.0, 0, 0, 1, 0, 0], [0, 0, 2, 0, 0, 1]]
    matrices = {"films": films, "tools": tools}
    return task_of_matrices(matrices, PIVOTS, features=FEATURES, random_state=7)


def all_documents(task: AdaptationTask) -> np.ndarray:
    return np.vstack([domain.documents.toarray() for domain in task.domains])


def slope_of_loss(label: int, margin: float) -> float:
    """The derivative by the score of the modified Huber loss."""
    if label * margin >= 1:
        return 0.0
    return label * (-2 * (1 - label * margin) if label * margin >= -1 else -4.0)


def naive_descent(rows, held, order, rate, regularization, weights, bias):
    """Each step shrinks all weights, then follows one document; one pivot after the other."""
    weights, bias = weights.astype(float), bias.astype(float)
    for pivot in range(held.shape[1]):
        for step, document in enumerate(order):
            step_rate = rate / (1 + rate * regularization * step)
            label = 1 if held[document, pivot] else -1
            score = rows[document] @ weights[:, pivot] + bias[pivot]
            slope = slope_of_loss(label, score)
            weights[:, pivot] -= step_rate * regularization * weights[:, pivot]
            weights[:, pivot] -= step_rate * slope * rows[document]
            bias[pivot] -= step_rate * slope
    return weights, bias


@pytest.mark.parametrize("regularization", [3e-4, 0.1])
@pytest.mark.parametrize("rate", [0.1, 0.5])
def test_the_kernel_takes_the_steps_of_a_dense_descent(rate, regularization):
    rng = np.random.default_rng(5)
    rows = rng.random((12, 6)) * (rng.random((12, 6)) < 0.5)
    rows[3] = 0
    held = rng.random((12, 4)) < 0.3
    order = rng.integers(12, size=150)
    # Some scores of the start lie beyond -1, where the loss is a line.
    weights = rng.normal(scale=3, size=(6, 4)).astype(np.float32)
    bias = rng.normal(size=4).astype(np.float32)
    expected = naive_descent(rows, held, order, rate, regularization, weights, bias)
    sparse, sparse_held = csr_array(rows, dtype=np.float32), csr_array(held)
    train_pivot_predictors(
        sparse.indptr, sparse.indices, sparse.data, sparse_held.indptr, sparse_held.indices,
        order, rate, regularization, weights, bias,
    )  # fmt: skip
    np.testing.assert_allclose(weights, expected[0], atol=2e-4)
    np.testing.assert_allclose(bias, expected[1], atol=2e-4)


def test_the_projection_is_a_direct_svd_of_the_predictors(task):
    method = StructuralCorrespondence(dimension=2, weight=0.5, epochs=4).learn(task)
    everything = all_documents(task)
    rows = everything[:, OTHERS] / np.linalg.norm(everything[:, OTHERS], axis=1, keepdims=True)
    generator = np.random.default_rng(7)
    order = np.concatenate([generator.permutation(5) for _ in range(4)])
    held = everything[:, PIVOTS] > 0
    weights, _ = naive_descent(rows, held, order, 0.5, 3e-4, np.zeros((4, 2)), np.full(2, -1))
    assert abs(weights[OTHERS.index(4), PIVOTS.index(0)]) > 0.1
    weights[OTHERS.index(4), PIVOTS.index(0)] = 0  # `good plot` holds the word `good`
    weights /= np.linalg.norm(weights, axis=0)
    directions, values, _ = np.linalg.svd(weights)
    assert values[0] - values[1] > 0.1
    expected = np.zeros((6, 2))
    expected[OTHERS] = directions[:, :2]
    expected *= 0.5 * np.linalg.norm(everything) / np.linalg.norm(everything @ expected)
    signs = np.sign((expected * method.projection_).sum(axis=0))
    np.testing.assert_allclose(method.projection_ * signs, expected, atol=1e-4)
