"""The paper's method in the bench: the product's, with vectors and weights as controls."""

import numpy as np
from sklearn.linear_model import LogisticRegression

from crosslex.paper import PaperClassifier, initial_vectors
from crosslex_bench.methods.crosslex_paper import Paper

SETTINGS = {"n_pivots": 6, "n_non_pivots": 5, "min_count": 20, "window": 4, "dimension": 7}
SETTINGS |= {"epochs": 1, "C": 0.5}


def weights(method: PaperClassifier, task) -> np.ndarray:
    return method.fit(task).decision_.weights


def test_by_default_it_is_the_papers_classifier(binary_pair):
    for changed in ({}, {"sums": "joint"}, {"similarity": np.exp}):
        found = weights(Paper(**SETTINGS | changed), binary_pair)
        expected = weights(PaperClassifier(**SETTINGS | changed), binary_pair)
        np.testing.assert_array_equal(found, expected)


def test_a_feature_without_a_vector_may_keep_its_own_weight(binary_pair):
    with_own = weights(Paper(**SETTINGS, identity=True), binary_pair)
    without = weights(Paper(**SETTINGS), binary_pair)
    known = without.any(axis=1)
    assert 0 < known.sum() < len(known)
    np.testing.assert_array_equal(with_own[known], without[known])
    [labeled] = binary_pair.source_labels
    theta = LogisticRegression(C=0.5, max_iter=5000).fit(labeled.documents, labeled.labels)
    found = with_own[:, 1] - with_own[:, 0]
    np.testing.assert_allclose(found[~known], theta.coef_[0][~known], atol=1e-6)


def test_random_vectors_are_those_before_training(binary_pair):
    method = Paper(**SETTINGS, vectors="random")
    corpora = [domain.corpus.without_labels() for domain in binary_pair.domains]
    vocabulary = method.choose(corpora)
    found = method.learn(corpora, vocabulary, 3)
    start = initial_vectors(6, [5, 5], dimension=7, random_state=3)
    np.testing.assert_array_equal(found.pivots, start.pivots)
