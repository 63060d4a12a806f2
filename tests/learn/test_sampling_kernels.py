import numpy as np
import pytest
from crosslex.learn.sampling.alias import AliasTable, seeded_generator
from crosslex.learn.sampling.kernels import (
    draw_outside,
    random_bits,
    update_batches,
    update_pairs,
)
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.weighting import negative_distribution, weigh_pairs
from learn_data import random_domains, random_instances
from training_twins import Splitmix, batch_update, pair_updates

K, RATE = 5, 0.05


def start(n_pivots: int, n_words: int, scale: float = 0.5) -> list[np.ndarray]:
    """Pivots, words and what AdaGrad has seen of both."""
    rng = np.random.default_rng(8)
    shapes = [(n_pivots, 19), (n_words, 19)]
    drawn = [rng.normal(0, scale, shape).astype(np.float32) for shape in shapes]
    return [*drawn, *(rng.random(shape).astype(np.float32) for shape in shapes)]


def assert_same(state, twin) -> None:
    for vectors, expected in zip(state[:2], twin[:2], strict=True):
        np.testing.assert_allclose(vectors, expected, rtol=0, atol=1e-5)
    for squares, expected in zip(state[2:], twin[2:], strict=True):
        np.testing.assert_allclose(squares, expected, rtol=1e-5)


def test_random_bits_are_splitmix64():
    # The first outputs for seed 1234567 that circulate as test values of the algorithm.
    generator = np.array([1234567], np.uint64)
    drawn = [int(random_bits(generator)) & (2**64 - 1) for _ in range(3)]
    assert drawn == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_update_pairs_equals_its_twin():
    pairs = weigh_pairs(random_domains(seed=1), TrainingSettings())[0]
    training, table = pairs.training, AliasTable.of(pairs.negatives)
    rows = np.repeat(np.arange(training.shape[0]), np.diff(training.indptr))
    order = np.random.default_rng(3).permutation(training.nnz)[:20]
    state, generator = start(*training.shape), seeded_generator(6)
    twin = pair_updates(
        order,
        rows,
        training.indices,
        training.data,
        table,
        K,
        Splitmix(generator[0]),
        RATE,
        state,
    )
    update_pairs(
        rows[order],
        training.indices[order],
        training.data[order],
        table.cuts,
        table.aliases,
        K,
        generator,
        RATE,
        *state,
    )
    assert_same(state, twin)


@pytest.mark.parametrize(("pull", "K"), [(0.0, 3), (0.4, 3), (0.4, 5), (0.4, 8)])
def test_update_batches_equals_its_twin(pull, K):
    instances = random_instances(seed=2)[0]
    table = AliasTable.of(negative_distribution(instances.word_counts))
    n_pivots, n_words = len(instances.pivots), len(instances.words)
    state, generator = start(n_pivots, n_words), seeded_generator(7)
    others = np.random.default_rng(4).normal(size=state[0].shape).astype(np.float32)
    order = np.random.default_rng(5).permutation(len(instances.word))[:25]
    twin, random = state, Splitmix(generator[0])
    losses = np.zeros(2)
    for batch in (order[:10], order[10:20], order[20:]):
        twin, *met = batch_update(
            batch, instances, table, K, random, pull, RATE, twin, others.astype(float)
        )
        losses += met
    slots = np.full(n_pivots, -1), np.full(n_words, -1)
    pivots, words, pivot_squares, word_squares = state
    found = update_batches(
        10,
        instances.pivot[order],
        instances.word[order],
        instances.document[order],
        instances.document_offsets,
        instances.document_words,
        table.cuts,
        table.aliases,
        K,
        generator,
        pull,
        RATE,
        pivots,
        others,
        words,
        pivot_squares,
        word_squares,
        np.full(n_words, -1, np.int32),
        *slots,
        np.empty((10, 19), np.float32),
        np.empty((10 + 10 * K, 19), np.float32),
    )
    assert_same(state, twin)
    np.testing.assert_allclose(found, losses, rtol=1e-5)
    assert all((slot == -1).all() for slot in slots)


def test_draw_outside_never_draws_a_word_of_the_document():
    table, generator = AliasTable.of(np.ones(6)), seeded_generator(1)
    marks = np.array([7, -1, 7, 7, 3, 3], np.int32)
    drawn = {draw_outside(7, marks, table.cuts, table.aliases, generator) for _ in range(300)}
    assert drawn == {1, 4, 5}


def test_draw_outside_gives_up_when_the_document_holds_every_word():
    table, generator = AliasTable.of(np.ones(3)), seeded_generator(1)
    marks = np.full(3, 7, np.int32)
    assert draw_outside(7, marks, table.cuts, table.aliases, generator) == -1
