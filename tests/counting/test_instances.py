from collections import Counter

import pytest
from counting_twins import (
    corpus_of,
    document_features,
    documents,
    feature_occurrences,
    features,
    window_pairs,
)
from hypothesis import given
from hypothesis import strategies as st

from crosslex.counting.instances import collect_instances
from crosslex.errors import InputError


@given(documents, features, features, st.sampled_from([1, 2, 10, 10**9]))
def test_instances_are_those_of_the_twin(texts, pivots, words, window):
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


@given(documents, features, features)
def test_documents_know_their_words(texts, pivots, words):
    found = collect_instances(corpus_of(texts), pivots, words)
    assert len(found.document_offsets) == len(texts) + 1
    for number, text in enumerate(texts):
        start, stop = found.document_offsets[number], found.document_offsets[number + 1]
        held = document_features(text)
        assert found.document_words[start:stop].tolist() == [
            index for index, word in enumerate(words) if word in held
        ]
    assert found.word_counts.tolist() == [feature_occurrences(texts)[word] for word in words]


@given(documents, features, features, st.sampled_from([1, 3]))
def test_blocks_make_no_difference_to_instances(texts, pivots, words, block_tokens):
    corpus = corpus_of(texts)
    whole = collect_instances(corpus, pivots, words, window=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("crosslex.counting.stream.BLOCK_TOKENS", block_tokens)
        cut = collect_instances(corpus, pivots, words, window=2)
    for array in ("pivot", "word", "document", "document_offsets", "document_words"):
        assert getattr(cut, array).tolist() == getattr(whole, array).tolist(), array


def test_instances_stand_in_the_order_of_the_text():
    found = collect_instances(corpus_of([[["b", "a", "c"], ["a", "b"]]]), ["a"], ["b", "c"])
    assert found.word.tolist() == [0, 1, 0]


def test_a_window_must_hold_something():
    with pytest.raises(InputError, match="window: found 0; give a whole number from 1 on"):
        collect_instances(corpus_of([[["a", "b"]]]), ["a"], ["b"], window=0)
