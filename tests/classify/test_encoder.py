"""An encoder of the user's as one more view of a classifier."""

import numpy as np
import pytest
import test_few_labels
from sklearn.linear_model import LogisticRegression
from test_few_labels import (
    FILM_LABELS,
    FILMS,
    TOOL_LABELS,
    TOOLS,
    UNSEEN,
    UNSEEN_LABELS,
)

from crosslex import Corpus, CrossDomainClassifier
from crosslex.classify.fitted import STRENGTH
from crosslex.errors import InputError
from generated_domains import Bounded

SENTIMENT = {"handy": 1.0, "neat": 1.0, "great": 1.0, "grim": -1.0, "cracked": -1.0, "awful": -1.0}


def feel(texts: list[str]) -> list[list[float]]:
    """An encoder that knows what words mean in every domain, and how long a text is."""
    return [[sum(SENTIMENT.get(word, 0.0) for word in text.split()), len(text)] for text in texts]


class Feeling:
    """The same, as an object."""

    def encode(self, texts: list[str]) -> np.ndarray:
        return np.array(feel(texts))


def fitted(encoder=feel, method="none") -> CrossDomainClassifier:
    return test_few_labels.fitted(method, encoder)


class TestEncoder:
    @pytest.mark.parametrize("method", ["none", "crosslex"])
    def test_brings_what_no_label_of_the_source_teaches(self, method):
        without = fitted(None, method).score(UNSEEN, UNSEEN_LABELS)
        assert fitted(feel, method).score(UNSEEN, UNSEEN_LABELS) > without + 0.05

    def test_may_be_an_object_or_a_function(self):
        np.testing.assert_array_equal(
            fitted(Feeling()).decision_function(UNSEEN), fitted(feel).decision_function(UNSEEN)
        )

    def test_is_a_logistic_regression_on_standardized_encodings(self):
        rows = np.array(feel(FILMS))
        columns = (rows - rows.mean(axis=0)) / rows.std(axis=0) / np.sqrt(2)
        view, decision = fitted().fitted_.encoder, fitted().decision_
        np.testing.assert_allclose((rows - view.mean) / view.scale, columns)
        expected = LogisticRegression(C=STRENGTH).fit(columns, FILM_LABELS).coef_[0]
        found = decision.views.weights[-1][-2:]
        np.testing.assert_allclose(found[:, 1] - found[:, 0], expected, atol=1e-3)

    def test_takes_corpora_that_hold_texts_and_refuses_others(self):
        tools = Corpus.from_texts(TOOLS, name="tools")
        films = Corpus.from_texts(FILMS, name="films", labels=FILM_LABELS)
        classifier = CrossDomainClassifier("none", "tools", min_documents=2, encoder=feel)
        expected = fitted().decision_function(UNSEEN)
        np.testing.assert_array_equal(
            classifier.fit([films, tools]).decision_function(UNSEEN), expected
        )
        unseen = Corpus.from_texts(UNSEEN, name="tools")
        np.testing.assert_array_equal(classifier.decision_function(unseen), expected)
        bare = Corpus.from_texts(FILMS, name="films", labels=FILM_LABELS, keep_texts=False)
        with pytest.raises(InputError, match="encoder: corpus 'films' has no texts"):
            classifier.fit([bare, tools])

    @pytest.mark.parametrize(
        ("encoder", "message"),
        [
            ("all-MiniLM", "encoder: found 'all-MiniLM'; give an object with a method encode"),
            (lambda texts: np.zeros(len(texts)), r"encoder: it made an array of shape \(80,\)"),
            (lambda texts: np.zeros((1, 2)), r"encoder: it made an array of shape \(1, 2\)"),
            (lambda texts: np.full((len(texts), 2), np.nan), "finite numbers per text"),
            (lambda texts: ["a"] * len(texts), "encoder: it failed on 80 texts"),
        ],
    )
    def test_that_is_none_is_refused(self, encoder, message):
        with pytest.raises(InputError, match=message):
            fitted(encoder)

    def test_needs_a_linear_method(self):
        with pytest.raises(InputError, match="encoder: the method's decision is not linear"):
            fitted(feel, Bounded())

    def test_pushes_as_one_in_explanations(self):
        text = "handy great tools1 tools2 tools3"
        listed = [each.feature for each in fitted().explain(text, top=100).contributions]
        words = [each.feature for each in fitted(None).explain(text, top=100).contributions]
        assert sorted(listed) == sorted([*words, "(encoder)"])

    def test_can_be_suggested_for_and_refined(self):
        classifier = fitted()
        assert len(set(classifier.suggest(TOOLS, 30).tolist())) == 30
        before = classifier.score(UNSEEN, UNSEEN_LABELS)
        classifier.refine(TOOLS, TOOL_LABELS)
        assert classifier.score(UNSEEN, UNSEEN_LABELS) > before + 0.05


class TestSaved:
    def test_is_asked_for_by_name(self, tmp_path):
        fitted().save(tmp_path / "c")
        loaded = CrossDomainClassifier.load(tmp_path / "c")
        with pytest.raises(InputError, match=r"learned with test_encoder:feel; bring it again"):
            loaded.predict(UNSEEN)

    def test_must_be_the_same(self, tmp_path):
        fitted().save(tmp_path / "c")
        other = CrossDomainClassifier.load(tmp_path / "c", encoder=lambda texts: np.eye(len(texts)))
        with pytest.raises(InputError, match=r"it makes 200 dimensions, but .* with 2 of"):
            other.predict(UNSEEN)
        fitted(None).save(tmp_path / "d")
        with pytest.raises(InputError, match="learned without one; leave it out"):
            CrossDomainClassifier.load(tmp_path / "d", encoder=feel)
