from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from counting_twins import (
    FEATURES,
    SETTINGS,
    STOP_WORDS,
    Documents,
    corpus_of,
    documents,
    feature_documents,
    feature_occurrences,
    features,
    occurrences,
    split_sentences,
)
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.encode import word_keys
from crosslex.counts.feature_counts import FeatureCounts, count_features
from crosslex.counts.frequent_features import count_bigrams, count_domains, count_words
from crosslex.counts.stream import FeatureIndex
from crosslex.errors import InputError
from crosslex.text.settings import TextSettings


def assert_same(one: FeatureCounts, other: FeatureCounts) -> None:
    assert (one.domain, one.features) == (other.domain, other.features)
    for array in ("occurrences", "documents"):
        assert getattr(one, array).dtype == getattr(other, array).dtype == np.int64
        assert getattr(one, array).tolist() == getattr(other, array).tolist(), array


def has_a_word(texts: Documents) -> bool:
    return any(occurrences(sentence) for text in texts for sentence in text)


@given(documents, features)
def test_features_are_counted_as_the_twin_counts_them(texts, asked):
    counts = count_features(corpus_of(texts), asked)
    assert counts.features == tuple(asked)
    assert counts.occurrences.tolist() == [feature_occurrences(texts)[each] for each in asked]
    assert counts.documents.tolist() == [feature_documents(texts)[each] for each in asked]


