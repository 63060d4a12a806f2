"""Example sentences of a model: slices of the texts that it keeps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosslex import Corpus, CrossDomainEmbedding, TextSettings
from crosslex.model import MAX_CHARACTERS, cut_to_use
from crosslex.text.analysis import analyze
from sentence_twins import features as features_of
from sentence_twins import raw_sentences

WORDS = ["plot", "Knives", "weren't", "<b>dull</b>", "sharp", "the", "3.5", "Mr.", ".", "!", "<br>"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join), max_size=8)
OTHER = ["The plot of sharp knives."] * 2


def first_sentences(texts: list[str], word: str, limit: int) -> list[str]:
    """For each of the first documents that hold a word, the first sentence that does."""
    found = []
    for text in texts:
        sentences = zip(raw_sentences(text), analyze(text), strict=True)
        found += [raw for raw, words in sentences if word in features_of(words)][:1]
    return found[:limit]


@given(TEXTS, st.integers(0, 3))
def test_each_word_has_the_first_sentence_of_its_first_documents(texts, limit):
    texts = [*texts, *OTHER]
    model = CrossDomainEmbedding(dimension=2, min_documents=1, max_examples=limit)
    model.fit({"x": texts, "y": OTHER})
    for word in model.vocabulary_.features:
        assert model.examples(word, "x") == first_sentences(texts, word, limit)


def test_a_word_that_is_unknown_has_no_examples_and_leaves_the_others_theirs():
    model = CrossDomainEmbedding(dimension=2, min_documents=1, max_examples=3)
    found = model.fit({"x": ["A dull plot.", *OTHER], "y": OTHER})._fitted()
    asked = ["plot", "unknown", "sharp", "neither"]
    assert list(found.whole_examples(asked, "x")) == [["A dull plot.", *OTHER], [], OTHER, []]


@pytest.mark.parametrize("place", [0, 79, 80, 200, 299])
@pytest.mark.parametrize("gap", [" ", "-" * 9])
def test_of_a_long_sentence_the_part_with_the_word_is_shown(place, gap):
    words = ["word"] * 300
    words[place] = "plot"
    whole = gap.join(words)
    for asked in ["plot", "plot word"] if place < 299 else ["plot", "word plot"]:
        shown = cut_to_use(whole, asked, TextSettings())
        assert len(shown) <= MAX_CHARACTERS
        assert shown in whole
        assert asked.replace(" ", gap) in shown
        if gap == " ":
            assert set(shown.split()) <= {"word", "plot"}


def test_texts_of_your_own_analyzer_are_shown_from_the_word_on_or_from_their_beginning():
    settings = TextSettings(analyzer=lambda text: [text.split("|")])
    text = "|".join(["dull", "plot"] * 200)
    assert cut_to_use(text, "plot", settings) == text[:MAX_CHARACTERS]
    assert cut_to_use(text, "unspelled", settings) == text[:MAX_CHARACTERS]


def test_no_text_is_analyzed_a_second_time():
    analyzed = []

    def analyzer(text: str) -> list[list[str]]:
        analyzed.append(text)
        return [text.split()]

    settings = TextSettings(analyzer=analyzer)
    texts = [f"plot{number % 2} number" for number in range(50)]
    corpora = [Corpus.from_texts(texts, name=name, text_settings=settings) for name in "ab"]
    analyzed.clear()
    model = CrossDomainEmbedding(dimension=2, max_examples=3).fit(corpora)
    assert model.examples("plot0", "a") == texts[0:6:2]
    assert analyzed == []
