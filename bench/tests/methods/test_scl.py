"""SCL against a direct SVD, a dense descent in numpy, and the minimum of its loss."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.sparse import csr_array

from crosslex.classify.task import AdaptationTask, DomainDocuments, shared_words
from crosslex.corpus.corpus import Corpus
from crosslex.errors import InputError
from crosslex_bench.methods.kernels import train_pivot_predictors
from crosslex_bench.methods.representation import leading_directions
from crosslex_bench.methods.scl import StructuralCorrespondence, pivot_predictors

FEATURES = ("good", "plot", "bad", "sturdy", "good plot", "waste")
PIVOTS = [2, 0]
OTHERS = [1, 3, 4, 5]


@pytest.fixture
def task() -> AdaptationTask:
    """Five documents in two domains."""
    films = [[1.0, 1, 0, 0, 2, 0], [0, 1, 1, 0, 0, 2], [3, 1, 0, 0, 0, 0]]
    tools = [[2.0, 0, 0, 1, 0, 0], [0, 0, 2, 0, 0, 1]]
    domains = []
    for name, matrix in (("films", films), ("tools", tools)):
        corpus = Corpus.from_texts(["word"] * len(matrix), name=name)
        labels = np.full(len(matrix), -1, np.int32)
        domains.append(DomainDocuments(name, corpus, csr_array(matrix), labels))
    return AdaptationTask(FEATURES, np.array(PIVOTS, np.intp), tuple(domains), 1, 2, 7)


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


def loss(flat: np.ndarray, rows: np.ndarray, labels: np.ndarray, regularization: float) -> float:
    """Mean modified Huber loss of a document, with the regularization of the weights."""
    margins = labels * (rows @ flat[:-1] + flat[-1])
    losses = np.where(margins >= -1, np.maximum(0, 1 - margins) ** 2, -4 * margins)
    return float(losses.mean() + regularization / 2 * flat[:-1] @ flat[:-1])


def test_predictors_approach_the_minimum_of_the_loss():
    rng = np.random.default_rng(2)
    documents = rng.random((10, 3)) + 0.1
    held = rng.random((10, 2)) < 0.5
    found = pivot_predictors(
        csr_array(documents), csr_array(held * 0.3), regularization=0.1, epochs=6000, random_state=0
    )
    rows = documents / np.linalg.norm(documents, axis=1, keepdims=True)
    for pivot in range(2):
        labels = np.where(held[:, pivot], 1, -1)
        best = minimize(loss, np.zeros(4), (rows, labels, 0.1), tol=1e-10).x[:-1]
        assert np.linalg.norm(best) > 0.3
        np.testing.assert_allclose(found[:, pivot], best, atol=0.02)


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


def test_as_published_negative_weights_count_as_zero(task):
    method = StructuralCorrespondence(dimension=2, epochs=4, positive_only=True).learn(task)
    everything = all_documents(task)
    weights = pivot_predictors(
        csr_array(everything[:, OTHERS]),
        csr_array(everything[:, PIVOTS]),
        regularization=method.regularization,
        epochs=4,
        random_state=task.random_state,
    )
    assert (weights < 0).any()
    weights = np.maximum(weights, 0)
    weights[OTHERS.index(4), PIVOTS.index(0)] = 0  # `good plot` holds the word `good`
    weights /= np.linalg.norm(weights, axis=0)
    directions = np.linalg.svd(weights)[0][:, :2]
    # Both singular values are 1, so that only what the directions span is determined.
    projected = directions @ directions.T
    found = method.projection_[OTHERS] @ method.projection_[OTHERS].T
    np.testing.assert_allclose(found / np.trace(found) * 2, projected, atol=1e-5)


def test_the_projection_is_appended_to_the_documents_own_features(task):
    method = StructuralCorrespondence(dimension=1, weight=0.5).learn(task)
    everything = all_documents(task)
    found = method.transform(csr_array(everything), 0).toarray()
    np.testing.assert_array_equal(found[:, :6], everything)
    np.testing.assert_allclose(found[:, 6:], everything @ method.projection_)
    assert np.linalg.norm(found[:, 6:]) == pytest.approx(0.5 * np.linalg.norm(everything))


@pytest.mark.parametrize("dimension", [1, 3, 9])
def test_directions_are_the_left_singular_vectors(dimension):
    weights = np.random.default_rng(0).normal(size=(7, 4)).astype(np.float32)
    weights[:, 3] = weights[:, 0] + weights[:, 1]  # rank 3
    found = leading_directions(weights, dimension)
    expected = np.linalg.svd(weights.astype(float))[0][:, : min(dimension, 3)]
    assert found.shape == expected.shape
    signs = np.sign((found * expected).sum(axis=0))
    np.testing.assert_allclose(found * signs, expected, atol=1e-5)


def test_predictors_without_weights_leave_documents_as_they_are(task):
    # Only pivots occur, so no feature can predict any of them.
    pivots_alone = np.eye(6)[PIVOTS]
    domains = tuple(replace(each, documents=csr_array(pivots_alone)) for each in task.domains)
    method = StructuralCorrespondence().learn(replace(task, domains=domains))
    found = method.transform(csr_array(pivots_alone), 0)
    np.testing.assert_array_equal(found.toarray(), pivots_alone)


def test_words_shared_are_counted_whole():
    features = ["not good", "good", "goods", "not a good", "a not"]
    found = shared_words(features, np.array([0, 2, 3, 4]), np.array([1, 0])).toarray()
    assert found.tolist() == [[1, 2], [0, 0], [1, 2], [0, 1]]


@pytest.mark.parametrize("name", ["dimension", "regularization", "epochs"])
def test_settings_that_are_not_positive_are_refused(task, name):
    with pytest.raises(InputError, match=f"{name}: found 0"):
        StructuralCorrespondence(**{name: 0}).learn(task)
