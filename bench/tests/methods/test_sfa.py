"""SFA against dense eigenvectors of the whole bipartite graph."""

import numpy as np
import pytest
from scipy.linalg import eigh
from scipy.sparse import csr_array

from crosslex.classify.task import AdaptationTask
from crosslex_bench.methods.sfa import SpectralFeatureAlignment, align
from generated_domains import task_of_matrices

PIVOTS = [5, 1, 3]
SPECIFIC = [0, 2, 4, 6, 7]


@pytest.fixture
def task() -> AdaptationTask:
    """Two domains of weighted documents; feature 7 never occurs with a pivot."""
    rng = np.random.default_rng(1)
    matrices = {}
    for name, size in (("films", 6), ("tools", 9)):
        matrix = rng.random((size, 8)) * (rng.random((size, 8)) < 0.5)
        matrix[:, 7] = 0
        matrix[0] = [0, 0, 0, 0, 0, 0, 0, 2]
        matrices[name] = matrix
    return task_of_matrices(matrices, PIVOTS)


def dense_eigenvectors(graph: np.ndarray, dimension: int) -> np.ndarray:
    """The specific rows of the leading eigenvectors of D^(-1/2) A D^(-1/2), unit columns."""
    rows, columns = graph.shape
    affinity = np.block([[np.zeros((rows, rows)), graph], [graph.T, np.zeros((columns, columns))]])
    degrees = affinity.sum(axis=1)
    roots = np.array([1 / np.sqrt(degree) if degree > 0 else 0 for degree in degrees])
    _, vectors = eigh(np.diag(roots) @ affinity @ np.diag(roots))
    upper = vectors[:rows, ::-1][:, :dimension]
    return upper / np.linalg.norm(upper, axis=0)


def graph_of(task: AdaptationTask) -> np.ndarray:
    """Sum both features' weights over all documents of all domains, cell by cell."""
    graph = np.zeros((len(SPECIFIC), len(PIVOTS)))
    for domain in task.domains:
        for document in domain.documents.toarray():
            for row, feature in enumerate(SPECIFIC):
                for column, pivot in enumerate(PIVOTS):
                    graph[row, column] += document[feature] * document[pivot]
    return graph


def test_directions_without_weight_are_left_out():
    rank_one = np.outer([1.0, 2.0, 3.0], [1.0, 4.0])
    assert align(rank_one, 2).shape == (3, 1)
    assert align(np.zeros((3, 2)), 2).shape == (3, 0)


@pytest.mark.parametrize(("dimension", "weight"), [(1, 0.6), (2, 0.6), (3, 2.0)])
def test_documents_gain_the_leading_eigenvectors_of_the_graph(task, dimension, weight):
    method = SpectralFeatureAlignment(dimension=dimension, weight=weight).learn(task)
    everything = np.vstack([domain.documents.toarray() for domain in task.domains])
    graph = graph_of(task)
    assert not graph[-1].any()
    vectors = dense_eigenvectors(graph, dimension)
    gained = everything[:, SPECIFIC] @ vectors
    gained *= weight * np.linalg.norm(everything) / np.linalg.norm(gained)
    found = method.transform(csr_array(everything), 1).toarray()
    np.testing.assert_array_equal(found[:, :8], everything)
    signs = np.sign((found[:, 8:] * gained).sum(axis=0))
    np.testing.assert_allclose(found[:, 8:] * signs, gained, atol=1e-9)
