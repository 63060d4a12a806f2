"""CORAL against the covariances it promises, and against matrix roots of scipy."""

import numpy as np
import pytest
from scipy.linalg import inv, sqrtm

from crosslex.classify.task import AdaptationTask
from crosslex_bench.methods.coral import CorrelationAlignment
from generated_domains import task_of_matrices

WIDTH = 5


@pytest.fixture
def task() -> AdaptationTask:
    """Three domains, each with its own covariance; the target is the one in the middle."""
    rng = np.random.default_rng(4)
    matrices = {
        name: rng.random((size, WIDTH)) @ rng.normal(size=(WIDTH, WIDTH)) + rng.random(WIDTH)
        for name, size in (("films", 30), ("tools", 40), ("books", 25))
    }
    return task_of_matrices(matrices, pivots=[0])


def transformed(method: CorrelationAlignment, task: AdaptationTask) -> list[np.ndarray]:
    return [method.transform(domain.documents, place) for place, domain in enumerate(task.domains)]


@pytest.mark.parametrize("dimension", [2, WIDTH, 500])
def test_every_domain_gets_the_covariance_of_the_target(task, dimension):
    method = CorrelationAlignment(dimension=dimension, regularization=1e-9).learn(task)
    films, tools, books = (np.cov(rows.T, bias=True) for rows in transformed(method, task))
    assert films.shape == (min(dimension, WIDTH),) * 2
    np.testing.assert_allclose(films, tools, atol=1e-5)
    np.testing.assert_allclose(books, tools, atol=1e-5)


@pytest.mark.parametrize("regularization", [0.1, 1.0])
def test_products_are_those_in_the_space_of_all_features(task, regularization):
    # With as many directions as features the basis only turns the space, and products
    # between documents of the target and of a source tell nothing of it.
    method = CorrelationAlignment(dimension=WIDTH, regularization=regularization).learn(task)
    matrices = [domain.documents.toarray() for domain in task.domains]
    covariances = [np.cov(matrix.T, bias=True) for matrix in matrices]
    mean_variance = np.mean([np.diag(each).mean() for each in covariances])
    regularized = [each + regularization * mean_variance * np.eye(WIDTH) for each in covariances]
    films, tools, books = transformed(method, task)
    np.testing.assert_allclose(tools @ tools.T, matrices[1] @ matrices[1].T, atol=1e-4)
    for place, found in ((0, films), (2, books)):
        colored = matrices[place] @ inv(sqrtm(regularized[place])) @ sqrtm(regularized[1])
        np.testing.assert_allclose(found @ tools.T, colored @ matrices[1].T, atol=1e-4)
