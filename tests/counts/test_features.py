"""Features streamed and counted as slow twins do it, and the keys of the frequent ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counting_twins import (
    FEATURES,
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
from crosslex.counts import features as features_module
from crosslex.counts.features import HashedCounts, count_domains
from crosslex.counts.stream import (
    document_matrix,
    word_blocks,
)
from crosslex.errors import InputError
from crosslex.text.settings import TextSettings


def has_a_word(texts: Documents) -> bool:
    return any(occurrences(sentence) for text in texts for sentence in text)


@given(
    st.lists(documents.filter(has_a_word), min_size=2, max_size=3),
    st.integers(0, 4),
    st.integers(0, 3),
    st.booleans(),
    st.sampled_from([1, 5, 1000]),
    st.sampled_from([1, 4, 1000]),
)
def test_minimum_counts_are_exact_in_any_number_of_blocks_and_passes(
    domains, min_count, min_documents, bigrams, block_tokens, keys
):
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
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("crosslex.counts.stream.BLOCK_TOKENS", block_tokens)
        patch.setattr(features_module, "MAX_KEYS", keys)
        found = count_domains(corpora, min_count=min_count, min_documents=min_documents)
    for counts, corpus, texts in zip(found, corpora, domains, strict=True):
        assert (counts.domain, counts.features) == (corpus.name, tuple(expected))
        for name, twin in (("occurrences", feature_occurrences), ("documents", feature_documents)):
            assert getattr(counts, name).dtype == np.int64
            assert getattr(counts, name).tolist() == [twin(texts)[each] for each in expected]


@pytest.mark.parametrize("texts", [[[["of", "the"]]], [[]], []])
def test_a_domain_without_words_is_refused(texts):
    with pytest.raises(InputError, match="domain 'b': no words but stop words were found"):
        count_domains([corpus_of([[["a"]]], "a"), corpus_of(texts, "b")])


@pytest.mark.parametrize("minimum", ["min_count", "min_documents"])
def test_a_minimum_that_leaves_a_domain_empty_is_refused(minimum):
    corpora = [corpus_of([[["a"]]] * 5, "a"), corpus_of([[["b"]]], "b")]
    needed = {"min_count": "{} times", "min_documents": "in {} documents"}[minimum]
    with pytest.raises(InputError, match=f"'b': none of its words .*, .*{needed.format(2)}"):
        count_domains(corpora, **{minimum: 2})
    with pytest.raises(InputError, match=f"'a': none of its words .*, .*{needed.format(6)}"):
        count_domains(corpora, **{minimum: 6})


def test_no_more_keys_are_counted_at_once_than_may_be(monkeypatch):
    monkeypatch.setattr(features_module, "MAX_KEYS", 2)
    found = HashedCounts.of(np.array([7, 3, 7, 9])) + HashedCounts.of(np.array([1]))
    # Without the 9, and then without the 7: the next pass begins there.
    assert (found.keys.tolist(), found.counts.tolist(), found.complete) == ([1, 3], [[1, 1]], 7)


@given(documents, st.integers(1, 12))
def test_a_block_ends_before_the_document_that_would_be_too_much(texts, block_tokens):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("crosslex.counts.stream.BLOCK_TOKENS", block_tokens)
        sizes = [len(block.document_offsets) - 1 for block in word_blocks(corpus_of(texts))]
    assert sum(sizes) == len(texts)
    tokens = [sum(len(sentence) for sentence in text) for text in texts]
    start = 0
    for size in sizes:
        within = sum(tokens[start : start + size])
        assert size == 1 or within <= block_tokens
        if start + size < len(texts):
            assert within + tokens[start + size] > block_tokens
        start += size


@given(documents, features, st.sampled_from([1, 3, 1000]))
def test_each_row_counts_the_features_of_its_document(texts, asked, block_tokens):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("crosslex.counts.stream.BLOCK_TOKENS", block_tokens)
        matrix = document_matrix(corpus_of(texts), asked)
    assert matrix.shape == (len(texts), len(asked))
    assert matrix.dtype == np.int64
    assert matrix.has_canonical_format
    assert matrix.toarray().tolist() == [
        [feature_occurrences([text])[feature] for feature in asked] for text in texts
    ]
