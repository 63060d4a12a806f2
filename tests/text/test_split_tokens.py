"""Texts that are split into words already: `tokens="whitespace"`."""

import pytest

from crosslex.errors import InputError
from crosslex.text.analysis import analyze, find_feature, raw_sentences
from crosslex.text.settings import TextSettings

SPLIT = TextSettings(tokens="whitespace", lemmatize=False)
TEXT = "The  knives_NNS don't , cut .\n\n\tThey 1,000 <br> cut\n"


def test_words_are_what_stands_between_spaces_and_lines_are_sentences():
    assert analyze(TEXT, SPLIT) == [
        ["The", "knives_NNS", "don't", ",", "cut", "."],
        ["They", "1,000", "<br>", "cut"],
    ]


def test_words_become_lemmas_unless_asked_not_to():
    settings = TextSettings(tokens="whitespace")
    assert analyze("Sharp knives\nwere sold", settings) == [["sharp", "knife"], ["be", "sell"]]


def test_a_raw_sentence_belongs_to_each_analyzed_one():
    assert raw_sentences(TEXT, SPLIT) == ["The knives_NNS don't , cut .", "They 1,000 <br> cut"]


def test_a_feature_is_found_where_it_stands_and_never_across_lines():
    found = find_feature("knives_NNS don't", TEXT, SPLIT)
    assert [TEXT[start:stop] for start, stop in found] == ["knives_NNS", "don't"]
    assert find_feature(". They", TEXT, SPLIT) == []
    assert [TEXT[a:b] for a, b in find_feature("cut", TEXT, SPLIT)] == ["cut", "cut"]


def test_an_unknown_choice_is_refused():
    with pytest.raises(InputError, match="tokens: found 'spaces'"):
        TextSettings(tokens="spaces")
