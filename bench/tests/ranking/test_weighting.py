"""Pair weights: back-off, normalization and sizes, by hand."""

from dataclasses import replace

import numpy as np
from ranking_data import cooccurrences

from crosslex_bench.ranking.settings import TrainingSettings
from crosslex_bench.ranking.weighting import weigh_pairs

PLAIN = TrainingSettings(backoff=0, pair_weight="count")
HERE = cooccurrences("here", [[4, 0, 2], [1, 3, 0]], [16, 81, 1], words=["a", "b", "c"])
THERE = cooccurrences("there", [[10, 20], [0, 30]], [1, 1], words=["c", "z"])


def test_backoff_adds_a_share_of_the_same_pairs_elsewhere():
    here, there = weigh_pairs([HERE, THERE], replace(PLAIN, backoff=0.5))
    # Only "c" is a word of both domains.
    np.testing.assert_allclose(here.pairs.toarray(), [[4, 0, 7], [1, 3, 0]])
    np.testing.assert_allclose(there.pairs.toarray(), [[11, 20], [0, 30]])


def test_backoff_of_three_domains_comes_from_both_others():
    third = cooccurrences("third", [[0, 0], [2, 0]], [1, 1], words=["c", "q"])
    here = weigh_pairs([HERE, THERE, third], replace(PLAIN, backoff=0.5))[0]
    np.testing.assert_allclose(here.pairs.toarray(), [[4, 0, 7], [1, 3, 1]])


def test_normalized_weight_is_count_over_root_of_both_totals():
    weighted = weigh_pairs([HERE, THERE], replace(PLAIN, pair_weight="normalized"))[0]
    # Rows add up to 6 and 4, columns to 5, 3 and 2.
    expected = [[4 / 30**0.5, 0, 2 / 12**0.5], [1 / 20**0.5, 3 / 12**0.5, 0]]
    np.testing.assert_allclose(weighted.pairs.toarray(), expected, rtol=1e-6)
