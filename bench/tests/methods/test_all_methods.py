"""What every method must do, whatever it does; each is fitted twice for all tests."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone

from crosslex import CrossDomainClassifier, TextSettings
from crosslex.errors import InputError
from crosslex_bench.methods.registry import METHODS
from generated_domains import generate_reviews

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


CLASSES = ("bad", "fair", "good")


def fit(name, given, labels, random_state=0) -> CrossDomainClassifier:
    classifier = CrossDomainClassifier(
        clone(METHODS[name]),
        "tools",
        text_settings=TextSettings(lemmatize=False),
        random_state=random_state,
    )
    return classifier.fit(given.texts, labels, sample_domain=given.domains)


@pytest.fixture(scope="module")
def given():
    """Two sources, a further domain, and tools, whose labels these methods may not look at."""
    return generate_reviews(("films", "books", "garden", "tools"), CLASSES, size=40)


@pytest.fixture(scope="module")
def labels(given):
    return np.where(given.domains == "garden", "-1", given.labels)


@pytest.fixture(scope="module")
def test():
    """Further texts about tools."""
    return generate_reviews(["tools"], CLASSES, size=50, seed=1)


@pytest.fixture(scope="module", params=[name for name in METHODS if name not in PRODUCT])
def name(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def fitted(name, given, labels) -> CrossDomainClassifier:
    return fit(name, given, labels)


def test_decides_better_than_chance_in_the_target(fitted, name, test):
    assert fitted.classes_.tolist() == [*CLASSES]
    assert fitted.sources_ == ("films", "books")
    scores = fitted.decision_function(test.texts)
    assert scores.shape == (150, 3)
    assert np.isfinite(scores).all()
    assert scores.std(axis=0).min() > 0
    # Of 150 texts, 75 are right by chance once in 50,000 times.
    assert name in WEAK or fitted.score(test.texts, test.labels) > 0.5


def test_is_the_same_again_whatever_the_labels_of_the_target(fitted, name, given, labels, test):
    own = given.domains == "tools"
    permuted = labels.copy()
    permuted[own] = np.random.default_rng(0).permutation(permuted[own])
    # A method that says it is not randomized must not depend on the seed either.
    again = fit(name, given, permuted, random_state=0 if METHODS[name].randomized else 1)
    np.testing.assert_array_equal(
        again.decision_function(test.texts), fitted.decision_function(test.texts)
    )


def test_scores_do_not_depend_on_the_other_documents(fitted, test):
    together = fitted.decision_function(test.texts[:5])
    alone = [fitted.decision_function([text])[0] for text in test.texts[:5]]
    np.testing.assert_allclose(together, alone, rtol=SINGLE_PRECISION)


def test_linear_decisions_can_be_saved_and_explained_and_others_say_that_they_cannot(
    fitted, name, test, tmp_path
):
    if name in NONLINEAR:
        with pytest.raises(InputError, match="its decision is not linear"):
            fitted.save(tmp_path / "classifier")
        return
    fitted.save(tmp_path / "classifier")
    loaded = CrossDomainClassifier.load(tmp_path / "classifier")
    np.testing.assert_array_equal(
        loaded.decision_function(test.texts), fitted.decision_function(test.texts)
    )


def test_the_registry_has_unfitted_methods_with_flat_settings():
    for method in METHODS.values():
        assert not [attribute for attribute in vars(method) if attribute.endswith("_")]
        assert not [setting for setting in method.get_params() if "__" in setting]
        assert pickle.loads(pickle.dumps(method)).get_params() == method.get_params()
