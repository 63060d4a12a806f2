import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosslex.text.analysis import analyze, raw_sentences
from crosslex.text.cleaning import clean
from crosslex.text.settings import TextSettings

# Words, and whatever may end a sentence, look like an end, or change its length when cleaned.
PIECES = [
    "good", "Knives", "plot", "isn't", " ", "  ", "\t", "\n", "\n\n", "\r\n\r\n", ".", "!", "?",
    "...", "?!", "…", "。", "Mr.", "e.g.", "U.S.", "a.", "I.", "3.5", "1,000", "www.foo.com",
    "www.x.", "http://a.b/c?d=e.", "me@foo.com", "<b>", "</b>", "<br>", "<p>", "&amp;", "&lt;",
    "&gt;", "&#46;", "&#10;&#10;", "İ", "ß", "ŉ", "ﬁ", "Σ", "\u2028", "\x85", "\x1c", "\u00ad",
    "\u200b", "_", "'", "’", "'s", "-", "中文", "\ud800",
]  # fmt: skip
TEXTS = st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
SPACED = st.lists(st.sampled_from(PIECES), max_size=25).map(" ".join)


@given(TEXTS | SPACED)
def test_there_is_one_for_each_analyzed_sentence(text):
    raw = raw_sentences(text)
    assert len(raw) == len(analyze(text))


@given(
    TEXTS | SPACED,
    st.sampled_from(
        [
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
def test_there_is_one_for_each_sentence_analyzed_with_other_settings(text, settings):
    assert len(raw_sentences(text, settings)) == len(analyze(text, settings))


@given(
    st.lists(st.sampled_from(["um", "um's", "yes", ".", "\n\n", "!"]), max_size=12).map(" ".join)
)
def test_a_word_without_a_lemma_makes_no_sentence(text):
    settings = TextSettings(lemmatizer=lambda word: "" if word == "um" else word)
    raw = raw_sentences(text, settings)
    assert len(raw) == len(analyze(text, settings))
    assert all("yes" in sentence for sentence in raw)


@given(SPACED)
def test_each_is_a_piece_of_the_text_in_order(text):
    # Casing apart, for a few letters have another length in lower case.
    plain = " ".join(clean(text).lower().split())
    place = 0
    for sentence in raw_sentences(text):
        assert sentence == " ".join(sentence.split()) != ""
        place = plain.index(sentence.lower(), place) + len(sentence.lower())


# Pieces that stay as they are when a sentence is analyzed on its own.
STEADY = ["good", "Knives", "isn't", "Mr.", "3.5", "www.foo.com", "İ", "ß", "<b>", "中文"]
ENDS = [".", "!", "?!", "...", "<br>", "\n\n"]


@given(
    st.lists(
        st.tuples(st.lists(st.sampled_from(STEADY), min_size=1, max_size=6), st.sampled_from(ENDS))
    )
)
def test_each_is_analyzed_alone_as_it_was_within_the_text(sentences):
    text = " ".join(f"{' '.join(words)} {end}" for words, end in sentences)
    assert [analyze(sentence) for sentence in raw_sentences(text)] == [
        [words] for words in analyze(text)
    ]


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("Mr. Smith paid $3.50. He left.", ["Mr. Smith paid $3.50.", "He left."]),
        ("See www.foo.com. Then buy!", ["See www.foo.com.", "Then buy!"]),
        ("By J.R.R. Tolkien. Read it.", ["By J.R.R. Tolkien.", "Read it."]),
        ("So am I. But why?", ["So am I.", "But why?"]),
        ("A title\n\nThe text", ["A title", "The text"]),
        ("broken\nline", ["broken line"]),
        ("One<br/>two<p>three", ["One", "two", "three"]),
        ("Tom &amp; Jerry. <i>Fine</i>.", ["Tom & Jerry.", "Fine ."]),
        ("...", []),
        ("... ?! \n\n", []),
        ("Wait... what?! Yes", ["Wait...", "what?!", "Yes"]),
        ("“Quoted.” After", ['"Quoted.', '" After']),
        ("İstanbul. Big.", ["i̇stanbul.", "big."]),
    ],
)
def test_texts_that_are_hard_to_cut(text, raw):
    assert raw_sentences(text) == raw


def test_marks_before_the_first_word_go_with_it():
    assert raw_sentences("- 5 stars. -- ok") == ["- 5 stars.", "-- ok"]


def test_no_markup_is_left():
    for sentence in raw_sentences("<b>A</b> &lt;b&gt;dull&lt;/b&gt; plot.<br>Why<!-- no -->?"):
        assert not re.search("[<>]", sentence)
