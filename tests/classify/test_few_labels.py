"""A classifier that asks for labels of the target, and learns from them."""

from copy import copy
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from crosslex import CrossDomainClassifier
from crosslex.classify.decision import LinearDecision, margins
from crosslex.classify.few_labels import (
    LINE_ERROR,
    VIEW_ERROR,
    WORD_ERROR,
    fit_change,
    most_useful,
    prior_covariance,
    usual_length,
)
from crosslex.errors import CrosslexWarning, InputError

# "handy" is good and "grim" is bad, but only among tools: no label of films says so.
GOOD, BAD, SHARED = ["handy", "neat"], ["grim", "cracked"], ["great", "awful"]


def write(domain: str, number: int, seed: int) -> tuple[list[str], list[str]]:
    random = np.random.default_rng([seed, len(domain)])
    texts, labels = [], []
    for index in range(number):
        good = index % 2 == 0
        words = [SHARED[not good] if random.random() < 0.6 else SHARED[good]]
        if domain == "tools":
            words += random.choice(GOOD if good else BAD, 1).tolist()
        words += random.choice([f"{domain}{each}" for each in range(12)], 4).tolist()
        texts.append(" ".join(random.permutation(words)))
        labels.append("good" if good else "bad")
    return texts, labels


FILMS, FILM_LABELS = write("films", 80, 0)
TOOLS, TOOL_LABELS = write("tools", 120, 1)
UNSEEN, UNSEEN_LABELS = write("tools", 200, 2)


@cache
def _fitted(method: str, encoder: object) -> CrossDomainClassifier:
    classifier = CrossDomainClassifier(method, "tools", min_documents=2, encoder=encoder)
    domains = ["films"] * len(FILMS) + ["tools"] * len(TOOLS)
    return classifier.fit(FILMS + TOOLS, FILM_LABELS + [-1] * len(TOOLS), sample_domain=domains)


def fitted(method: str = "none", encoder: object = None) -> CrossDomainClassifier:
    """Return a copy, which may be refined."""
    return copy(_fitted(method, encoder))


@pytest.fixture
def classifier() -> CrossDomainClassifier:
    return fitted()


class TestRefine:
    @pytest.mark.parametrize("method", ["none", "crosslex"])
    def test_learns_words_that_only_the_target_has(self, method):
        classifier = fitted(method)
        before = classifier.score(UNSEEN, UNSEEN_LABELS)
        after = classifier.refine(TOOLS, TOOL_LABELS).score(UNSEEN, UNSEEN_LABELS)
        assert before < 0.8 < 0.9 < after

    def test_in_two_steps_is_the_same_as_in_one_also_if_saved_between(self, classifier, tmp_path):
        classifier.refine(TOOLS[:30], TOOL_LABELS[:30]).save(tmp_path / "c")
        loaded = CrossDomainClassifier.load(tmp_path / "c")
        loaded.refine(TOOLS[30:50], TOOL_LABELS[30:50])
        at_once = fitted().refine(TOOLS[:50], TOOL_LABELS[:50])
        assert loaded.n_target_labels_ == at_once.n_target_labels_ == 50
        np.testing.assert_allclose(
            loaded.decision_function(UNSEEN), at_once.decision_function(UNSEEN), atol=1e-5
        )

    def test_counts_a_text_that_is_given_again_once_with_its_new_label(self, classifier, tmp_path):
        flipped = ["bad" if label == "good" else "good" for label in TOOL_LABELS]
        classifier.refine(TOOLS[:20], flipped[:20])
        classifier.refine(TOOLS[10:30], flipped[10:30]).save(tmp_path / "classifier")
        classifier = CrossDomainClassifier.load(tmp_path / "classifier")
        classifier.refine(TOOLS[:40], TOOL_LABELS[:40])
        assert classifier.n_target_labels_ == 40
        found = classifier.decision_function(UNSEEN)
        np.testing.assert_array_equal(
            found, fitted().refine(TOOLS[:40], TOOL_LABELS[:40]).decision_function(UNSEEN)
        )

    def test_refuses_what_it_cannot_use(self, classifier):
        with pytest.raises(InputError, match="y: found the label 'fair'; the classes are bad"):
            classifier.refine(TOOLS[:2], ["good", "fair"])
        with pytest.raises(InputError, match="y: found 1 for 2 texts"):
            classifier.refine(TOOLS[:2], ["good"])
        with pytest.raises(InputError, match="y: none of the texts has a label"):
            classifier.refine([TOOLS[0], "zzz"], [-1, "good"])
        assert classifier.n_target_labels_ == 0

    def test_explains_all_of_what_changed(self, classifier):
        classifier.refine(TOOLS, TOOL_LABELS)
        pushes = classifier.explain(UNSEEN[0], top=100).contributions
        other = classifier.explain(UNSEEN[1], top=100).contributions
        signs = [1 if classifier.predict([text])[0] == "good" else -1 for text in UNSEEN[:2]]
        sums = [sum(each.weight for each in found) for found in (pushes, other)]
        difference = np.diff(classifier.decision_function(UNSEEN[:2]))[0]
        assert signs[1] * sums[1] - signs[0] * sums[0] == pytest.approx(difference)


