"""Sentences kept with a model: samples as features, examples as raw text."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counting_twins import corpus_of, document_features, documents, features, occurrences
from crosslex.corpus.corpus import Corpus
from crosslex.counts import samples as sampling
from crosslex.counts import stream
from crosslex.counts.samples import (
    MAX_CHARACTERS,
    MAX_DOCUMENTS,
    Examples,
    SentenceSample,
    collect_examples,
    sample_limit,
    sample_sentences,
)
from crosslex.text.analysis import analyze
from crosslex.text.analysis import features as features_of
from crosslex.text.offsets import raw_sentences
from crosslex.text.settings import TextSettings


def sentences_of(sample: SentenceSample) -> list[tuple[list[int], list[int]]]:
    """Each sentence's unigrams and bigrams, cut by the offsets."""
    offsets = sample.sentence_offsets
    assert len(offsets) == len(sample.documents) + 1
    return [
        (sample.unigrams[start:stop].tolist(), sample.bigrams[start:stop].tolist())
        for start, stop in pairwise(offsets)
    ]


def ranks(documents: np.ndarray) -> list[int]:
    """Documents numbered anew from 0, without gaps."""
    return np.unique(documents, return_inverse=True)[1].tolist()


@given(documents, features, st.integers(1, 4), st.sampled_from([1, 7, 1000]))
def test_sentences_of_the_first_documents_of_each_feature_are_kept_whole(
    texts, asked, limit, block_tokens
):
    first_documents = {
        feature: [
            number for number, text in enumerate(texts) if feature in document_features(text)
        ][:limit]
        for feature in asked
    }
    expected = []
    for number, text in enumerate(texts):
        for sentence in text:
            found = occurrences(sentence)
            if any(number in first_documents.get(each.feature, ()) for each in found):
                expected.append((number, sorted((each.first, each.feature) for each in found)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "BLOCK_TOKENS", block_tokens)
        sample = sample_sentences(corpus_of(texts), asked, max_documents=limit)
    assert sample.documents.tolist() == [number for number, _ in expected]
    assert len(sample.sentence_offsets) == len(expected) + 1
    for place, (_, held) in enumerate(expected):
        start, stop = sample.sentence_offsets[place], sample.sentence_offsets[place + 1]
        assert stop - start == sum(" " not in feature for _, feature in held)
        kept = [
            (position, asked[number])
            for column in (sample.unigrams, sample.bigrams)
            for position, number in enumerate(column[start:stop])
            if number >= 0
        ]
        assert sorted(kept) == [pair for pair in held if pair[1] in asked]


@given(documents, documents, features, st.integers(1, 4))
def test_the_samples_of_two_parts_make_the_sample_of_the_whole(first, second, asked, limit):
    parts = [
        sample_sentences(corpus_of(texts), asked, max_documents=limit) for texts in (first, second)
    ]
    whole = sample_sentences(corpus_of(first + second), asked, max_documents=limit)
    extended = parts[0].extended(parts[1], limit)
    assert sentences_of(extended) == sentences_of(whole)
    assert ranks(extended.documents) == ranks(whole.documents)
    fewer = sample_sentences(corpus_of(first + second), asked, max_documents=1)
    assert sentences_of(parts[0].extended(parts[1], 1)) == sentences_of(fewer)


def test_the_default_limit_is_in_force():
    corpus = corpus_of([[["a", "b"]]] * (MAX_DOCUMENTS + 5))
    assert len(sample_sentences(corpus, ["a"]).documents) == MAX_DOCUMENTS
    two = sample_sentences(corpus, ["a"]).extended(sample_sentences(corpus, ["a"]))
    assert len(two.documents) == MAX_DOCUMENTS


def test_of_no_features_or_no_text_there_is_no_sentence():
    for sample in (
        sample_sentences(corpus_of([[["a"]]]), []),
        sample_sentences(corpus_of([]), ["a"]),
        sample_sentences(corpus_of([[["a"]]]), ["a"], max_documents=0),
    ):
        assert sample.sentence_offsets.tolist() == [0]
        assert len(sample.unigrams) == len(sample.bigrams) == len(sample.documents) == 0
        assert sentences_of(sample.extended(sample)) == []


@given(st.lists(st.integers(0, 400), max_size=30), st.integers(1, 2000))
def test_the_limit_is_the_largest_that_does_not_let_the_sample_grow_too_large(counts, most):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sampling, "MAX_USES", most)
        patch.setattr(sampling, "MAX_DOCUMENTS", 300)
        limit = sample_limit(np.array(counts, np.int64))

    def uses(limit: int) -> int:
        return sum(min(count, limit) for count in counts)

    assert limit == max([1, *(each for each in range(1, 301) if uses(each) <= most)])


WORDS = ["plot", "Knives", "weren't", "<b>dull</b>", "sharp", "the", "3.5", "Mr.", ".", "!", "<br>"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join), max_size=8)
ASKED = ["plot", "knife", "not", "dull", "sharp", "dull sharp", "knife not", "zebra"]


def features_in(text: str) -> list[str]:
    return [feature for sentence in analyze(text) for feature in features_of(sentence)]


def naive_examples(texts: list[str], word: str, limit: int) -> list[str]:
    """For each of the first documents that hold a word, the first sentence that does."""
    found = []
    for text in texts:
        holding = [
            raw
            for raw, words in zip(raw_sentences(text), analyze(text), strict=True)
            if word in features_of(words)
        ]
        found += holding[:1]
    return found[:limit]


@given(TEXTS, st.integers(0, 3), st.sampled_from([1, 20, 1000]))
def test_each_word_has_the_first_sentence_of_its_first_documents(texts, limit, block_tokens):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "BLOCK_TOKENS", block_tokens)
        examples = collect_examples(Corpus.from_texts(texts, name="x"), ASKED, limit=limit)
    for word in ASKED:
        assert examples[word] == naive_examples(texts, word, limit)
    needed = {number for numbers in examples.of_word.values() for number in numbers}
    assert needed == set(range(len(examples.sentences)))


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


def test_no_text_is_analyzed_a_second_time():
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
    assert analyzed == []
