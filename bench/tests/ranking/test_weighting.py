from dataclasses import replace

import numpy as np
import pytest
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.weighting import (
    hold_out,
    keep_frequent,
    negative_distribution,
    weigh_pairs,
)
from learn_data import cooccurrences, random_domains
from scipy.sparse import csr_array

PLAIN = TrainingSettings(holdout=0, backoff=0, pair_weight="count")
HERE = cooccurrences("here", [[4, 0, 2], [1, 3, 0]], [16, 81, 1], words=["a", "b", "c"])
THERE = cooccurrences("there", [[10, 20], [0, 30]], [1, 1], words=["c", "z"])


def changed(settings: TrainingSettings, **values) -> TrainingSettings:
    return replace(settings, **values)


def test_counts_are_their_own_weights():
    weighted = weigh_pairs([HERE, THERE], PLAIN)[0]
    np.testing.assert_array_equal(weighted.training.toarray(), [[4, 0, 2], [1, 3, 0]])
    assert weighted.heldout.nnz == 0


@pytest.mark.parametrize("backoff", [0.0, 0.2])
def test_counts_that_nobody_may_change_are_weighed_alike(backoff):
    counts = csr_array(([4, 1, 3, 2], [2, 0, 1, 0], [0, 2, 4]), shape=(2, 3))  # not in order
    free = replace(HERE, counts=counts)
    held = replace(HERE, counts=counts.copy())
    for array in (held.counts.data, held.counts.indices, held.counts.indptr):
        array.flags.writeable = False
    settings = changed(PLAIN, backoff=backoff)
    wanted, found = (weigh_pairs([each], settings)[0].training for each in (free, held))
    np.testing.assert_array_equal(found.toarray(), [[1, 0, 4], [2, 3, 0]])
    np.testing.assert_array_equal(wanted.toarray(), found.toarray())
    assert counts.indices.tolist() == [2, 0, 1, 0]


def test_backoff_adds_a_share_of_the_same_pairs_elsewhere():
    here, there = weigh_pairs([HERE, THERE], changed(PLAIN, backoff=0.5))
    # Only "c" is a word of both domains.
    np.testing.assert_allclose(here.training.toarray(), [[4, 0, 7], [1, 3, 0]])
    np.testing.assert_allclose(there.training.toarray(), [[11, 20], [0, 30]])


def test_backoff_of_three_domains_comes_from_both_others():
    third = cooccurrences("third", [[0, 0], [2, 0]], [1, 1], words=["c", "q"])
    here = weigh_pairs([HERE, THERE, third], changed(PLAIN, backoff=0.5))[0]
    np.testing.assert_allclose(here.training.toarray(), [[4, 0, 7], [1, 3, 1]])


def test_normalized_weight_is_count_over_root_of_both_totals():
    weighted = weigh_pairs([HERE, THERE], changed(PLAIN, pair_weight="normalized"))[0]
    # Rows add up to 6 and 4, columns to 5, 3 and 2.
    expected = [[4 / 30**0.5, 0, 2 / 12**0.5], [1 / 20**0.5, 3 / 12**0.5, 0]]
    np.testing.assert_allclose(weighted.training.toarray(), expected, rtol=1e-6)


def test_size_weights_have_mean_one_and_scale_the_losses():
    here, there = weigh_pairs([HERE, THERE], changed(PLAIN, domain_weights="size"))
    # 98 and 2 words: weights 1.96 and 0.04.
    np.testing.assert_allclose(here.training.toarray()[0], [4 * 1.96, 0, 2 * 1.96], rtol=1e-6)
    np.testing.assert_allclose(there.training.toarray()[1], [0, 30 * 0.04], rtol=1e-6)


def test_negatives_follow_counts_to_the_power_of_three_quarters():
    # 16^¾ = 8, 81^¾ = 27, 1^¾ = 1.
    found = negative_distribution(np.array([16, 81, 1]))
    np.testing.assert_allclose(found, np.array([8, 27, 1]) / 36, rtol=1e-6)


def test_negatives_of_a_domain_without_text_are_still_a_distribution():
    np.testing.assert_allclose(negative_distribution(np.zeros(4, np.int64)), 0.25)


def test_subsampling_keeps_rare_words_whole_and_thins_frequent_ones():
    # A word with a share of 0.9 at threshold 0.1: √(1/9) + 1/9.
    kept = keep_frequent(np.array([90, 10]), 0.1)
    np.testing.assert_allclose(kept, [1 / 3 + 1 / 9, 1.0])
    weighted = weigh_pairs([HERE, THERE], changed(PLAIN, subsample=0.01))[0]
    share = 0.01 / (81 / 98)
    assert weighted.training.toarray()[1, 1] == pytest.approx(3 * (share**0.5 + share))


@pytest.mark.parametrize("share", [0.1, 0.5])
def test_held_out_and_training_counts_add_up_to_all(share):
    data = random_domains(n_pivots=40, n_words=60)[0]
    training, heldout = hold_out(data.counts, changed(PLAIN, holdout=share), 0)
    np.testing.assert_array_equal((training + heldout).toarray(), data.counts.toarray())
    total = data.counts.sum()
    spread = (total * share * (1 - share)) ** 0.5
    assert abs(heldout.sum() - share * total) < 5 * spread


def test_held_out_part_has_the_weights_of_the_training_part():
    data = random_domains(n_pivots=20, n_words=30)
    settings = TrainingSettings(holdout=0.3, backoff=0.2)
    weighted = weigh_pairs(data, settings)[0]
    counts = changed(settings, pair_weight="count")
    plain = weigh_pairs(data, counts)[0]
    training, heldout = plain.training.toarray(), plain.heldout.toarray()
    root = np.sqrt(np.outer(training.sum(axis=1), training.sum(axis=0)))
    np.testing.assert_allclose(weighted.heldout.toarray(), heldout / root, rtol=1e-5)
