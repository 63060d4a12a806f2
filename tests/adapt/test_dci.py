"""DCI where features share words with pivots."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from crosslex.adapt import AdaptationTask, DomainDocuments
from crosslex.adapt.dci import DistributionalCorrespondence, inner_products, profiles
from crosslex.corpus import Corpus

FEATURES = ("waste", "great", "waste money", "plot", "great plot")
PIVOTS = np.array([0, 1], np.intp)
FILMS = np.array([[1.0, 0, 2, 1, 0], [0, 1, 0, 3, 2], [2, 1, 1, 0, 0], [0, 2, 0, 1, 1]])
TOOLS = np.array([[1.0, 2, 0, 0, 0], [3, 0, 1, 1, 0], [0, 1, 0, 2, 1]])


@pytest.fixture
def task() -> AdaptationTask:
    domains = []
    for name, matrix in (("films", FILMS), ("tools", TOOLS)):
        corpus = Corpus.from_texts(["word"] * len(matrix), name=name)
        labels = np.full(len(matrix), -1, np.int32)
        domains.append(DomainDocuments(name, corpus, csr_array(matrix), labels))
    return AdaptationTask(FEATURES, PIVOTS, tuple(domains), 1, 2, 0)


def expected_profiles(matrix: np.ndarray, others: np.ndarray, backoff: float) -> np.ndarray:
    """Cosines with `waste` and `great`, 0 where a word is shared, standardized and scaled."""
    products = matrix.T @ matrix + backoff * others.T @ others
    cosines = products / np.sqrt(np.outer(np.diag(products), np.diag(products)))
    chosen = cosines[:, PIVOTS]
    chosen[[0, 2], 0] = 0  # waste, waste money
    chosen[[1, 4], 1] = 0  # great, great plot
    standardized = (chosen - chosen.mean(axis=0)) / chosen.std(axis=0)
    return standardized / np.linalg.norm(standardized, axis=1, keepdims=True)


@pytest.mark.parametrize("backoff", [0.0, 0.5])
def test_features_that_share_a_word_do_not_correspond(task, backoff):
    method = DistributionalCorrespondence(backoff=backoff, skip_overlaps=True).learn(task)
    films = expected_profiles(FILMS, TOOLS, backoff)
    tools = expected_profiles(TOOLS, FILMS, backoff)
    films[PIVOTS] = tools[PIVOTS] = (films[PIVOTS] + tools[PIVOTS]) / 2
    np.testing.assert_allclose(method.profiles_[0], films, atol=1e-5)
    np.testing.assert_allclose(method.profiles_[1], tools, atol=1e-5)


def test_by_default_a_pivot_corresponds_with_itself_most(task):
    published = DistributionalCorrespondence().learn(task).profiles_[0]
    skipping = DistributionalCorrespondence(skip_overlaps=True).learn(task).profiles_[0]
    for place, pivot in enumerate(PIVOTS):
        assert published[pivot].argmax() == place
        assert skipping[pivot].argmax() != place


def test_inner_products_are_those_of_dense_matrices():
    products, squares = inner_products(csr_array(FILMS), PIVOTS)
    np.testing.assert_allclose(products, FILMS.T @ FILMS[:, PIVOTS])
    np.testing.assert_allclose(squares, np.diag(FILMS.T @ FILMS))


def test_a_feature_that_never_occurs_has_no_profile_and_changes_no_other():
    products, squares = inner_products(csr_array(FILMS), PIVOTS)
    extended = profiles(
        np.vstack([products, np.zeros((1, 2), np.float32)]),
        np.append(squares, np.float32(0)),
        PIVOTS,
    )
    np.testing.assert_allclose(extended[:-1], profiles(products, squares, PIVOTS), atol=1e-6)
    assert not extended[-1].any()
