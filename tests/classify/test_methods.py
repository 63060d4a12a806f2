"""The methods by name, the baselines against scikit-learn, and what every method must do."""

import pickle
import subprocess
import sys
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.special import softmax
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from crosslex import CrossDomainClassifier, TextSettings
from crosslex.classify import MethodName
from crosslex.classify.decision import class_scores, fold
from crosslex.classify.method import (
    AdaptationMethod,
    InDomain,
    RepresentationMethod,
    fresh_method,
)
from crosslex.errors import InputError
from crosslex.paper import PaperClassifier

pytestmark = pytest.mark.filterwarnings(
    "ignore:(n_pivots|n_non_pivots):crosslex.errors.CrosslexWarning"
)


class Own(AdaptationMethod):
    pass


@pytest.mark.parametrize("name", get_args(MethodName))
def test_a_name_gives_an_unfitted_object_that_can_be_cloned_and_pickled(name):
    method = fresh_method(name)
    assert isinstance(method, AdaptationMethod)
    assert not [attribute for attribute in vars(method) if attribute.endswith("_")]
    before = method.get_params()
    assert clone(method).get_params() == before
    assert pickle.loads(pickle.dumps(method)).get_params() == before
    assert not [parameter for parameter in before if "__" in parameter]


def test_neither_names_nor_the_default_method_load_the_paper():
    program = """if True:
        import sys, crosslex.classify
        print([name for name in ("crosslex.paper", "sklearn") if name in sys.modules])
        import crosslex.classify.crosslex
        print([name for name in ("crosslex.paper", "matplotlib") if name in sys.modules])
    """
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "[]\n[]\n"


@pytest.mark.parametrize("wrong", ["croslex", Own, None, 3])
def test_what_is_no_method_is_refused(wrong):
    with pytest.raises(
        InputError, match=r"^method: found .*give one of crosslex, none, "
    ) as caught:
        fresh_method(wrong)
    assert ("did you mean crosslex?" in str(caught.value)) == (wrong == "croslex")


def test_in_domain_is_scikit_learn_on_the_labeled_documents_of_the_target_alone(task):
    labels = np.tile([0, 1, -1], 20).astype(np.int32)
    target = replace(task.domains[-1], labels=labels)
    decision = InDomain(C=3).fit(replace(task, domains=(*task.domains[:-1], target))).decision_
    documents = task.domains[-1].documents
    expected = LogisticRegression(C=3).fit(documents[labels >= 0], labels[labels >= 0])
    scores = decision.scores(documents)
    np.testing.assert_allclose(
        scores[:, 1] - scores[:, 0], expected.decision_function(documents), atol=1e-9
    )


def random_documents(size: int, n_features: int, seed: int = 0) -> csr_array:
    rng = np.random.default_rng(seed)
    values = rng.random((size, n_features))
    return csr_array(np.where(values < 0.3, values, 0))


class RandomProjection(RepresentationMethod):
    """A representation with another matrix and another shift in each domain."""

    def learn(self, task):
        rng = np.random.default_rng(0)
        self.matrices = rng.normal(size=(len(task.domains), len(task.features), 4))
        self.shifts = rng.normal(size=(len(task.domains), 4))
        return self

    def transform(self, documents, domain):
        return documents @ self.matrices[domain] + self.shifts[domain]


class TestFold:
    # Features are folded some thousands at a time; two sizes lie at and across the border.
    @pytest.mark.parametrize("n_features", [1, 4097])
    def test_recovers_a_linear_map(self, n_features):
        rng = np.random.default_rng(n_features)
        weights, intercept = rng.normal(size=(n_features, 3)), rng.normal(size=3)
        found = fold(lambda documents: documents @ weights + intercept, n_features)
        np.testing.assert_allclose(found.weights, weights, atol=1e-12)
        np.testing.assert_allclose(found.intercept, intercept)


class TestClassScores:
    @pytest.mark.parametrize("n_classes", [2, 3])
    def test_are_log_odds_of_the_classifier_s_probabilities(self, n_classes):
        documents = random_documents(40, 6)
        fitted = LogisticRegression().fit(documents, np.arange(40) % n_classes)
        scores = class_scores(fitted, documents)
        assert scores.shape == (40, n_classes)
        np.testing.assert_allclose(softmax(scores, axis=1), fitted.predict_proba(documents))


