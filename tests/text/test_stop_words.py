import pytest

from crosslex.text.analysis import analyze, features, lemmatize
from crosslex.text.stop_words import ENGLISH

NEGATIONS = """
    no not nor never none nobody nothing nowhere neither without cannot hardly barely scarcely
    lack fail few little
"""
INTENSIFIERS = """
    very so too really quite rather pretty extremely absolutely completely totally highly most
    more much many all only just even enough especially almost nearly
"""


@pytest.mark.parametrize("word", NEGATIONS.split())
def test_no_negation_is_a_stop_word(word):
    assert word not in ENGLISH


@pytest.mark.parametrize("word", INTENSIFIERS.split())
def test_no_intensifier_is_a_stop_word(word):
    assert word not in ENGLISH


@pytest.mark.parametrize("word", sorted(ENGLISH))
def test_the_lemma_of_a_stop_word_is_one_too(word):
    # Otherwise the stop word would slip through as its lemma.
    assert lemmatize(word) in ENGLISH


@pytest.mark.parametrize("text", ["don't", "can't", "won't", "isn't", "haven't", "ain't", "cannot"])
def test_all_that_is_left_of_a_negated_auxiliary_is_the_negation(text):
    assert [features(sentence) for sentence in analyze(text)] == [["not"]]
