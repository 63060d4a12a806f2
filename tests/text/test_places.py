"""Where a feature stands in a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosslex.text.analysis import analyze, features, find_feature, raw_sentences
from crosslex.text.settings import TextSettings


@pytest.mark.parametrize(
    ("feature", "text", "marked"),
    [
        ("knife", "Knives, knife's and KNIFE.", ["Knives", "knife's", "KNIFE"]),
        ("good", "Better than the good one", ["Better", "good"]),
        ("not", "It isn't, and cannot", ["isn't", "cannot"]),
        ("not good", "It isn't good. Not. Good.", ["isn't", "good"]),
        ("waste money", "a waste of my money", ["waste", "money"]),
        ("<number>", "1,000 of 5", ["1,000"]),
        ("light", "lightweight", []),
    ],
)
def test_words_are_found_in_the_form_they_have(feature, text, marked):
    assert [text[start:end] for start, end in find_feature(feature, text)] == marked


def test_with_your_own_tokenizer_a_word_is_found_as_it_is_spelled():
    settings = TextSettings(tokenizer=lambda text: [text.split()])
    assert find_feature("c++", "C++ not c++11", settings) == [(0, 3)]


def test_a_text_whose_lower_case_is_longer_is_left_alone():
    assert find_feature("good", "İ good") == []


@given(st.text(st.sampled_from("knives good not n't a of .!? İß"), max_size=40))
def test_every_feature_of_a_sentence_is_found_in_it(text):
    for sentence, raw in zip(analyze(text), raw_sentences(text), strict=True):
        for feature in features(sentence):
            assert find_feature(feature, raw), (feature, raw)
