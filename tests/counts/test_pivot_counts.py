"""The counts that pivots are chosen by, against their twin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counting_twins import (
    STOP_WORDS,
    corpus_of,
    document_features,
    documents,
    feature_sentences,
    features,
    split_sentences,
)
from crosslex.counts.pivot_counts import PivotCounts, count_for_pivots
from crosslex.errors import InputError

LABELS = st.sampled_from([None, 0, 1, 2])
labeled = st.lists(
    st.tuples(st.lists(st.lists(st.sampled_from("abc"), min_size=1), max_size=3), LABELS),
    max_size=6,
)


def assert_same(one: PivotCounts, other: PivotCounts) -> None:
    assert (one.domain, one.features, one.classes) == (other.domain, other.features, other.classes)
    for array in ("occurrences", "sentences", "documents", "named_sentences", "class_documents",
                  "n_class_documents"):  # fmt: skip
        assert getattr(one, array).dtype == getattr(other, array).dtype == np.int64
        assert getattr(one, array).tolist() == getattr(other, array).tolist(), array
    for number in ("n_sentences", "n_documents", "n_named_sentences"):
        assert getattr(one, number) == getattr(other, number), number


@given(documents, features)
def test_sentences_are_counted_as_the_twin_counts_them(texts, asked):
    counts = count_for_pivots(corpus_of(texts), asked)
    assert counts.sentences.tolist() == [feature_sentences(texts)[each] for each in asked]
    assert counts.n_documents == len(texts)
    assert counts.n_sentences == sum(len(text) for text in texts)


@given(documents, features, st.sampled_from(["a", "b", "z", "of", "a|b", "c d"]))
def test_sentences_that_hold_the_name_are_counted_as_the_twin_counts_them(texts, asked, name):
    counts = count_for_pivots(corpus_of(texts, name=name), asked)
    names = {word for sentence in split_sentences(name) for word in sentence} - STOP_WORDS
    named = [[sentence for sentence in text if names & set(sentence)] for text in texts]
    assert counts.n_named_sentences == sum(len(text) for text in named)
    assert counts.named_sentences.tolist() == [feature_sentences(named)[each] for each in asked]


@given(labeled, features)
def test_documents_of_a_class_are_counted_as_the_twin_counts_them(pairs, asked):
    corpus = corpus_of([text for text, _ in pairs], labels=[label for _, label in pairs])
    counts = count_for_pivots(corpus, asked)
    classes = sorted({label for _, label in pairs if label is not None})
    assert counts.classes == tuple(classes)
    for code, label in enumerate(classes):
        own = [text for text, of in pairs if of == label]
        assert counts.n_class_documents[code] == len(own)
        assert counts.class_documents[code].tolist() == [
            sum(each in document_features(text) for text in own) for each in asked
        ]
    assert counts.class_documents.shape == (len(classes), len(asked))


@given(labeled, features, st.data())
def test_counts_of_parts_add_up_to_the_counts_of_the_whole(pairs, asked, data):
    texts, labels = [text for text, _ in pairs], [label for _, label in pairs]
    cut = data.draw(st.integers(0, len(pairs)))
    corpus = corpus_of(texts, labels=labels)
    whole = count_for_pivots(corpus, asked)
    parts = corpus.slice(0, cut), corpus.slice(cut, len(corpus))
    assert_same(count_for_pivots(parts[0], asked) + count_for_pivots(parts[1], asked), whole)
    # The same where each part was read on its own, with other word ids and perhaps not
    # every class.
    apart = corpus_of(texts[:cut], labels=labels[:cut]), corpus_of(texts[cut:], labels=labels[cut:])
    assert_same(count_for_pivots(apart[0], asked) + count_for_pivots(apart[1], asked), whole)


@pytest.mark.parametrize(
    ("name", "asked", "labels"),
    [("b", ["a"], [0, 1]), ("a", ["b"], [0, 1]), ("a", ["a"], ["x", "y"])],
)
def test_counts_of_different_things_cannot_be_added(name, asked, labels):
    texts = [[["a"]], [["b"]]]
    one = count_for_pivots(corpus_of(texts, "a", [0, 1]), ["a"])
    other = count_for_pivots(corpus_of(texts, name, labels), asked)
    with pytest.raises(InputError, match="cannot be added"):
        one + other