class TestTraining:
    def test_sees_the_labeled_documents_of_all_sources_each_as_its_own_domain(self, task):
        projection = RandomProjection().learn(task)
        # The target has labels here, which must not be looked at, and each source has gaps.
        domains = list(task.domains)
        for index, labels in ((0, domains[0].labels.copy()), (2, np.ones(60, np.int32))):
            labels[::3] = -1
            domains[index] = replace(domains[index], labels=labels)
        task = replace(task, domains=tuple(domains))
        fitted = projection.train_on_sources(task, projection.transform)
        rows, labels = [], []
        for index in (0, 1):
            dense = domains[index].documents.toarray()
            for document, label in zip(dense, domains[index].labels, strict=True):
                if label >= 0:
                    rows.append(document @ projection.matrices[index] + projection.shifts[index])
                    labels.append(label)
        assert len(rows) == 100
        expected = LogisticRegression().fit(np.array(rows), labels)
        np.testing.assert_allclose(fitted.coef_, expected.coef_, rtol=1e-6)


def test_held_out_scores_come_from_classifiers_that_have_not_seen_the_label(task):
    method = AdaptationMethod()
    rng = np.random.default_rng(0)
    documents, labels = rng.normal(size=(12, 3)), np.array([0, 1] * 6, np.int32)
    method.train(task, [documents], [labels])
    folds = StratifiedKFold(5, shuffle=True, random_state=0).split(documents, labels)
    for training, left_out in folds:
        fitted = LogisticRegression().fit(documents[training], labels[training])
        expected = fitted.decision_function(documents[left_out])
        found = method.held_out_[left_out]
        np.testing.assert_allclose(found[:, 1] - found[:, 0], expected, atol=1e-3)


METHODS = {
    "crosslex": "crosslex",
    "none": "none",
    "in_domain": "in_domain",
    "paper": PaperClassifier(n_pivots=8, n_non_pivots=8, min_count=10, dimension=10, epochs=3),
}


@pytest.fixture(scope="module")
def given(reviews):
    """Films and tools; tools have labels too, which only in_domain may look at."""
    return reviews()


@pytest.fixture(scope="module")
def tests(reviews):
    """Further texts about tools."""
    return reviews(["tools"], size=50, seed=1)


def fit(name, given, labels=None, **options):
    classifier = CrossDomainClassifier(
        METHODS[name], "tools", text_settings=TextSettings(lemmatize=False), **options
    )
    labels = given.labels if labels is None else labels
    return classifier.fit(given.texts, labels, sample_domain=given.domains)


@pytest.fixture(scope="module", params=METHODS)
def name(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def fitted(name, given):
    return fit(name, given)


def test_decides_better_than_chance(fitted, name, tests):
    scores = fitted._scores(tests.texts)
    assert np.isfinite(scores).all()
    # Of 100 texts at even odds, 70 are right by chance once in 25,000 times.
    assert name == "paper" or fitted.score(tests.texts, tests.labels) > 0.7


def test_is_the_same_for_another_seed_unless_randomized(fitted, name, given, tests):
    found = fit(name, given, random_state=1).decision_function(tests.texts)
    same = not fresh_method(METHODS[name]).randomized
    assert np.array_equal(found, fitted.decision_function(tests.texts)) == same


def test_is_the_same_again_and_labels_of_the_target_matter_in_domain_alone(
    fitted, name, given, tests
):
    own = given.domains == "tools"
    permuted = given.labels.copy()
    permuted[own] = np.random.default_rng(0).permutation(permuted[own])
    found = fit(name, given, permuted).decision_function(tests.texts)
    same = np.array_equal(found, fitted.decision_function(tests.texts))
    assert same == (name != "in_domain")


def test_exchanged_labels_exchange_the_decisions(fitted, name, given, tests):
    exchanged = np.where(given.labels == "good", "bad", "good")
    found = fit(name, given, exchanged).decision_function(tests.texts)
    expected = -fitted.decision_function(tests.texts)
    np.testing.assert_allclose(found, expected, atol=0.02 * np.abs(expected).max())


def test_takes_three_classes_two_sources_and_unlabeled_text(name, reviews):
    classes = ("bad", "fair", "good")
    more = reviews(("films", "books", "garden", "tools"), classes, size=40)
    labels = np.where(more.domains == "garden", "-1", more.labels)
    classifier = fit(name, more, labels)
    assert classifier.classes_.tolist() == [*classes]
    assert classifier.sources_ == (() if name == "in_domain" else ("films", "books"))
    test = reviews(["tools"], classes, size=50, seed=1)
    # Of 150 texts, 75 are right by chance once in 50,000 times.
    assert name == "paper" or classifier.score(test.texts, test.labels) > 0.5
