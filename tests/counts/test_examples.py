import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosslex.corpus.corpus import Corpus
from crosslex.counts import stream
from crosslex.counts.samples import MAX_CHARACTERS, Examples, collect_examples
from crosslex.text.analysis import analyze, features, raw_sentences
from crosslex.text.settings import TextSettings

WORDS = ["plot", "Knives", "weren't", "<b>dull</b>", "sharp", "the", "3.5", "Mr.", ".", "!", "<br>"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join), max_size=8)
ASKED = ["plot", "knife", "not", "dull", "sharp", "dull sharp", "knife not", "zebra"]


def features_in(text: str) -> list[str]:
    return [feature for sentence in analyze(text) for feature in features(sentence)]


def naive_examples(texts: list[str], word: str, limit: int) -> list[str]:
    """For each of the first documents that hold a word, the first sentence that does."""
    found = []
    for text in texts:
        holding = [
            raw
            for raw, words in zip(raw_sentences(text), analyze(text), strict=True)
            if word in features(words)
        ]
        found += holding[:1]
    return found[:limit]


@given(TEXTS, st.integers(0, 3))
def test_each_word_has_the_first_sentence_of_its_first_documents(texts, limit):
    examples = collect_examples(Corpus.from_texts(texts, name="x"), ASKED, limit=limit)
    for word in ASKED:
        assert examples[word] == naive_examples(texts, word, limit)
    needed = {number for numbers in examples.of_word.values() for number in numbers}
    assert needed == set(range(len(examples.sentences)))


@pytest.mark.parametrize("size", [1, 20])
def test_examples_do_not_depend_on_how_the_stream_is_cut(monkeypatch, size):
    rng = np.random.default_rng(0)
    texts = [" ".join(rng.choice(WORDS, 12)) for _ in range(40)]
    corpus = Corpus.from_texts(texts, name="x")
    expected = collect_examples(corpus, ASKED, limit=3)
    monkeypatch.setattr(stream, "BLOCK_TOKENS", size)
    assert collect_examples(corpus, ASKED, limit=3) == expected


def test_none_are_kept_if_none_are_wanted_or_the_texts_were_not_kept():
    texts = ["A dull plot."] * 3
    nothing = Examples("x", (), {})
    assert collect_examples(Corpus.from_texts(texts, name="x"), ["dull"], limit=0) == nothing
    without = Corpus.from_texts(texts, name="x", keep_texts=False)
    assert collect_examples(without, ["dull"]) == nothing
    assert nothing["dull"] == []


@pytest.mark.parametrize("place", [0, 79, 80, 200])
def test_a_long_sentence_is_an_example_only_of_words_that_are_still_in_it(place):
    # Five characters a word, so that the cut falls after the eightieth.
    words = ["word"] * 300
    words[place] = "plot"
    corpus = Corpus.from_texts([" ".join(words)], name="x")
    examples = collect_examples(corpus, ["plot", "word", "word plot"])
    [sentence] = examples.sentences
    assert len(sentence) <= MAX_CHARACTERS
    assert sentence == " ".join(words)[: len(sentence)]
    assert set(examples.of_word) == {"plot", "word", "word plot"} & set(features_in(sentence))
    assert ("plot" in examples.of_word) == (place < 80)


def test_a_later_sentence_serves_where_a_word_was_cut_off():
    corpus = Corpus.from_texts(["word " * 100 + "plot. A plot."], name="x")
    examples = collect_examples(corpus, ["plot"])
    assert examples["plot"] == ["A plot."]
    assert examples.sentences == ("A plot.",)


def test_texts_of_your_own_analyzer_are_shown_from_their_beginning():
    settings = TextSettings(analyzer=lambda text: [text.split("|")])
    text = "|".join(["dull", "plot"] * 200)
    corpus = Corpus.from_texts([text, "saw|plot"], name="x", text_settings=settings)
    assert collect_examples(corpus, ["plot"])["plot"] == [text[:MAX_CHARACTERS], "saw|plot"]


def test_adding_puts_the_sentences_one_after_the_other():
    first = Examples("x", ("a b", "b"), {"a": (0,), "b": (0, 1)})
    second = Examples("x", ("b c",), {"b": (0,), "c": (0,)})
    total = first + second
    assert total["a"] == ["a b"]
    assert total["b"] == ["a b", "b", "b c"]
    assert total["c"] == ["b c"]
    assert first.of_word == {"a": (0,), "b": (0, 1)}


def test_a_limit_drops_the_sentences_that_no_word_needs():
    examples = Examples("x", ("a b", "b", "b c"), {"a": (0,), "b": (0, 1, 2), "c": (2,)})
    assert examples.limited(3) == examples
    assert examples.limited(1) == Examples("x", ("a b", "b c"), {"a": (0,), "b": (0,), "c": (1,)})
    assert examples.limited(0) == Examples("x", (), {})


def test_raw_text_is_looked_at_only_in_the_documents_that_are_shown():
    analyzed = []

    def analyzer(text: str) -> list[list[str]]:
        analyzed.append(text)
        return [text.split()]

    settings = TextSettings(analyzer=analyzer)
    texts = [f"plot{number % 2} number{number}" for number in range(500)]
    corpus = Corpus.from_texts(texts, name="x", text_settings=settings)
    analyzed.clear()
    examples = collect_examples(corpus, ["plot0", "plot1"], limit=3)
    assert examples.sentences == tuple(texts[:6])
    assert set(analyzed) == set(texts[:6])
