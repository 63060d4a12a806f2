"""What every method must do, whatever it does: the same tests for each entry of METHODS."""

import numpy as np
import pytest
from scipy.special import softmax

from crosslex import CrossDomainClassifier, TextSettings
from crosslex.errors import CrosslexWarning
from crosslex_bench.methods import METHODS

# Vectors learned apart in each domain do not lie in one space, and the paper's own setting sees
# few features: these need only run and give sound scores. The texts are too few for its 500 pivots.
WEAK = {"crosslex-paper", "crosslex-released", "glove", "skipgram"}
pytestmark = pytest.mark.filterwarnings(
    "ignore:(n_pivots|n_non_pivots|pivots=):crosslex.errors.CrosslexWarning"
)
NOTHING_KNOWN = "completely unheard of"

SINGLE_PRECISION = 1e-6
"""How far sums in single precision may differ with the number of rows summed at once."""


def fit(method, given, *, target="tools", labels=None, **options) -> CrossDomainClassifier:
    classifier = CrossDomainClassifier(
        method, target, text_settings=TextSettings(lemmatize=False), **options
    )
    labels = given.labels if labels is None else labels
    return classifier.fit(given.texts, labels, sample_domain=given.domains)


def check_sound(classifier, method, test, *, least: float) -> None:
    """Scores are finite and have a column a class; decisions are better than chance."""
    scores = classifier._scores(test.texts)
    assert scores.shape == (len(test.texts), len(np.unique(test.labels)))
    assert np.isfinite(scores).all()
    assert scores.std(axis=0).min() > 0
    if method not in WEAK:
        assert classifier.score(test.texts, test.labels) > least


@pytest.fixture(scope="module")
def given(reviews):
    """Films and tools; tools have labels too, which only in_domain may look at."""
    return reviews()


@pytest.fixture(scope="module")
def test(reviews):
    """Further texts about tools."""
    return reviews(["tools"], size=50, seed=1)


@pytest.fixture(scope="module", params=METHODS)
def method(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def fitted(method, given) -> CrossDomainClassifier:
    return fit(method, given)


def test_decides_better_than_chance_in_the_target(fitted, method, test):
    # Of 100 texts at even odds, 70 are right by chance once in 25,000 times.
    check_sound(fitted, method, test, least=0.7)


def test_same_seed_gives_the_same_scores(fitted, method, given, test):
    again = fit(method, given)
    np.testing.assert_array_equal(
        again.decision_function(test.texts), fitted.decision_function(test.texts)
    )


def test_another_seed_gives_other_scores_where_the_method_says_so(fitted, method, given, test):
    other = fit(method, given, random_state=1).decision_function(test.texts)
    same = np.array_equal(other, fitted.decision_function(test.texts))
    assert same == (not METHODS[method].randomized)


def test_labels_of_the_target_do_not_matter_but_in_domain(fitted, method, given, test):
    own = given.domains == "tools"
    permuted, hidden = given.labels.copy(), given.labels.copy()
    permuted[own] = np.random.default_rng(0).permutation(permuted[own])
    hidden[own] = "-1"
    expected = fitted.decision_function(test.texts)
    found = fit(method, given, labels=permuted).decision_function(test.texts)
    if METHODS[method].needs_target_labels:
        assert not np.allclose(found, expected)
        return
    np.testing.assert_array_equal(found, expected)
    unlabeled = fit(method, given, labels=hidden).decision_function(test.texts)
    np.testing.assert_array_equal(unlabeled, expected)


def test_exchanged_labels_exchange_the_decisions(fitted, method, given, test):
    exchanged = np.where(given.labels == "good", "bad", "good")
    found = fit(method, given, labels=exchanged).decision_function(test.texts)
    expected = -fitted.decision_function(test.texts)
    np.testing.assert_allclose(found, expected, atol=0.02 * np.abs(expected).max())


def test_carries_three_classes_over(method, reviews):
    classes = ("bad", "fair", "good")
    classifier = fit(method, reviews(classes=classes, size=60))
    assert classifier.classes_.tolist() == [*classes]
    # Of 150 texts, 75 are right by chance once in 50,000 times.
    check_sound(classifier, method, reviews(["tools"], classes, size=50, seed=1), least=0.5)


@pytest.mark.parametrize("sources", [("films", "books"), ("films", "books", "music")])
def test_learns_from_several_sources(method, reviews, test, sources):
    classifier = fit(method, reviews((*sources, "tools"), size=60))
    if method != "in_domain":
        assert classifier.sources_ == sources
    check_sound(classifier, method, test, least=0.7)


def test_takes_the_text_of_a_further_domain(method, reviews, test):
    more = reviews(("films", "garden", "tools"), size=60)
    labels = np.where(more.domains == "garden", "-1", more.labels)
    classifier = fit(method, more, labels=labels)
    if method != "in_domain":
        assert classifier.sources_ == ("films",)
    check_sound(classifier, method, test, least=0.7)


def test_saved_and_loaded_gives_the_same_scores(fitted, test, tmp_path):
    fitted.save(tmp_path / "classifier")
    loaded = CrossDomainClassifier.load(tmp_path / "classifier")
    np.testing.assert_array_equal(
        loaded.decision_function(test.texts), fitted.decision_function(test.texts)
    )


def test_documents_without_known_words_get_the_assumed_shares_with_a_warning(method, given, test):
    # Every other good review of each domain is left unlabeled, so that the prior is not even.
    labels = given.labels.copy()
    labels[np.flatnonzero(labels == "good")[::2]] = "-1"
    classifier = fit(method, given, labels=labels)
    texts = [test.texts[0], NOTHING_KNOWN, "", test.texts[1]]
    with pytest.warns(CrosslexWarning, match="2 of 4 texts") as caught:
        found = classifier.predict_proba(texts)
    assert len(caught) == 1
    # Balanced, unless the method keeps the line, and with it the shares, of its labels.
    keeps = METHODS[method].needs_target_labels or not METHODS[method].fits_line
    np.testing.assert_allclose(found[1:3], [[2 / 3, 1 / 3] if keeps else [0.5, 0.5]] * 2)
    np.testing.assert_allclose(
        found[[0, 3]], classifier.predict_proba(test.texts[:2]), rtol=SINGLE_PRECISION
    )


def test_scores_do_not_depend_on_the_other_documents(fitted, test):
    together = fitted.decision_function(test.texts[:5])
    alone = [fitted.decision_function([text])[0] for text in test.texts[:5]]
    np.testing.assert_allclose(together, alone, rtol=SINGLE_PRECISION)


def test_probabilities_come_from_the_scores(fitted, test):
    scores = fitted._scores(test.texts)
    np.testing.assert_allclose(fitted.predict_proba(test.texts), softmax(scores, axis=1))
    np.testing.assert_array_equal(
        fitted.predict(test.texts), fitted.classes_[scores.argmax(axis=1)]
    )
