import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from counting_twins import (
    FEATURES,
    cooccurrences,
    corpus_of,
    documents,
    feature_occurrences,
    features,
)
from crosslex.errors import InputError
from crosslex_bench.ranking.cooccurrences import count_cooccurrences

CONTEXTS = ["window", "sentence", "document"]
contexts = st.sampled_from(CONTEXTS)
windows = st.sampled_from([1, 2, 3, 10, 1000])
OVERLAPS = [[["a", "a", "a", "b"], ["a"]], [["a", "of", "a"]]]


@example(OVERLAPS, FEATURES, FEATURES, "window", 1)
@example(OVERLAPS, FEATURES, FEATURES, "window", 2)
@example(OVERLAPS, FEATURES, FEATURES, "sentence", 1)
@example(OVERLAPS, FEATURES, FEATURES, "document", 1)
@given(documents, features, features, contexts, windows)
def test_pairs_are_counted_as_the_twin_counts_them(texts, pivots, words, context, window):
    found = count_cooccurrences(corpus_of(texts), pivots, words, context=context, window=window)
    expected = cooccurrences(texts, context, window)
    assert found.counts.shape == (len(pivots), len(words))
    assert found.counts.toarray().tolist() == [
        [expected[pivot, word] for word in words] for pivot in pivots
    ]
    assert (found.pivots, found.words) == (tuple(pivots), tuple(words))
    assert found.word_counts.tolist() == [feature_occurrences(texts)[word] for word in words]


@given(documents, features, features, contexts, st.sampled_from([1, 4]), st.sampled_from([1, 20]))
def test_blocks_and_tables_make_no_difference(texts, pivots, words, context, block, table):
    corpus = corpus_of(texts)
    whole = count_cooccurrences(corpus, pivots, words, context=context, window=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("crosslex.counts.stream.BLOCK_TOKENS", block)
        patch.setattr("crosslex_bench.ranking.cooccurrences.TABLE_SIZE", table)
        parts = count_cooccurrences(corpus, pivots, words, context=context, window=2)
    assert np.array_equal(parts.counts.toarray(), whole.counts.toarray())
    assert np.array_equal(parts.word_counts, whole.word_counts)


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"window": 0}, "window: found 0; give a whole number from 1 on"),
        ({"context": "page"}, "context: found 'page'; give one of window, sentence, document"),
    ],
)
def test_settings_that_make_no_sense_are_refused(changed, complaint):
    with pytest.raises(InputError, match=complaint):
        count_cooccurrences(corpus_of([[["a", "b"]]]), ["a"], ["b"], **changed)
