"""Texts to sentences of lemmas and features, with our own tokens or yours."""

import gzip
import json

import pytest
import simplemma

from crosslex.errors import InputError
from crosslex.text import lemmas
from crosslex.text.analysis import analyze
from crosslex.text.lemmas import lemmatize
from crosslex.text.settings import TextSettings
from crosslex.text.uses import find_feature
from sentence_twins import raw_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", []),
        (" \t\n ", []),
        ("?!...", []),
        ("One. Two! Three? Four", [["one"], ["two"], ["three"], ["four"]]),
        ("Good.Bad", [["good"], ["bad"]]),
        ("a title\n\nthe text", [["a", "title"], ["the", "text"]]),
        ("broken\nline", [["break", "line"]]),
        ("first<br/>second", [["first"], ["second"]]),
        ("very <b>good</b> plot", [["very", "good", "plot"]]),
        ("&amp;quot;Knives&amp;quot; &amp;lt;3", [["knife", "3"]]),
        ("“Don’t” buy", [["do", "not", "buy"]]),
        ("It does'nt work; it wont.", [["it", "do", "not", "work", "it", "will", "not"]]),
        ("5 stars, 100 pages, $3.50", [["5", "star", "<number>", "page", "<number>"]]),
        ("well-made knives", [["well", "make", "knife"]]),
        ("Visit www.foo.com. Then buy.", [["visit", "<url>"], ["then", "buy"]]),
        ("Mail me@foo.com, please", [["mail", "<url>", "please"]]),
        ("RT @paula_span: span it", [["rt", "<url>", "span", "it"]]),
        ("waiting @the bus, kick@home", [["wait", "the", "bus", "kick", "home"]]),
        ("Mr. Smith vs. Dr. Who", [["mr", "smith", "vs", "dr", "who"]]),
        ("By J.R.R. Tolkien", [["by", "j.r.r", "tolkien"]]),
        ("By J. K. Rowling", [["by", "j", "k", "rowling"]]),
        ("Knives, forks, etc. at home", [["knife", "fork", "etc", "at", "home"]]),
        ("So am I. But why?", [["so", "be", "i"], ["but", "why"]]),
        ("Füße, naïve cafés, мир 中文", [["füße", "naïve", "café", "мир", "中文"]]),
    ],
)
def test_analyze(text, sentences):
    assert analyze(text) == sentences


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, id=repr(text[:8]))
        for text in (
            "<" * 100_000, "<a " * 30_000, "<!" * 50_000, "a@" * 50_000, "a@b." * 25_000,
            "x" * 100_000 + "@", "-".join("a" * 50_000), "'" * 100_000, "a'" * 50_000,
            "a'd" * 30_000, "'nt" * 30_000, "ab" * 50_000, "a." * 50_000, "." * 100_000,
            "1." * 50_000, "1" * 100_000, "&" * 100_000, "&#" * 50_000, "&#9" * 30_000,
            "&amp;" * 20_000, "\n " * 50_000, "\n" + " " * 100_000, "http://" * 15_000,
            "http://" + "." * 100_000, "www." * 25_000, "_" * 100_000, "é" * 100_000,
        )
    ],
)  # fmt: skip
def test_long_runs_finish(text):
    # These would take hours if any expression were quadratic in the text.
    analyze(text)
    raw_sentences(text)


def test_own_tokenizer_is_followed_by_lemmas():
    settings = TextSettings(tokenizer=lambda text: [part.split() for part in text.split("|")])
    assert analyze("sharp knives|ran", settings) == [["sharp", "knife"], ["run"]]


def test_own_lemmatizer_gives_one_lemma_or_several_or_none():
    lemmas = {"icecream": "ice cream", "um": "", "saws": "saw", "odd": "o\ndd"}
    settings = TextSettings(lemmatizer=lambda word: lemmas.get(word, word))
    assert analyze("um icecream saws. um. odd", settings) == [
        ["ice", "cream", "saw"],
        ["o", "dd"],
    ]
    split = TextSettings(lemmatizer=settings.lemmatizer, tokenizer=lambda text: [text.split()])
    assert analyze("um icecream", split) == [["ice", "cream"]]
    assert analyze("um", split) == []


