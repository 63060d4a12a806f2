"""The change of a classifier by labels of the target, and which labels to ask for."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from crosslex.classify.decision import Views
from crosslex.classify.few_labels import candidates, most_useful, prior_covariance
from crosslex.classify.refinement import (
    LINE_ERROR,
    VIEW_ERROR,
    WORD_ERROR,
    fit_refinement,
    usual_length,
)


def draw(seed: int, *, size: int = 30, features: int = 12, classes: int = 2):
    """Random documents of length 1, their labels, and two views of them."""
    random = np.random.default_rng(seed)
    dense = random.random((size, features)) * (random.random((size, features)) < 0.4)
    dense[:, 0] += 0.1
    dense /= np.linalg.norm(dense, axis=1, keepdims=True)
    views = Views(
        random.normal(size=(2, features, classes)),
        random.normal(size=(2, classes)),
        np.array([1.5, 0.5]),
        np.zeros(2, bool),
    )
    return csr_array(dense), random.integers(0, classes, size), views


def log_odds_of(views: Views, documents: csr_array) -> np.ndarray:
    return np.sum(views.scores(documents), axis=0) - np.linspace(0, 1, views.intercepts.shape[1])


def margins(scores: np.ndarray) -> np.ndarray:
    return scores[:, 1] - scores[:, 0]


class TestRefinement:
    def test_of_line_and_words_is_a_logistic_regression(self):
        documents, labels, _ = draw(0)
        center = documents.toarray().mean(axis=0)
        found = fit_refinement(np.zeros((30, 2)), documents, labels, center=center)
        columns = np.column_stack(
            [np.full(30, LINE_ERROR), WORD_ERROR * (documents.toarray() - center)]
        )
        peer = LogisticRegression(C=1.0, fit_intercept=False, tol=1e-10, max_iter=10_000)
        expected = peer.fit(columns, labels).decision_function(columns)
        np.testing.assert_allclose(margins(found.scores(documents)), expected, atol=1e-5)

    @given(st.integers(0, 10_000))
    @settings(max_examples=20)
    def test_is_where_the_prior_and_the_labels_pull_alike(self, seed):
        # At the maximum, the change is the prior's covariance times what labels still ask for.
        documents, labels, views = draw(seed)
        center = documents.toarray().mean(axis=0)
        before = log_odds_of(views, documents)
        found = fit_refinement(before, documents, labels, center=center, views=views)
        change = margins(found.scores(documents))
        asked = labels - expit(margins(before) + change)
        covariance = prior_covariance(documents, center, views.scores(documents))
        np.testing.assert_allclose(change, covariance @ asked, atol=1e-4)

    @pytest.mark.parametrize("classes", [2, 3])
    def test_makes_the_labels_likelier(self, classes):
        documents, labels, views = draw(1, classes=classes)
        before = log_odds_of(views, documents)
        found = fit_refinement(
            before, documents, labels, center=np.zeros(documents.shape[1]), views=views
        )
        after = before + found.scores(documents)

        def likelihood(scores):
            return (scores - np.logaddexp.reduce(scores, axis=1)[:, None])[range(30), labels].sum()

        assert likelihood(after) > likelihood(before)

    def test_does_not_depend_on_the_order_of_the_labels(self):
        documents, labels, views = draw(2)
        center, order = np.zeros(documents.shape[1]), np.random.default_rng(0).permutation(30)
        before = log_odds_of(views, documents)
        first = fit_refinement(before, documents, labels, center=center, views=views)
        second = fit_refinement(
            before[order], documents[order], labels[order], center=center, views=views
        )
        np.testing.assert_allclose(first.weights, second.weights, atol=1e-5)

    def test_of_labels_that_are_certain_already_is_small(self):
        documents, labels, _ = draw(3)
        certain = 20.0 * np.eye(2)[labels]
        found = fit_refinement(certain, documents, labels, center=np.zeros(documents.shape[1]))
        assert np.abs(found.scores(documents)).max() < 1e-4

    def test_adds_labels_after_those_it_has(self):
        documents, labels, _ = draw(4)
        center = np.zeros(documents.shape[1])
        found = fit_refinement(np.zeros((20, 2)), documents[:20], labels[:20], center=center)
        stacked, codes = found.more(documents[20:], labels[20:])
        np.testing.assert_array_equal(stacked.toarray(), documents.toarray())
        np.testing.assert_array_equal(codes, labels)


class TestPriorCovariance:
    def test_is_that_of_drawn_changes(self):
        documents, _, views = draw(5, size=4, features=5)
        center, parts = np.full(5, 0.2), views.scores(documents)
        random, drawn = np.random.default_rng(0), 200_000
        scale = WORD_ERROR / usual_length(documents)
        words = (documents.toarray() - center) @ random.normal(scale=scale, size=(5, drawn))
        say = np.array([margins(part) for part in parts]).T @ random.normal(
            scale=VIEW_ERROR, size=(2, drawn)
        )
        changes = words + say + random.normal(scale=LINE_ERROR, size=drawn)
        np.testing.assert_allclose(
            prior_covariance(documents, center, parts), np.cov(changes), rtol=0.05, atol=0.05
        )


class TestMostUseful:
    def slow(self, log_odds, documents, number, center, parts, n_labeled):
        """Try every document, and compute what is left of the variance from scratch."""
        prior = prior_covariance(documents, center, parts)
        shrunk = margins(log_odds) / np.sqrt(1 + np.pi * np.diag(prior) / 8)
        information = expit(shrunk) * (1 - expit(shrunk))
        chosen = list(range(n_labeled))
        weights = information.copy()
        weights[:n_labeled] = 0
        for _ in range(number):
            left = {}
            for index in set(range(len(prior))) - set(chosen):
                seen = [*chosen, index]
                noise = np.diag(1 / information[seen])
                gain = np.linalg.solve(prior[np.ix_(seen, seen)] + noise, prior[seen])
                left[index] = weights @ np.diag(prior - prior[:, seen] @ gain)
            chosen.append(min(left, key=left.__getitem__))
        return chosen[n_labeled:]

    @given(st.integers(0, 10_000), st.integers(0, 3))
    @settings(max_examples=20)
    def test_leaves_the_least_variance(self, seed, n_labeled):
        documents, _, views = draw(seed, size=12)
        center, parts = documents.toarray().mean(axis=0), views.scores(documents)
        log_odds = log_odds_of(views, documents)
        found = most_useful(log_odds, documents, 4, center=center, parts=parts, n_labeled=n_labeled)
        assert found == self.slow(log_odds, documents, 4, center, parts, n_labeled)

    def test_names_no_document_twice(self):
        documents, _, views = draw(6)
        found = most_useful(
            log_odds_of(views, documents), documents, 30, center=np.zeros(documents.shape[1])
        )
        assert sorted(found) == list(range(30))

    def test_prefers_the_uncertain_of_two_documents_that_are_alike_otherwise(self):
        documents = csr_array(np.eye(4))
        log_odds = np.array([[0.0, 4.0], [0.0, 0.1], [3.0, 0.0], [0.0, 5.0]])
        assert most_useful(log_odds, documents, 1, center=np.full(4, 0.25)) == [1]

    def test_has_at_most_so_many_candidates(self):
        found = candidates(10_000, seed=3)
        assert len(found) == len(set(found.tolist())) == 2000
        assert found.max() >= 2000  # a sample of all, not the first ones
        np.testing.assert_array_equal(found, candidates(10_000, seed=3))
