"""What every method must do, whatever it does; each is fitted three times for all tests."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone

from crosslex import CrossDomainClassifier, TextSettings
from crosslex.errors import InputError
from crosslex_bench.methods import METHODS
from crosslex_bench.methods.names import METHOD_NAMES

PRODUCT = {"crosslex", "none", "in_domain"}
"""Methods that the product's own tests fit."""
# Vectors learned apart in each domain do not lie in one space, and the paper's own setting sees
# few features: these need only run and give sound scores. The texts are too few for its 500 pivots.
WEAK = {"crosslex-paper", "crosslex-released", "glove", "skipgram"}
NONLINEAR = {"crosslex-released", "msda"}
pytestmark = pytest.mark.filterwarnings(
    "ignore:(n_pivots|n_non_pivots|pivots=):crosslex.errors.CrosslexWarning"
)
SINGLE_PRECISION = 1e-6
"""How far sums in single precision may differ with the number of rows summed at once."""


def fit(name, given, labels=None) -> CrossDomainClassifier:
    classifier = CrossDomainClassifier(
        clone(METHODS[name]), "tools", text_settings=TextSettings(lemmatize=False)
    )
    labels = given.labels if labels is None else labels
    return classifier.fit(given.texts, labels, sample_domain=given.domains)


@pytest.fixture(scope="module")
def given(reviews):
    """Films and tools; tools have labels too, which these methods may not look at."""
    return reviews()


@pytest.fixture(scope="module")
def test(reviews):
    """Further texts about tools."""
    return reviews(["tools"], size=50, seed=1)


@pytest.fixture(scope="module", params=[name for name in METHOD_NAMES if name not in PRODUCT])
def name(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def fitted(name, given) -> CrossDomainClassifier:
    return fit(name, given)


def test_decides_better_than_chance_in_the_target(fitted, name, test):
    scores = fitted._scores(test.texts)
    assert scores.shape == (100, 2)
    assert np.isfinite(scores).all()
    assert scores.std(axis=0).min() > 0
    # Of 100 texts at even odds, 70 are right by chance once in 25,000 times.
    assert name in WEAK or fitted.score(test.texts, test.labels) > 0.7


def test_is_the_same_again_whatever_the_labels_of_the_target(fitted, name, given, test):
    own = given.domains == "tools"
    permuted = given.labels.copy()
    permuted[own] = np.random.default_rng(0).permutation(permuted[own])
    again = fit(name, given, permuted)
    np.testing.assert_array_equal(
        again.decision_function(test.texts), fitted.decision_function(test.texts)
    )


def test_takes_three_classes_two_sources_and_the_text_of_a_further_domain(name, reviews):
    classes = ("bad", "fair", "good")
    more = reviews(("films", "books", "garden", "tools"), classes, size=40)
    classifier = fit(name, more, np.where(more.domains == "garden", "-1", more.labels))
    assert classifier.classes_.tolist() == [*classes]
    assert classifier.sources_ == ("films", "books")
    further = reviews(["tools"], classes, size=50, seed=1)
    # Of 150 texts, 75 are right by chance once in 50,000 times.
    assert name in WEAK or classifier.score(further.texts, further.labels) > 0.5


def test_scores_do_not_depend_on_the_other_documents(fitted, test):
    together = fitted.decision_function(test.texts[:5])
    alone = [fitted.decision_function([text])[0] for text in test.texts[:5]]
    np.testing.assert_allclose(together, alone, rtol=SINGLE_PRECISION)


def test_linear_decisions_can_be_saved_and_others_say_that_they_cannot(
    fitted, name, test, tmp_path
):
    if name in NONLINEAR:
        with pytest.raises(InputError, match="only classifiers with linear decisions"):
            fitted.save(tmp_path / "classifier")
        return
    fitted.save(tmp_path / "classifier")
    loaded = CrossDomainClassifier.load(tmp_path / "classifier")
    np.testing.assert_array_equal(
        loaded.decision_function(test.texts), fitted.decision_function(test.texts)
    )


def test_the_words_of_a_text_explain_its_score(fitted, test):
    pushes = [each.weight for each in fitted.explain(test.texts[0], top=50).contributions]
    assert np.isfinite(pushes).all()
    assert np.abs(pushes).max() > 0


def test_the_registry_has_every_name_and_unfitted_methods_with_flat_settings():
    assert tuple(METHODS) == METHOD_NAMES
    for method in METHODS.values():
        assert not [attribute for attribute in vars(method) if attribute.endswith("_")]
        assert not [setting for setting in method.get_params() if "__" in setting]
        assert pickle.loads(pickle.dumps(method)).get_params() == method.get_params()


@pytest.mark.parametrize("rival", ["cs", "scl", "coral", "sfa", "glove", "skipgram"])
def test_a_huge_dimension_is_refused(rival, task):
    with pytest.raises(InputError, match="dimension: found"):
        clone(METHODS[rival]).set_params(dimension=2**70).fit(task)
