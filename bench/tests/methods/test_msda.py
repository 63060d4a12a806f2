import numpy as np
import pytest
from scipy.sparse import csr_array

from crosslex_bench.methods.msda import Layers, restoring_map, solve_denoising

LOST = 0.4


@pytest.fixture
def documents():
    rng = np.random.default_rng(1)
    return rng.random((6, 4)) * (rng.random((6, 4)) < 0.7)


def test_closed_form_is_least_squares_over_many_sampled_losses(documents):
    rng = np.random.default_rng(0)
    copies = np.repeat(documents, 40_000, axis=0)
    noisy = copies * (rng.random(copies.shape) >= LOST)
    with_constant = np.column_stack([noisy, np.ones(len(noisy))])
    sampled, *_ = np.linalg.lstsq(with_constant, copies, rcond=None)

    found = restoring_map(
        csr_array(documents), np.arange(4), LOST, block_size=4, rng=np.random.default_rng(0)
    )

    assert np.abs(found - sampled).max() < 0.01


def test_blocks_are_averaged(documents):
    """Two features restored from two blocks of one each: half of each block's own map."""
    pair = documents[:, :2]
    found = restoring_map(
        csr_array(pair), np.arange(2), LOST, block_size=1, rng=np.random.default_rng(0)
    )

    for feature in range(2):
        seen = np.column_stack([pair[:, feature], np.ones(len(pair))])
        alone = solve_denoising(seen.T @ seen, seen.T @ pair, LOST)
        assert np.allclose(found[feature], alone[0] / 2, atol=1e-5)


def test_a_document_becomes_itself_and_each_layers_tanh():
    first = np.array([[1.0], [2.0], [0.5]], np.float32)
    deeper = np.array([[[3.0], [-1.0]]], np.float32)
    appended = Layers(first, deeper, scale=2.0).append_to(csr_array([[1.0, 0.25]]))

    hidden = np.tanh(1.0 + 0.5 + 0.5)
    expected = [1.0, 0.25, 2 * hidden, 2 * np.tanh(3 * hidden - 1)]
    assert np.allclose(appended.toarray(), [expected])