@given(documents, features, st.sampled_from([1, 2, 5]))
def test_blocks_make_no_difference_to_features(texts, asked, block_tokens):
    corpus = corpus_of(texts)
    whole = count_features(corpus, asked)
    pairs = count_bigrams(corpus, FeatureIndex(["a", "b"]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("crosslex.counts.stream.BLOCK_TOKENS", block_tokens)
        assert_same(count_features(corpus, asked), whole)
        in_blocks = count_bigrams(corpus, FeatureIndex(["a", "b"]))
    assert in_blocks.keys.tolist() == pairs.keys.tolist()
    assert in_blocks.occurrences.tolist() == pairs.occurrences.tolist()


@given(documents, features, st.data())
def test_counts_of_parts_add_up_to_the_counts_of_the_whole(texts, asked, data):
    cut = data.draw(st.integers(0, len(texts)))
    corpus = corpus_of(texts)
    whole = count_features(corpus, asked)
    parts = corpus.slice(0, cut), corpus.slice(cut, len(corpus))
    assert_same(count_features(parts[0], asked) + count_features(parts[1], asked), whole)
    # The same where each part was read on its own, with other word ids.
    apart = corpus_of(texts[:cut]), corpus_of(texts[cut:])
    assert_same(count_features(apart[0], asked) + count_features(apart[1], asked), whole)


@given(documents, st.data())
def test_words_and_bigrams_of_parts_add_up(texts, data):
    cut = data.draw(st.integers(0, len(texts)))
    whole, head, tail = corpus_of(texts), corpus_of(texts[:cut]), corpus_of(texts[cut:])
    keys = word_keys(whole.words)
    assert count_words(head, keys) + count_words(tail, keys) == count_words(whole, keys)
    words = data.draw(st.lists(st.sampled_from("abcdz"), unique=True))
    total = count_bigrams(head, FeatureIndex(words)) + count_bigrams(tail, FeatureIndex(words))
    expected = count_bigrams(whole, FeatureIndex(words))
    assert total.keys.tolist() == expected.keys.tolist()
    assert total.occurrences.tolist() == expected.occurrences.tolist()


@given(documents, st.permutations(["a", "b", "c", "z"]))
def test_bigrams_are_counted_as_the_twin_counts_them(texts, words):
    counts = count_bigrams(corpus_of(texts), FeatureIndex(words))
    found = {
        f"{words[key >> 32]} {words[key & 0xFFFFFFFF]}": count
        for key, count in zip(counts.keys.tolist(), counts.occurrences.tolist(), strict=True)
    }
    assert counts.keys.tolist() == sorted(set(counts.keys.tolist()))
    assert found == {
        feature: count
        for feature, count in feature_occurrences(texts).items()
        if " " in feature and set(feature.split()) <= set(words)
    }


@given(documents)
def test_words_are_counted_as_the_twin_counts_them(texts):
    expected = {key: count for key, count in feature_occurrences(texts).items() if " " not in key}
    corpus = corpus_of(texts)
    assert count_words(corpus, word_keys(corpus.words)) == Counter(expected)


@given(
    st.lists(documents.filter(has_a_word), min_size=2, max_size=3),
    st.integers(0, 4),
    st.integers(0, 3),
    st.booleans(),
)
def test_minimum_counts_are_exact(domains, min_count, min_documents, bigrams):
    settings = TextSettings(analyzer=split_sentences, stop_words=STOP_WORDS, bigrams=bigrams)
    names = "abc"[: len(domains)]
    corpora = [
        corpus_of(texts, name, settings=settings)
        for name, texts in zip(names, domains, strict=True)
    ]
    everything = [text for texts in domains for text in texts]
    occurring, holding = feature_occurrences(everything), feature_documents(everything)
    expected = sorted(
        (
            feature
            for feature in FEATURES
            if occurring[feature] >= max(1, min_count)
            and holding[feature] >= min_documents
            and (bigrams or " " not in feature)
        ),
        key=lambda feature: (-occurring[feature], feature),
    )
    if not all(set(expected) & set(feature_occurrences(texts)) for texts in domains):
        with pytest.raises(InputError, match="none of its words is frequent enough"):
            count_domains(corpora, min_count=min_count, min_documents=min_documents)
        return
    found = count_domains(corpora, min_count=min_count, min_documents=min_documents)
    for counts, corpus in zip(found, corpora, strict=True):
        assert_same(counts, count_features(corpus, expected))


@given(documents.filter(has_a_word), documents.filter(has_a_word), st.randoms())
def test_counts_do_not_depend_on_the_order_of_the_texts(one, other, random):
    def counted(texts):
        return count_domains([corpus_of(texts, "a"), corpus_of(other, "b")])

    for first, second in zip(counted(one), counted(random.sample(one, len(one))), strict=True):
        assert_same(first, second)


@given(documents)
def test_counting_leaves_the_corpus_as_it_was(texts):
    assume(has_a_word(texts))
    corpus = corpus_of(texts)
    before = corpus.ids.copy()
    count_domains([corpus, corpus_of([[["a", "b"]]], "b")])
    assert np.array_equal(corpus.ids, before)


def test_a_worked_example():
    films = Corpus.from_texts(
        ["A waste of money. Waste of time!", "Good film. A good, good film."], name="films"
    )
    tools = Corpus.from_texts(["Good tool, no waste."], name="tools")
    counts = count_domains([films, tools], min_count=2)
    # good 4, waste 3, film 2, "good film" 2; money, time, tool, no: once.
    assert counts[0].features == ("good", "waste", "film", "good film")
    assert counts[0].occurrences.tolist() == [3, 2, 2, 2]
    assert counts[0].documents.tolist() == [1, 1, 1, 1]
    assert counts[1].occurrences.tolist() == [1, 1, 0, 0]


@pytest.mark.parametrize("texts", [[[["of", "the"]]], [[]], []])
def test_a_domain_without_words_is_refused(texts):
    with pytest.raises(InputError, match="domain 'b': no words but stop words were found"):
        count_domains([corpus_of([[["a"]]], "a"), corpus_of(texts, "b")])


@pytest.mark.parametrize("minimum", ["min_count", "min_documents"])
def test_a_minimum_that_leaves_a_domain_empty_is_refused(minimum):
    corpora = [corpus_of([[["a"]]] * 5, "a"), corpus_of([[["b"]]], "b")]
    with pytest.raises(InputError, match=f"domain 'b': none of its words .*{minimum}=2"):
        count_domains(corpora, **{minimum: 2})
    with pytest.raises(InputError, match=f"domain 'a': none of its words .*{minimum}=6"):
        count_domains(corpora, **{minimum: 6})


def test_no_features_can_be_counted():
    assert count_features(corpus_of([[["a"]]]), []).occurrences.tolist() == []


@pytest.mark.parametrize(("name", "asked"), [("b", ["a"]), ("a", ["b"])])
def test_counts_of_different_things_cannot_be_added(name, asked):
    texts = [[["a"]], [["b"]]]
    one, other = (
        count_features(corpus_of(texts), ["a"]),
        count_features(corpus_of(texts, name), asked),
    )
    with pytest.raises(InputError, match="cannot be added"):
        one + other


def test_settings_are_those_of_the_corpus():
    settings = TextSettings(analyzer=split_sentences, stop_words=frozenset())
    corpus = corpus_of([[["a", "of", "b"]]], settings=settings)
    assert count_features(corpus, ["of", "a of", "a b"]).occurrences.tolist() == [1, 1, 0]
    assert (
        count_features(corpus_of([[["a", "of", "b"]]], settings=SETTINGS), ["a b"]).occurrences == 1
    )
