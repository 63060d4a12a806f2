from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counting_twins import STOP_WORDS, corpus_of, documents, feature_occurrences, features
from crosslex.counts.stream import (
    NO_FEATURE,
    FeatureBlock,
    document_matrix,
    feature_blocks,
    word_blocks,
)


def as_documents(block: FeatureBlock) -> list[list[list[tuple[int, int]]]]:
    """The unigram and bigram at each position, by sentence and document."""
    positions = list(zip(block.unigrams.tolist(), block.bigrams.tolist(), strict=True))
    sentences = [
        positions[start:stop]
        for start, stop in zip(block.sentence_offsets[:-1], block.sentence_offsets[1:], strict=True)
    ]
    return [
        sentences[start:stop]
        for start, stop in zip(block.document_offsets[:-1], block.document_offsets[1:], strict=True)
    ]


@given(documents, features, st.sampled_from([1, 3, 10, 1000]))
def test_blocks_together_are_the_documents_without_stop_words(texts, asked, block_tokens):
    def number(feature: str) -> int:
        return asked.index(feature) if feature in asked else NO_FEATURE

    expected = []
    for text in texts:
        expected.append([])
        for sentence in text:
            kept = [word for word in sentence if word not in STOP_WORDS]
            following = [f"{one} {two}" for one, two in pairwise(kept)]
            expected[-1].append(
                [
                    (number(word), number(bigram))
                    for word, bigram in zip(kept, [*following, "."], strict=False)
                ]
            )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("crosslex.counts.stream.BLOCK_TOKENS", block_tokens)
        blocks = list(feature_blocks(corpus_of(texts), asked))
    assert [document for block in blocks for document in as_documents(block)] == expected
    firsts = [block.first_document for block in blocks]
    assert firsts == [
        sum(len(block.document_offsets) - 1 for block in blocks[:place])
        for place in range(len(blocks))
    ]


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
