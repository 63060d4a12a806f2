from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counting_twins import corpus_of, document_features, documents, features, occurrences
from crosslex.counts import samples as sampling
from crosslex.counts import stream
from crosslex.counts.samples import (
    MAX_DOCUMENTS,
    SentenceSample,
    sample_limit,
    sample_sentences,
)


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


@given(documents, features, st.integers(1, 4))
def test_sentences_of_the_first_documents_of_each_feature_are_kept_whole(texts, asked, limit):
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


@pytest.mark.parametrize("size", [1, 3, 7])
def test_the_sample_does_not_depend_on_how_the_stream_is_cut(monkeypatch, size):
    rng = np.random.default_rng(0)
    texts = [
        [rng.choice(["a", "b", "c", "of"], 4).tolist() for _ in range(rng.integers(4))]
        for _ in range(30)
    ]
    expected = sample_sentences(corpus_of(texts), ["a", "b", "a b"], max_documents=3)
    monkeypatch.setattr(stream, "BLOCK_TOKENS", size)
    sample = sample_sentences(corpus_of(texts), ["a", "b", "a b"], max_documents=3)
    assert sentences_of(sample) == sentences_of(expected)
    assert sample.documents.tolist() == expected.documents.tolist()


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