def test_own_analyzer_is_the_whole_analysis():
    settings = TextSettings(analyzer=lambda text: [text.split(), []])
    assert analyze("<b>Knives</b> don't", settings) == [["<b>Knives</b>", "don't"]]


@pytest.mark.parametrize("part", ["tokenizer", "analyzer"])
@pytest.mark.parametrize(
    "wrong", [None, 3, "one string", ["words", "not sentences"], [None], [["two words"]], [[""]],
              [["x", 3]], [[None]], [[["deep"]]], [["tab\t"]], [["line\n"]], {1: 2}]
)  # fmt: skip
def test_a_wrong_return_value_is_named(part, wrong):
    with pytest.raises(InputError, match=f"^{part} returned "):
        analyze("some text", TextSettings(**{part: lambda text: wrong}))


@pytest.mark.parametrize("wrong", [None, 3, ["x"], b"x"])
def test_a_wrong_lemma_is_named(wrong):
    with pytest.raises(InputError, match=r"lemmatizer returned .* for 'some'"):
        analyze("some text", TextSettings(lemmatizer=lambda word: wrong))


def test_an_unknown_language_does_without_a_dictionary():
    settings = TextSettings(language="xx", lemmatize=False)
    assert analyze("Knives sooo long", settings) == [["knives", "soo", "long"]]
    settings = TextSettings(language="xx", lemmatizer=str.upper)
    assert analyze("knives", settings) == [["KNIVES"]]


def test_lemmas_agree_with_the_gold_standard(gold_lemmas):
    right = dictionary = total = 0
    with gzip.open(gold_lemmas, "rt", encoding="utf-8") as lines:
        for line in lines:
            sentence = json.loads(line)
            if sentence["split"] != "dev":
                continue
            for word, lemma, tag in zip(
                sentence["words"], sentence["lemma"], sentence["upos"], strict=True
            ):
                if tag in ("NOUN", "VERB", "ADJ"):
                    total += 1
                    right += lemmatize(word.lower()) == lemma.lower()
                    given = simplemma.lemmatize(word.lower(), lang="en")
                    dictionary += given.lower() == lemma.lower()
    assert total > 5000
    assert right / total >= 0.965
    assert right > dictionary


def test_words_without_end_are_not_remembered_without_end(monkeypatch):
    monkeypatch.setattr(lemmas, "MOST_REMEMBERED", 5)
    settings = TextSettings(stop_words={"remembered"})
    text = " ".join(f"knives word{letter} mice" for letter in "abcdefghijkl")
    [words] = analyze(text, settings)
    assert words == [each for end in "abcdefghijkl" for each in ("knife", f"word{end}", "mouse")]
    assert len(lemmas.token_lemmas(settings)) <= 5


SPLIT = TextSettings(tokens="whitespace", lemmatize=False)
TEXT = "The  knives_NNS don't , cut .\n\n\tThey 1,000 <br> cut\n"


def test_words_are_what_stands_between_spaces_and_lines_are_sentences():
    assert analyze(TEXT, SPLIT) == [
        ["The", "knives_NNS", "don't", ",", "cut", "."],
        ["They", "1,000", "<br>", "cut"],
    ]


def test_a_feature_is_found_where_it_stands_and_never_across_lines():
    found = find_feature("knives_NNS don't", TEXT, SPLIT)
    assert [TEXT[start:stop] for start, stop in found] == ["knives_NNS", "don't"]
    assert find_feature(". They", TEXT, SPLIT) == []
    assert [TEXT[a:b] for a, b in find_feature("cut", TEXT, SPLIT)] == ["cut", "cut"]


def test_german_nouns_are_no_forms_of_verbs_and_no_stop_words():
    settings = TextSettings(language="de")
    text = "Haus Garten Krieg Land Liebe Bild Schule Buch Tag Herz Tisch Berg Mann Recht Zeit"
    [words] = analyze(text, settings)
    assert words == text.lower().split()
    assert not set(words) & settings.stop_words_used
