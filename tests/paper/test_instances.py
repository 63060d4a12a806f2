"""Instances, and the counts that pivots are chosen by, against their twins."""

from collections import Counter
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counting_twins import (
    SETTINGS,
    STOP_WORDS,
    corpus_of,
    document_features,
    documents,
    feature_occurrences,
    feature_sentences,
    features,
    split_sentences,
    window_pairs,
)
from crosslex.counts.features import PivotCounts, count_sentences
from crosslex.paper.instances import collect_instances


@given(documents, features, features, st.sampled_from([1, 2, 10, 1000]), st.sampled_from([1, 99]))
def test_instances_are_those_of_the_twin(texts, pivots, words, window, block_tokens):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("crosslex.counts.stream.BLOCK_TOKENS", block_tokens)
        found = collect_instances(corpus_of(texts), pivots, words, window=window)
    assert (found.pivots, found.words) == (tuple(pivots), tuple(words))
    triples = [
        (pivots[pivot], words[word], document)
        for pivot, word, document in zip(found.pivot, found.word, found.document, strict=True)
    ]
    assert Counter(triples) == Counter(
        (pivot, word, document)
        for pivot, word, document in window_pairs(texts, window)
        if pivot in pivots and word in words
    )
    assert found.document.tolist() == sorted(found.document.tolist())

    assert len(found.document_offsets) == len(texts) + 1
    for number, text in enumerate(texts):
        start, stop = found.document_offsets[number], found.document_offsets[number + 1]
        held = document_features(text)
        assert found.document_words[start:stop].tolist() == [
            index for index, word in enumerate(words) if word in held
        ]
    assert found.word_counts.tolist() == [feature_occurrences(texts)[word] for word in words]


def pairs_of_text(text, pivots, words, window) -> Counter:
    """Pairs of features as they stand in a text, stop words among them, pair by pair.

    Unigrams are no stop words, bigrams any two neighbors; windows count all words but
    stop words.
    """
    found = Counter()
    for sentence in text:
        spans = [(word, at, at) for at, word in enumerate(sentence) if word not in STOP_WORDS]
        spans += [
            (f"{word} {sentence[at + 1]}", at, at + 1) for at, word in enumerate(sentence[:-1])
        ]
        for pivot, first, last in spans:
            for word, start, end in spans:
                if pivot not in pivots or word not in words or (start <= last and first <= end):
                    continue
                between = range(last + 1, start) if last < start else range(end + 1, first)
                if sum(sentence[at] not in STOP_WORDS for at in between) < window:
                    found[pivot, word] += 1
    return found


def triples(found) -> Counter:
    return Counter(
        (found.pivots[pivot], found.words[word])
        for pivot, word in zip(found.pivot, found.word, strict=True)
    )


@given(documents, features, features, st.sampled_from([1, 2, 10]))
def test_with_bigrams_first_windows_count_all_but_stop_words(texts, pivots, words, window):
    corpus = corpus_of(texts, settings=replace(SETTINGS, bigrams_first=True))
    found = collect_instances(corpus, pivots, words, window=window)
    expected = (pairs_of_text(text, pivots, words, window) for text in texts)
    assert triples(found) == sum(expected, Counter())


@given(documents, features, st.sampled_from(["a", "b", "z", "of", "a|b", "c d"]))
def test_sentences_and_those_that_hold_the_name_are_counted_as_the_twin_counts_them(
    texts, asked, name
):
    counts = count_sentences(corpus_of(texts, name=name), asked)
    assert counts.sentences.tolist() == [feature_sentences(texts)[each] for each in asked]
    assert counts.n_documents == len(texts)
    assert counts.n_sentences == sum(len(text) for text in texts)
    names = {word for sentence in split_sentences(name) for word in sentence} - STOP_WORDS
    named = [[sentence for sentence in text if names & set(sentence)] for text in texts]
    assert counts.n_named_sentences == sum(len(text) for text in named)
    assert counts.named_sentences.tolist() == [feature_sentences(named)[each] for each in asked]


@given(documents, features, st.data())
def test_counts_of_parts_add_up_to_the_counts_of_the_whole(texts, asked, data):
    cut = data.draw(st.integers(0, len(texts)))
    corpus = corpus_of(texts)
    whole = count_sentences(corpus, asked)
    # Each part was read on its own, with other word ids.
    apart = corpus_of(texts[:cut]), corpus_of(texts[cut:])
    added = count_sentences(apart[0], asked) + count_sentences(apart[1], asked)
    for field in fields(PivotCounts):
        np.testing.assert_array_equal(getattr(added, field.name), getattr(whole, field.name))
