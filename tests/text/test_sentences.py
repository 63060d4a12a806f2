"""Sentences and features in the original text, and long texts in pieces."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosslex.text.analysis import analyze, located_pieces, pieces
from crosslex.text.settings import TextSettings
from crosslex.text.tokens import SENTENCE_MARKS, clean, lower_case, token_pattern
from crosslex.text.uses import find_feature
from sentence_twins import features, raw_sentences

# Words, and whatever may end a sentence, look like an end, or change its length when cleaned.
PIECES = [
    "good", "Knives", "plot", "isn't", " ", "  ", "\t", "\n", "\n\n", "\r\n\r\n", ".", "!", "?",
    "...", "?!", "…", "。", "Mr.", "e.g.", "U.S.", "a.", "I.", "3.5", "1,000", "www.foo.com",
    "www.x.", "http://a.b/c?d=e.", "me@foo.com", "<b>", "</b>", "<br>", "<p>", "&amp;", "&lt;",
    "&gt;", "&#46;", "&#10;&#10;", "İ", "ß", "ŉ", "ﬁ", "Σ", "\u2028", "\x85", "\x1c", "\u00ad",
    "\u200b", "_", "'", "’", "'s", "-", "中文", "\ud800", "<", ">", "&", "&#39;", "n't", "not", "1",
    ".5", "www.", "http://", "x@y.z", "aaa",
]  # fmt: skip
TEXTS = st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
SPACED = st.lists(st.sampled_from(PIECES), max_size=25).map(" ".join)


@given(
    TEXTS | SPACED,
    st.sampled_from(
        [
            TextSettings(),
            TextSettings(lemmatize=False),
            TextSettings(language="de"),
            TextSettings(lemmatizer=lambda word: "" if len(word) > 3 else word),
            TextSettings(lemmatizer=lambda word: f"{word} {word}"),
            TextSettings(tokenizer=lambda text: [part.split() for part in text.split(".")]),
            TextSettings(
                analyzer=lambda text: [[character] for character in "".join(text.split())]
            ),
        ]
    ),
)
def test_any_text_has_a_raw_sentence_for_each_that_is_analyzed(text, settings):
    sentences = analyze(text, settings)
    assert len(raw_sentences(text, settings)) == len(sentences)
    assert all(sentences), "no sentence is empty"
    assert all(word.split() == [word] for sentence in sentences for word in sentence)


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("Mr. Smith paid $3.50. He left.", ["Mr. Smith paid $3.50.", "He left."]),
        ("See www.foo.com. Then buy!", ["See www.foo.com.", "Then buy!"]),
        ("A title\n\nThe text", ["A title", "The text"]),
        ("broken\nline", ["broken line"]),
        ("One<br/>two<p>three", ["One", "two", "three"]),
        ("Tom &amp; Jerry. <i>Fine</i>.", ["Tom & Jerry.", "Fine ."]),
        ("...", []),
        ("Wait... what?! Yes", ["Wait...", "what?!", "Yes"]),
        ("“Quoted.” After", ['"Quoted.', '" After']),
        ("İstanbul. Big.", ["İstanbul.", "Big."]),
        ("... Yes. !!! No", ["... Yes.", "!!! No"]),
    ],
)
def test_texts_that_are_hard_to_cut(text, raw):
    assert raw_sentences(text) == raw


@given(TEXTS | SPACED)
def test_slices_of_the_raw_text_are_the_sentences_of_the_plain_text(text):
    plain, ends, words = clean(text), [], 0
    lower = lower_case(plain)
    for token in token_pattern(lower).finditer(lower):
        if token[0][0] not in f"{SENTENCE_MARKS}\n":
            words += bool(analyze(token[0]))
        elif words:
            ends, words = [*ends, token.end()], 0
    expected = [plain[start:end] for start, end in pairwise([0, *ends, len(plain)])]
    [(_, found)] = located_pieces(text)
    slices = [clean(text[start:end]) for start, end in pairwise([0, *found])]
    assert len(found) == len(ends) + bool(words)
    # A slice that would become another plain text is not taken: then each is the whole text.
    assert slices == expected[: len(found)] or set(found) <= {len(text)}


@pytest.mark.parametrize(
    ("text", "slices"),
    [
        ("Is <b>5 &lt; 6.</b> Yes&hellip; no", ["Is <b>5 &lt; 6.", "</b> Yes&hellip;", " no"]),
        ("“Wait…” he said… Ｗｏｗ！ ﬁne", ["“Wait…", "” he said…", " Ｗｏｗ！", " ﬁne"]),
        ("Mail joe.public@example.org. Now!", ["Mail joe.public@example.org.", " Now!"]),
        ("e\u0301te\u0301. Ça\u00ad va.", ["e\u0301te\u0301.", " Ça\u00ad va."]),
        ("A&amp;quot;bad.&amp;quot; Co", ["A&amp;quot;bad.", "&amp;quot; Co"]),
    ],
)
def test_slices_are_what_was_written(text, slices):
    [(_, ends)] = located_pieces(text)
    assert [text[start:end] for start, end in pairwise([0, *ends])] == slices


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


@given(st.text(st.sampled_from("knives good not n't a of .!? İß"), max_size=40))
def test_every_feature_of_a_sentence_is_found_in_it(text):
    for sentence, raw in zip(analyze(text), raw_sentences(text), strict=True):
        for feature in features(sentence):
            assert find_feature(feature, raw), (feature, raw)


@given(st.text("ab .\n", max_size=200), st.integers(2, 50))
def test_pieces_are_short_and_make_up_the_text(text: str, longest: int) -> None:
    found = list(pieces(text, longest))
    assert "".join(found) == text
    assert all(len(piece) <= longest for piece in found)
    assert all(found) or found == [""]


def test_a_piece_ends_with_a_paragraph_or_else_with_a_line_or_sentence_or_word() -> None:
    assert next(pieces("a b. c\nd\n\ne f. g\nh", longest=12)) == "a b. c\nd\n\n"
    assert next(pieces("a b. c d\ne f. g h", longest=12)) == "a b. c d\n"
    assert next(pieces("a b c d. e f g h", longest=12)) == "a b c d. "
    assert next(pieces("abcd efgh ijkl", longest=12)) == "abcd efgh "


def test_cutting_between_sentences_changes_nothing(monkeypatch) -> None:
    text = "The knives weren't sharp. I don't recommend them!!! A sharp knife is new. " * 30
    whole, raw = analyze(text), raw_sentences(text)
    monkeypatch.setattr(pieces, "__defaults__", (400,))
    assert len(list(pieces(text))) > 5
    assert analyze(text) == whole
    assert raw_sentences(text) == raw