class TestSuggest:
    def test_returns_different_texts_the_most_useful_first(self, classifier):
        found = classifier.suggest(TOOLS, 10)
        assert len(set(found.tolist())) == 10
        with pytest.warns(CrosslexWarning, match="asked for 4 texts, but only 2 contain words"):
            assert sorted(classifier.suggest(["zzz", *TOOLS[:2]], 4).tolist()) == [1, 2]
        assert found[:4].tolist() == classifier.suggest(TOOLS, 4).tolist()

    def test_asks_for_no_text_that_resembles_a_labeled_one(self, classifier):
        copies = [TOOLS[0]] * 3
        first = int(classifier.suggest([*copies, TOOLS[1]], 1)[0])
        assert first < 3  # most texts are copies
        with pytest.warns(CrosslexWarning, match="all 60 labels are of the class 'good'"):
            classifier.refine(copies * 20, ["good"] * 60)
        assert classifier.suggest([*copies, TOOLS[1]], 1).tolist() == [3]

    def test_of_many_texts_compares_a_sample_of_all(self, classifier, monkeypatch):
        monkeypatch.setattr("crosslex.classify.few_labels.MAX_CANDIDATES", 20)
        found = classifier.suggest(TOOLS, 20)
        assert len(set(found.tolist())) == 20
        assert found.max() >= 20  # not the first ones
        np.testing.assert_array_equal(found, classifier.suggest(TOOLS, 20))

    def test_refuses_texts_without_known_words_and_no_number(self, classifier):
        with pytest.raises(InputError, match="none of the texts contains a word"):
            classifier.suggest(["zzz"], 1)
        for number in (0, 2001):
            with pytest.raises(InputError, match=f"n: found {number}; give"):
                classifier.suggest(TOOLS, number)


def draw(seed: int, *, size: int = 30, features: int = 12, classes: int = 2):
    """Random documents of length 1, their labels, and two views of them."""
    random = np.random.default_rng(seed)
    dense = random.random((size, features)) * (random.random((size, features)) < 0.4)
    dense[:, 0] += 0.1
    dense /= np.linalg.norm(dense, axis=1, keepdims=True)
    views = [
        LinearDecision(random.normal(size=(features, classes)), random.normal(size=classes))
        for _ in range(2)
    ]
    return csr_array(dense), random.integers(0, classes, size), views


def log_odds_of(parts: list[np.ndarray]) -> np.ndarray:
    return np.sum(parts, axis=0) - np.linspace(0, 1, parts[0].shape[1])


def parts_of(views: list[LinearDecision], documents: csr_array) -> list[np.ndarray]:
    return [view.scores(documents) for view in views]


class TestFitChange:
    def test_of_line_and_words_is_a_logistic_regression(self):
        documents, labels, _ = draw(0)
        center = documents.toarray().mean(axis=0)
        found = fit_change(np.zeros((30, 2)), documents, labels, center=center)
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
        before = log_odds_of(parts_of(views, documents))
        found = fit_change(before, documents, labels, center=center, views=views)
        change = margins(found.scores(documents))
        asked = labels - expit(margins(before) + change)
        covariance = prior_covariance(documents, center, parts_of(views, documents))
        np.testing.assert_allclose(change, covariance @ asked, atol=1e-4)


class TestPriorCovariance:
    def test_is_that_of_drawn_changes(self):
        documents, _, views = draw(5, size=4, features=5)
        center, parts = np.full(5, 0.2), parts_of(views, documents)
        random, drawn = np.random.default_rng(0), 50_000
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
        center, parts = documents.toarray().mean(axis=0), parts_of(views, documents)
        log_odds = log_odds_of(parts_of(views, documents))
        found = most_useful(log_odds, documents, 4, center=center, parts=parts, n_labeled=n_labeled)
        assert found == self.slow(log_odds, documents, 4, center, parts, n_labeled)
