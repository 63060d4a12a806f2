"""A sample of the sentences of a domain, as features."""

from dataclasses import astuple
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counting_twins import (
    FEATURES,
    corpus_of,
    document_features,
    documents,
    features,
    occurrences,
)
from crosslex.counts import samples as sampling
from crosslex.counts import stream
from crosslex.counts.samples import (
    MAX_DOCUMENTS,
    sample_limit,
    sample_sentences,
)


@given(documents, features, st.integers(0, 4), st.sampled_from([1, 7, 1000]))
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


def test_the_default_limit_is_in_force():
    corpus = corpus_of([[["a", "b"]]] * (MAX_DOCUMENTS + 5))
    assert len(sample_sentences(corpus, ["a"]).documents) == MAX_DOCUMENTS


@given(st.lists(st.integers(0, 400), max_size=30), st.integers(1, 2000))
def test_the_limit_is_the_largest_that_does_not_let_the_sample_grow_too_large(counts, most):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sampling, "MAX_USES", most)
        patch.setattr(sampling, "MAX_DOCUMENTS", 300)
        limit = sample_limit(np.array(counts, np.int64))

    def uses(limit: int) -> int:
        return sum(min(count, limit) for count in counts)

    assert limit == max([1, *(each for each in range(1, 301) if uses(each) <= most)])


@given(documents, st.sampled_from(FEATURES))
def test_the_sentences_with_a_feature_are_those_that_hold_it(texts, asked):
    sample = sample_sentences(corpus_of(texts), FEATURES)
    number = FEATURES.index(asked)
    bounds = pairwise(sample.sentence_offsets.tolist())
    held = [
        number in {*sample.unigrams[start:stop], *sample.bigrams[start:stop]}
        for start, stop in bounds
    ]
    found, expected = sample.with_feature(number), sample.select(np.array(held, bool))
    assert all(map(np.array_equal, astuple(found), astuple(expected)))
