"""The view that the target's surest texts teach, against plain scikit-learn and by hand."""

from dataclasses import replace

import numpy as np
import pytest
from crosslex.adapt.self_training import surest, teach_words
from scipy.sparse import csr_array, vstack
from sklearn.linear_model import LogisticRegression

from crosslex.classify.crosslex import Crosslex, LogRatioClassifier
from crosslex.classify.decision import per_class


@pytest.fixture
def scores(task) -> np.ndarray:
    """Random scores of the target's documents."""
    return np.random.default_rng(0).normal(size=(task.domains[2].documents.shape[0], 2))


def half_of(scores: np.ndarray) -> list[int]:
    lead = np.abs(scores[:, 1] - scores[:, 0])
    return sorted(sorted(range(len(lead)), key=lambda row: -lead[row])[: len(lead) // 2])


def test_it_is_a_classifier_of_labeled_and_of_sure_documents(task, scores):
    found = teach_words(task, scores, LogisticRegression(C=2.0))
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
    found = teach_words(
        replace(task, domains=(*sources, target)), scores, LogisticRegression(C=100.0)
    )
    rows = half_of(scores)
    learned = found.decision.scores(own)[rows]
    assert (learned.argmax(axis=1) == scores[rows].argmax(axis=1)).all()
    # All that is left for a document itself is the intercept of one of the five classifiers.
    held_out = found.pool[:, 1] - found.pool[:, 0]
    assert 1 < len(np.unique(held_out.round(6))) <= 5


def test_the_surest_are_those_whose_best_class_leads_most():
    scores = np.array([[3.0, 2.9, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [9.0, 0.0, 8.9]])
    everyone = csr_array(np.ones((4, 1)))
    assert surest(scores, everyone, 10).tolist() == [1, 2]
    assert surest(scores, everyone, 1).tolist() == [2]


def test_as_a_view_it_counts_as_much_as_the_others_and_does_not_agree_with_them(task):
    method = Crosslex(dimension=4, epochs=3).fit(task)
    views = method.decision_.views
    assert views.taught.tolist() == [False, False, False, True]
    before = Crosslex(dimension=4, epochs=3, self_taught=False).fit(task)
    target = task.domains[2].documents
    np.testing.assert_allclose(before.pool_scores_, before.decision_.scores(target))
    classifier = LogRatioClassifier(LogisticRegression(C=2.0, max_iter=5000))
    again = teach_words(task, before.pool_scores_, classifier)
    deviations = [
        (mix * held).std(axis=0).mean()
        for mix, held in ((views.mix[-1], again.held_out), (1.0, before.held_out_))
    ]
    assert 0 < deviations[0] < deviations[1]
    three = sum(views.scores(target)[:3])
    np.testing.assert_allclose(method.pool_scores_, three + views.mix[-1] * again.pool, atol=1e-3)


def test_without_target_texts_there_is_nothing_to_learn_from(task):
    silent = replace(task.domains[2], documents=csr_array((0, len(task.features))))
    empty = replace(silent, labels=np.empty(0, np.int32))
    method = Crosslex(dimension=4, epochs=3, documents=False).fit(
        replace(task, domains=(*task.domains[:2], empty))
    )
    assert method.pool_scores_.shape == (0, 2)
    assert not method.decision_.views.taught.any()
