"""Scales of features and the classifier that uses them, by hand and against scikit-learn."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB

from crosslex.classify.crosslex import LogRatioClassifier, feature_scales
from crosslex.classify.decision import LinearDecision


@pytest.fixture
def documents() -> np.ndarray:
    """Weights of random documents × features; the last feature never occurs."""
    rng = np.random.default_rng(0)
    return np.where(rng.random((60, 8)) < 0.4, rng.random((60, 8)), 0) * (np.arange(8) < 7)


@pytest.fixture
def labels() -> np.ndarray:
    return np.random.default_rng(1).integers(0, 2, 60)


def test_scales_are_the_ratios_of_naive_bayes(documents, labels):
    bayes = MultinomialNB(alpha=1.0).fit(documents > 0, labels)
    ratios = np.abs(bayes.feature_log_prob_[1] - bayes.feature_log_prob_[0])
    usual = np.sqrt((ratios[:7] ** 2).mean())  # of the features that occur
    expected = (1 + ratios / usual) / 2
    np.testing.assert_allclose(feature_scales(csr_array(documents), labels), expected)


def test_of_three_classes_a_feature_of_one_of_them_counts_more_than_one_of_all():
    telling, shared = np.array([1.0, 0, 0] * 10), np.ones(30)
    found = feature_scales(csr_array(np.column_stack([telling, shared])), np.arange(30) % 3)
    assert found[0] > 1 > found[1]


def test_features_that_say_nothing_are_left_as_they_are():
    found = feature_scales(csr_array(np.ones((4, 3))), np.array([0, 1, 0, 1]))
    assert found.tolist() == [1.0, 1.0, 1.0]


def test_it_is_a_classifier_of_scaled_documents(documents, labels):
    sparse = csr_array(documents)
    scales = feature_scales(sparse, labels)
    plain = LogisticRegression(C=2.0).fit(documents * scales, labels)
    found = clone(LogRatioClassifier(LogisticRegression(C=2.0))).fit(sparse, labels)
    expected = plain.decision_function(documents * scales)
    np.testing.assert_allclose(found.decision_function(sparse), expected, atol=1e-3)
    decision = LinearDecision.of_classifier(found, 8)
    weights = decision.weights[:, 1] - decision.weights[:, 0]
    np.testing.assert_allclose(weights, plain.coef_[0] * scales, atol=1e-3)


def test_rare_telling_words_get_more_weight_than_without_scales():
    labels = np.arange(40) % 2
    telling = np.where((labels == 1) & (np.arange(40) < 8), 1.0, 0.0)  # four documents of one class
    noise = (np.random.default_rng(0).random((40, 6)) < 0.5).astype(float)
    documents = csr_array(np.column_stack([telling, noise]))
    plain = LinearDecision.of_classifier(LogisticRegression().fit(documents, labels), 7)
    scaled = LinearDecision.of_classifier(
        LogRatioClassifier(LogisticRegression()).fit(documents, labels), 7
    )
    assert scaled.weights[0, 1] > 1.2 * plain.weights[0, 1]
