import numpy as np
import pytest
from crosslex.learn.kernels import RADIX, expected_hinge, sort_scores
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.weighting import weigh_pairs
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from learn_data import random_domains
from training_twins import expected_loss

SCORES = st.floats(-1e6, 1e6, width=32)


@given(arrays(np.float32, st.integers(1, 300), elements=SCORES))
def test_sort_scores_sorts_as_numpy_does(scores):
    size = len(scores)
    order = np.empty(size, np.int32)
    entries, spare = np.empty(size, np.uint64), np.empty(size, np.uint64)
    sort_scores(scores, order, entries, spare, np.empty((3, RADIX), np.int32))
    # Equal scores stay in their order; of zeros, -0 comes first.
    np.testing.assert_array_equal(order, np.lexsort((~np.signbit(scores), scores)))


@pytest.mark.parametrize("scale", [0.1, 1.0, 5.0])
def test_expected_hinge_equals_its_twin(scale):
    pairs = weigh_pairs(random_domains(seed=4), TrainingSettings(holdout=0.2))[0]
    rng = np.random.default_rng(0)
    scores = rng.normal(0, scale, pairs.training.shape).astype(np.float32)
    weights = pairs.training.toarray().astype(float)
    # With every word a "pivot" of its own score, the twin's products give the scores back.
    words = np.eye(scores.shape[1])
    gradient = scores.copy()
    loss, heldout = expected_hinge(
        gradient,
        pairs.training.indptr,
        pairs.training.indices,
        pairs.training.data,
        pairs.heldout.indptr,
        pairs.heldout.indices,
        pairs.heldout.data,
        pairs.negatives,
    )
    assert loss == pytest.approx(expected_loss(scores, words, weights, pairs.negatives), rel=1e-6)
    held = pairs.heldout.toarray().astype(float)
    assert heldout == pytest.approx(expected_loss(scores, words, held, pairs.negatives), rel=1e-6)
    active = (1 - scores[:, :, None] + scores[:, None, :]) > 0
    triples = weights[:, :, None] * pairs.negatives * active
    expected = triples.sum(axis=1) - triples.sum(axis=2)
    np.testing.assert_allclose(gradient, expected, atol=1e-5)


def test_expected_hinge_counts_a_margin_of_exactly_one_as_met():
    scores = np.array([[1.0, 0.0]], np.float32)  # positive at 1, negative at 0: hinge is 0
    offsets, words = np.array([0, 1], np.int32), np.array([0], np.int32)
    none = np.array([0, 0], np.int32)
    empty, weight = np.empty(0, np.float32), np.ones(1, np.float32)
    negatives = np.array([0.0, 1.0], np.float32)
    loss, _ = expected_hinge(
        scores, offsets, words, weight, none, np.empty(0, np.int32), empty, negatives
    )
    assert loss == 0
    assert not scores.any()
