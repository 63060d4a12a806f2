"""CORAL against the covariances it promises, and against matrix roots of scipy."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import inv, sqrtm
from scipy.sparse import csr_array

from crosslex.classify.task import AdaptationTask, DomainDocuments
from crosslex.corpus.corpus import Corpus
from crosslex.errors import InputError
from crosslex_bench.methods.coral import CorrelationAlignment, alignment

WIDTH = 5


@pytest.fixture
def task() -> AdaptationTask:
    """Three domains, each with its own covariance; the target is the one in the middle."""
    rng = np.random.default_rng(4)
    domains = []
    for name, size in (("films", 30), ("tools", 40), ("books", 25)):
        matrix = rng.random((size, WIDTH)) @ rng.normal(size=(WIDTH, WIDTH)) + rng.random(WIDTH)
        corpus = Corpus.from_texts(["word"] * size, name=name)
        labels = np.full(size, -1, np.int32)
        domains.append(DomainDocuments(name, corpus, csr_array(matrix), labels))
    features = tuple(f"feature{column}" for column in range(WIDTH))
    return AdaptationTask(features, np.array([0], np.intp), tuple(domains), 1, 2, 0)


def transformed(method: CorrelationAlignment, task: AdaptationTask) -> list[np.ndarray]:
    return [method.transform(domain.documents, place) for place, domain in enumerate(task.domains)]


@pytest.mark.parametrize("dimension", [2, WIDTH, 500])
def test_every_domain_gets_the_covariance_of_the_target(task, dimension):
    method = CorrelationAlignment(dimension=dimension, regularization=1e-9).learn(task)
    films, tools, books = (np.cov(rows.T, bias=True) for rows in transformed(method, task))
    assert films.shape == (min(dimension, WIDTH),) * 2
    np.testing.assert_allclose(films, tools, atol=1e-5)
    np.testing.assert_allclose(books, tools, atol=1e-5)


def test_the_covariances_differed_before(task):
    films, tools, books = (np.cov(domain.documents.toarray().T) for domain in task.domains)
    assert np.abs(films - tools).max() > 0.1
    assert np.abs(books - tools).max() > 0.1


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


def test_fewer_dimensions_keep_the_leading_singular_vectors_of_all_documents(task):
    method = CorrelationAlignment(dimension=2).learn(task)
    everything = np.vstack([domain.documents.toarray() for domain in task.domains])
    leading = np.linalg.svd(everything)[2][:2]
    basis = method.projections_[1]
    np.testing.assert_allclose(basis @ basis.T, leading.T @ leading, atol=1e-4)
    # Sources are aligned within the same plane.
    np.testing.assert_allclose(
        leading.T @ leading @ method.projections_[0], method.projections_[0], atol=1e-4
    )


def test_alignment_is_made_of_matrix_roots():
    rng = np.random.default_rng(0)
    source, target = (np.cov(rng.normal(size=(4, 20))) for _ in range(2))
    expected = inv(sqrtm(source)) @ sqrtm(target)
    np.testing.assert_allclose(alignment(source, target), expected, atol=1e-10)


def test_domains_without_any_variance_stay_as_they_are(task):
    domains = tuple(replace(each, documents=each.documents[[0]]) for each in task.domains)
    method = CorrelationAlignment().learn(replace(task, domains=domains))
    films, tools, _ = (each.documents.toarray() for each in domains)
    found = [method.transform(domains[place].documents, place) for place in (0, 1)]
    np.testing.assert_allclose(found[0] @ found[1].T, films @ tools.T, atol=1e-4)


@pytest.mark.parametrize("name", ["dimension", "regularization"])
def test_settings_that_are_not_positive_are_refused(task, name):
    with pytest.raises(InputError, match=f"{name}: found 0"):
        CorrelationAlignment(**{name: 0}).learn(task)
