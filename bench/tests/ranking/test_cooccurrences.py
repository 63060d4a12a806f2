import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from ranking_data import cooccurrences as made

from counting_twins import (
    FEATURES,
    cooccurrences,
    corpus_of,
    documents,
    feature_occurrences,
    features,
)
from crosslex_bench.ranking.cooccurrences import count_cooccurrences
from crosslex_bench.ranking.objective import weigh_pairs

CONTEXTS = ["window", "sentence", "document"]
contexts = st.sampled_from(CONTEXTS)
windows = st.sampled_from([1, 2, 3, 10, 1000])
OVERLAPS = [[["a", "a", "a", "b"], ["a"]], [["a", "of", "a"]]]


@example(OVERLAPS, FEATURES, FEATURES, "window", 1, 99)
@example(OVERLAPS, FEATURES, FEATURES, "window", 2, 99)
@example(OVERLAPS, FEATURES, FEATURES, "sentence", 1, 99)
@example(OVERLAPS, FEATURES, FEATURES, "document", 1, 99)
@given(documents, features, features, contexts, windows, st.sampled_from([1, 4, 99]))
def test_pairs_are_counted_as_the_twin_counts_them(texts, pivots, words, context, window, block):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("crosslex.counts.stream.BLOCK_TOKENS", block)
        found = count_cooccurrences(corpus_of(texts), pivots, words, context=context, window=window)
    expected = cooccurrences(texts, context, window)
    assert found.counts.shape == (len(pivots), len(words))
    assert found.counts.toarray().tolist() == [
        [expected[pivot, word] for word in words] for pivot in pivots
    ]
    assert (found.pivots, found.words) == (tuple(pivots), tuple(words))
    assert found.word_counts.tolist() == [feature_occurrences(texts)[word] for word in words]


HERE = made("here", [[4, 0, 2], [1, 3, 0]], [16, 81, 1], words=["a", "b", "c"])
THERE = made("there", [[10, 20], [0, 30]], [1, 1], words=["c", "z"])


def test_backoff_adds_a_share_of_the_same_pairs_elsewhere():
    here, there = weigh_pairs([HERE, THERE], backoff=0.5, pair_weight="count")
    # Only "c" is a word of both domains.
    np.testing.assert_allclose(here.pairs.toarray(), [[4, 0, 7], [1, 3, 0]])
    np.testing.assert_allclose(there.pairs.toarray(), [[11, 20], [0, 30]])


def test_normalized_weight_is_count_over_root_of_both_totals():
    weighted = weigh_pairs([HERE, THERE], backoff=0, pair_weight="normalized")[0]
    # Rows add up to 6 and 4, columns to 5, 3 and 2.
    expected = [[4 / 30**0.5, 0, 2 / 12**0.5], [1 / 20**0.5, 3 / 12**0.5, 0]]
    np.testing.assert_allclose(weighted.pairs.toarray(), expected, rtol=1e-6)
