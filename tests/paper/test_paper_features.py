"""The counts that pivots are chosen by, against their twin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counting_twins import (
    STOP_WORDS,
    corpus_of,
    documents,
    feature_sentences,
    features,
    split_sentences,
)
from crosslex.counts.features import PivotCounts, count_sentences
from crosslex.errors import InputError


def assert_same(one: PivotCounts, other: PivotCounts) -> None:
    assert (one.domain, one.features) == (other.domain, other.features)
    for array in ("occurrences", "sentences", "documents", "named_sentences"):
        assert getattr(one, array).dtype == getattr(other, array).dtype == np.int64
        assert getattr(one, array).tolist() == getattr(other, array).tolist(), array
    for number in ("n_sentences", "n_documents", "n_named_sentences"):
        assert getattr(one, number) == getattr(other, number), number


@given(documents, features)
def test_sentences_are_counted_as_the_twin_counts_them(texts, asked):
    counts = count_sentences(corpus_of(texts), asked)
    assert counts.sentences.tolist() == [feature_sentences(texts)[each] for each in asked]
    assert counts.n_documents == len(texts)
    assert counts.n_sentences == sum(len(text) for text in texts)


@given(documents, features, st.sampled_from(["a", "b", "z", "of", "a|b", "c d"]))
def test_sentences_that_hold_the_name_are_counted_as_the_twin_counts_them(texts, asked, name):
    counts = count_sentences(corpus_of(texts, name=name), asked)
    names = {word for sentence in split_sentences(name) for word in sentence} - STOP_WORDS
    named = [[sentence for sentence in text if names & set(sentence)] for text in texts]
    assert counts.n_named_sentences == sum(len(text) for text in named)
    assert counts.named_sentences.tolist() == [feature_sentences(named)[each] for each in asked]


@given(documents, features, st.data())
def test_counts_of_parts_add_up_to_the_counts_of_the_whole(texts, asked, data):
    cut = data.draw(st.integers(0, len(texts)))
    corpus = corpus_of(texts)
    whole = count_sentences(corpus, asked)
    parts = corpus.slice(0, cut), corpus.slice(cut, len(corpus))
    assert_same(count_sentences(parts[0], asked) + count_sentences(parts[1], asked), whole)
    # The same where each part was read on its own, with other word ids.
    apart = corpus_of(texts[:cut]), corpus_of(texts[cut:])
    assert_same(count_sentences(apart[0], asked) + count_sentences(apart[1], asked), whole)


@pytest.mark.parametrize(("name", "asked"), [("b", ["a"]), ("a", ["b"])])
def test_counts_of_different_things_cannot_be_added(name, asked):
    texts = [[["a"]], [["b"]]]
    one = count_sentences(corpus_of(texts, "a"), ["a"])
    with pytest.raises(InputError, match="cannot be added"):
        one + count_sentences(corpus_of(texts, name), asked)
