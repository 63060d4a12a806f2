from collections import Counter
from dataclasses import replace

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
    features,
    window_pairs,
)
from crosslex.errors import InputError
from crosslex.paper.instances import collect_instances, window_bounds


@given(documents, features, features, st.sampled_from([1, 2, 10, 1000]))
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
        patch.setattr("crosslex.counts.stream.BLOCK_TOKENS", block_tokens)
        cut = collect_instances(corpus, pivots, words, window=2)
    for array in ("pivot", "word", "document", "document_offsets", "document_words"):
        assert getattr(cut, array).tolist() == getattr(whole, array).tolist(), array


def test_instances_stand_in_the_order_of_the_text():
    found = collect_instances(corpus_of([[["b", "a", "c"], ["a", "b"]]]), ["a"], ["b", "c"])
    assert found.word.tolist() == [0, 1, 0]


def pairs_of_text(text, pivots, words, window, counts) -> Counter:
    """Pairs of features as they stand in a text, stop words among them, pair by pair.

    Unigrams are no stop words, bigrams any two neighbors; `counts` says of a position of a
    sentence whether a window counts it.
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
                if sum(counts(sentence, at) for at in between) < window:
                    found[pivot, word] += 1
    return found


def triples(found) -> Counter:
    return Counter(
        (found.pivots[pivot], found.words[word])
        for pivot, word in zip(found.pivot, found.word, strict=True)
    )


@given(documents, features, features, st.sampled_from([1, 2, 10]))
def test_with_bigrams_first_windows_count_all_but_stop_words(texts, pivots, words, window):
    settings = replace(SETTINGS, bigrams_first=True)
    found = collect_instances(corpus_of(texts, settings=settings), pivots, words, window=window)
    expected = sum(
        (
            pairs_of_text(text, pivots, words, window, lambda s, at: s[at] not in STOP_WORDS)
            for text in texts
        ),
        Counter(),
    )
    assert triples(found) == expected


@given(documents, features, features, st.sampled_from([1, 2, 10]))
def test_windows_over_features_count_only_where_a_feature_begins(texts, pivots, words, window):
    settings = replace(SETTINGS, bigrams_first=True)
    chosen = {*pivots, *words}

    def counts(sentence, at) -> bool:
        unigram = sentence[at] in chosen and sentence[at] not in STOP_WORDS
        return unigram or " ".join(sentence[at : at + 2]) in chosen - set(sentence)

    found = collect_instances(
        corpus_of(texts, settings=settings), pivots, words, window=window, window_over="features"
    )
    expected = sum(
        (pairs_of_text(text, pivots, words, window, counts) for text in texts), Counter()
    )
    assert triples(found) == expected


def test_bounds_of_windows_without_stop_words_are_arithmetic():
    offsets = np.array([0, 3, 3, 8])
    for window in (1, 2, 100):
        lows, highs = window_bounds(offsets, None, window)
        starts, stops = np.repeat([0, 3], [3, 5]), np.repeat([3, 8], [3, 5])
        np.testing.assert_array_equal(lows, np.maximum(starts, np.arange(8) - window))
        np.testing.assert_array_equal(highs, np.minimum(stops, np.arange(8) + window + 1))


def test_a_window_must_hold_something():
    with pytest.raises(InputError, match="window: found 0; give a whole number from 1 on"):
        collect_instances(corpus_of([[["a", "b"]]]), ["a"], ["b"], window=0)
