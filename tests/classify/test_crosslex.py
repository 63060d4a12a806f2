"""The default method: views by plain scikit-learn, self-training and scales by hand."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csr_array, vstack
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from crosslex.classify.crosslex import (
    Crosslex,
    LogRatioScaler,
    equal_mix,
    feature_scales,
    most_confident,
    train_on_confident,
)
from crosslex.classify.decision import class_scores, margins


class WithoutSelfTraining(Crosslex):
    def self_train(self, task, scores):
        return None


def test_is_the_mean_of_the_views_at_one_deviation(task):
    method = WithoutSelfTraining(C=1.0).fit(task)
    places = ((task.domains[0], 0), (task.domains[1], 1))
    labels = np.concatenate([domain.labels for domain, _ in places])
    target = task.domains[2].documents
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    scores, deviations = [], []
    for classifier, transform in (
        (make_pipeline(LogRatioScaler(), LogisticRegression()), lambda documents, _: documents),
        (
            LogisticRegression(),
            lambda documents, place: csr_array(method.profiles_.transform(documents, place)),
        ),
    ):
        rows = csr_array(vstack([transform(domain.documents, place) for domain, place in places]))
        fitted = clone(classifier).fit(rows, labels)
        scores.append(fitted.decision_function(transform(target, 2)))
        held_out = np.empty(len(labels))
        for others, left_out in folds.split(labels, labels):
            again = clone(classifier).fit(rows[others], labels[others])
            held_out[left_out] = again.decision_function(rows[left_out])
        deviations.append(held_out.std())
    expected = (
        np.mean(deviations)
        * sum(score / deviation for score, deviation in zip(scores, deviations, strict=True))
        / 2
    )
    found = method.decision_.scores(target)
    np.testing.assert_allclose(found[:, 1] - found[:, 0], expected, atol=1e-3)
    np.testing.assert_allclose(sum(view.scores(target) for view in method.decision_.views), found)


@pytest.fixture
def scores(task) -> np.ndarray:
    """Random scores of the target's documents."""
    return np.random.default_rng(0).normal(size=(task.domains[2].documents.shape[0], 2))


def half_of(scores: np.ndarray) -> list[int]:
    margins = np.abs(scores[:, 1] - scores[:, 0])
    return sorted(sorted(range(len(margins)), key=lambda row: -margins[row])[: len(margins) // 2])


def test_it_is_a_classifier_of_labeled_and_of_confident_documents(task, scores):
    found = train_on_confident(task, scores, LogisticRegression(C=2.0))
    rows = half_of(scores)
    target = task.domains[2].documents
    documents = [task.domains[0].documents, task.domains[1].documents, target[rows]]
    labels = [task.domains[0].labels, task.domains[1].labels, scores[rows].argmax(axis=1)]
    plain = LogisticRegression(C=2.0).fit(vstack(documents), np.concatenate(labels))
    expected = class_scores(plain, target)
    np.testing.assert_allclose(found.decision.scores(target), expected, atol=1e-3)


def test_no_document_judges_itself(task, scores):
    # With a word of its own for each document, only those learned from have weights.
    n_words = len(task.features)
    scores = scores[:n_words]
    own, nothing = csr_array(np.eye(n_words)), csr_array((60, n_words))
    target = replace(task.domains[2], documents=own, labels=np.full(n_words, -1, np.int32))
    sources = [replace(each, documents=nothing) for each in task.domains[:2]]
    found = train_on_confident(
        replace(task, domains=(*sources, target)), scores, LogisticRegression(C=100.0)
    )
    rows = half_of(scores)
    learned = found.decision.scores(own)[rows]
    assert (learned.argmax(axis=1) == scores[rows].argmax(axis=1)).all()
    # All that is left for a document itself is the intercept of one of the five classifiers.
    held_out = found.pool[:, 1] - found.pool[:, 0]
    assert 1 < len(np.unique(held_out.round(6))) <= 5


def test_the_most_confident_are_those_with_the_largest_margins():
    scores = np.array([[3.0, 2.9, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [9.0, 0.0, 8.9]])
    everyone = csr_array(np.ones((4, 1)))
    assert most_confident(scores, everyone, 10).tolist() == [1, 2]
    assert most_confident(scores, everyone, 1).tolist() == [2]


def test_as_a_view_it_counts_as_much_as_the_others_and_does_not_agree_with_them(task):
    method = Crosslex().fit(task)
    views = method.decision_.views
    assert len(views) == 3
    before = WithoutSelfTraining().fit(task)
    target = task.domains[2].documents
    np.testing.assert_allclose(before.pool_scores_, before.decision_.scores(target))
    classifier = make_pipeline(LogRatioScaler(), LogisticRegression(C=2.0, max_iter=5000))
    again = train_on_confident(task, before.pool_scores_, classifier)
    mix = np.linalg.norm(views[-1].weights) / np.linalg.norm(again.decision.weights)
    deviations = [held.std(axis=0).mean() for held in (mix * again.held_out, before.held_out_)]
    assert 0 < deviations[0] < deviations[1]
    others = views[0].scores(target) + views[1].scores(target)
    np.testing.assert_allclose(method.pool_scores_, others + mix * again.pool, atol=1e-3)


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
    nothing = feature_scales(csr_array(np.ones((4, 3))), np.array([0, 1, 0, 1]))
    assert nothing.tolist() == [1.0] * 3


def test_separation_ratio_is_that_of_reliability_and_correlation(task):
    method = Crosslex(C=1.0).fit(task)
    target = task.domains[2].documents
    documents = csr_array(vstack([domain.documents for domain in task.domains[:2]]))
    labels = np.concatenate([domain.labels for domain in task.domains[:2]])
    rows = np.flatnonzero(np.diff(target.indptr))
    words, profiles, _ = (margins(view.scores(target))[rows] for view in method.decision_.views)
    held_out = np.empty(len(labels))
    halves = np.random.default_rng(0).integers(0, 2, (3, len(task.features))) == 0
    of_halves = np.empty((3, 2, len(labels)))
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    for others, left_out in folds.split(labels, labels):
        again = make_pipeline(LogRatioScaler(), LogisticRegression(max_iter=5000))
        again.fit(documents[others], labels[others])
        held_out[left_out] = again.decision_function(documents[left_out])
        for split, half in enumerate(halves):
            for side, chosen in enumerate((half, ~half)):
                only = csr_array(documents[left_out].toarray() * chosen)
                of_halves[split, side, left_out] = again.decision_function(only)
    weights = margins(method.decision_.views[0].weights)
    dense = target.toarray()[rows]
    in_target = [[dense @ (weights * half), dense @ (weights * ~half)] for half in halves]

    def reliable(splits):
        return np.mean([4 * np.cov(a, b, ddof=0)[0, 1] / np.var(np.add(a, b)) for a, b in splits])

    kept = max(0, reliable(in_target)) / reliable(of_halves)
    agreement = np.corrcoef(words, profiles)[0, 1]
    at_source = np.corrcoef(held_out, margins(method.profiles_.held_out_))[0, 1]
    expected = np.sqrt(kept) * agreement / at_source
    assert method.separation_ratio_ == pytest.approx(expected, rel=1e-3)


def test_a_view_that_never_varies_has_no_weight():
    mute, varying = np.full((3, 2), 7.0), np.array([[0.0, 3.0], [3.0, 0.0], [1.0, 1.0]])
    np.testing.assert_allclose(equal_mix([mute, varying]), [0, 1])
    np.testing.assert_array_equal(equal_mix([mute, mute]), np.zeros(2))
