"""The default method: its views by plain scikit-learn, and self-training by hand."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csr_array, vstack
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from crosslex.classify.crosslex import (
    Crosslex,
    LogRatioClassifier,
    most_confident,
    train_on_confident,
)
from crosslex.classify.decision import per_class
from crosslex.classify.profiles import find_source_neighbors


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
        (LogRatioClassifier(LogisticRegression()), lambda documents, _: documents),
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
    np.testing.assert_allclose(sum(method.decision_.views.scores(target)), found)


def test_finds_the_source_words_nearest_to_a_word(task):
    method = Crosslex().fit(task)
    words = method.decision_.views.weights[0]
    expected = find_source_neighbors(task, method.profiles_.profiles_, words)
    np.testing.assert_array_equal(method.decision_.neighbors.features, expected.features)


def test_its_settings_reach_the_views(task):
    method = Crosslex(backoff=0.5, C=0.7).fit(task)
    assert (method.profiles_.C, method.profiles_.backoff) == (0.7, 0.5)


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
    expected = per_class(plain.decision_function(target))
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
    assert views.self_trained.tolist() == [False, False, True]
    before = WithoutSelfTraining().fit(task)
    target = task.domains[2].documents
    np.testing.assert_allclose(before.pool_scores_, before.decision_.scores(target))
    classifier = LogRatioClassifier(LogisticRegression(C=2.0, max_iter=5000))
    again = train_on_confident(task, before.pool_scores_, classifier)
    deviations = [
        (mix * held).std(axis=0).mean()
        for mix, held in ((views.mix[-1], again.held_out), (1.0, before.held_out_))
    ]
    assert 0 < deviations[0] < deviations[1]
    others = sum(views.scores(target)[:2])
    np.testing.assert_allclose(method.pool_scores_, others + views.mix[-1] * again.pool, atol=1e-3)


def test_without_target_texts_there_is_nothing_to_learn_from(task):
    silent = replace(task.domains[2], documents=csr_array((0, len(task.features))))
    empty = replace(silent, labels=np.empty(0, np.int32))
    method = Crosslex().fit(replace(task, domains=(*task.domains[:2], empty)))
    assert method.pool_scores_.shape == (0, 2)
    assert not method.decision_.views.self_trained.any()
