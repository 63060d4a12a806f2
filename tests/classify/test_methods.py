"""The methods by name, the baselines against scikit-learn, and the contract of methods."""

import subprocess
import sys
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.special import softmax
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from crosslex.classify import MethodName
from crosslex.classify.decision import class_scores, fold, margins
from crosslex.classify.method import AdaptationMethod, InDomain, fresh_method
from crosslex.errors import InputError
from crosslex.paper import PaperClassifier
from generated_domains import generate_reviews
from method_contract import UNSEEN, MethodContract

pytestmark = pytest.mark.filterwarnings(
    "ignore:(n_pivots|n_non_pivots):crosslex.errors.CrosslexWarning"
)


class Own(AdaptationMethod):
    pass


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
    with pytest.raises(InputError, match=r"^method: found .*give one of crosslex, none") as caught:
        fresh_method(wrong)
    assert ("did you mean crosslex?" in str(caught.value)) == (wrong == "croslex")


def test_in_domain_is_scikit_learn_on_the_labeled_documents_of_the_target_alone(task):
    labels = np.tile([0, 1, -1], 20).astype(np.int32)
    target = replace(task.domains[-1], labels=labels)
    decision = InDomain(C=3).fit(replace(task, domains=(*task.domains[:-1], target))).decision_
    documents = task.domains[-1].documents
    expected = LogisticRegression(C=3).fit(documents[labels >= 0], labels[labels >= 0])
    scores = decision.scores(documents)
    np.testing.assert_allclose(margins(scores), expected.decision_function(documents), atol=1e-9)


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
        values = np.random.default_rng(0).random((40, 6))
        documents = csr_array(np.where(values < 0.3, values, 0))
        fitted = LogisticRegression().fit(documents, np.arange(40) % n_classes)
        scores = class_scores(fitted, documents)
        assert scores.shape == (40, n_classes)
        np.testing.assert_allclose(softmax(scores, axis=1), fitted.predict_proba(documents))


def test_held_out_scores_come_from_classifiers_that_have_not_seen_the_label(task):
    method = AdaptationMethod()
    rng = np.random.default_rng(0)
    documents, labels = rng.normal(size=(12, 3)), np.array([0, 1] * 6, np.int32)
    method.train(task, [documents], [labels])
    folds = StratifiedKFold(5, shuffle=True, random_state=0).split(documents, labels)
    for training, left_out in folds:
        fitted = LogisticRegression().fit(documents[training], labels[training])
        expected = fitted.decision_function(documents[left_out])
        np.testing.assert_allclose(margins(method.held_out_[left_out]), expected, atol=1e-3)


PAPER = PaperClassifier(n_pivots=8, n_non_pivots=8, min_count=10, dimension=10, epochs=3)
METHODS = {name: name for name in get_args(MethodName)} | {"paper": PAPER}


class TestMethods(MethodContract):
    methods = METHODS
    weak = ("paper",)
    in_target = ("in_domain",)

    def test_exchanged_labels_exchange_the_decisions(self, name):
        given, unseen = generate_reviews(), generate_reviews(["tools"], size=50, seed=1).texts
        exchanged = np.where(given.labels == "good", "bad", "good")
        expected, found = (
            self.fit(name, labels, given).decision_function(unseen)
            for labels in (given.labels, exchanged)
        )
        np.testing.assert_allclose(found, -expected, atol=0.02 * np.abs(expected).max())


def test_another_seed_gives_other_decisions_of_a_randomized_method():
    first, other = TestMethods.fitted("paper"), TestMethods.fit("paper", random_state=1)
    found, expected = (each.decision_function(UNSEEN.texts) for each in (other, first))
    assert not np.array_equal(found, expected)
