"""The methods by name, the baselines against scikit-learn, and what every method must do."""

import pickle
import subprocess
import sys
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from scipy.sparse import vstack
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression

from crosslex import CrossDomainClassifier, TextSettings
from crosslex.classify import MethodName
from crosslex.classify.method import (
    AdaptationMethod,
    InDomain,
    NoAdaptation,
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


def test_no_adaptation_leaves_documents_as_they_are(task):
    documents = vstack([task.domains[place].documents for place in (0, 1)]).toarray()
    labels = np.concatenate([task.domains[place].labels for place in (0, 1)])
    expected = LogisticRegression(C=3.0, max_iter=5000).fit(documents, labels)
    target = task.domains[2].documents
    found = NoAdaptation(C=3.0).fit(task).decision_.scores(target)
    margin = expected.decision_function(target.toarray())
    np.testing.assert_allclose(found[:, 1] - found[:, 0], margin, rtol=1e-6, atol=1e-9)


def with_target_labels(task, labels):
    target = replace(task.domains[-1], labels=np.array(labels, np.int32))
    return replace(task, domains=(*task.domains[:-1], target))


def test_is_scikit_learn_on_the_labeled_documents_of_the_target_alone(task):
    labels = np.tile([0, 1, -1], 20)
    decision = InDomain(C=3).fit(with_target_labels(task, labels)).decision_
    documents = task.domains[-1].documents
    expected = LogisticRegression(C=3).fit(documents[labels >= 0], labels[labels >= 0])
    scores = decision.scores(documents)
    np.testing.assert_allclose(
        scores[:, 1] - scores[:, 0], expected.decision_function(documents), atol=1e-9
    )


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
