"""The objective by hand and by finite differences, and the compiled step that follows it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from paper_data import random_instances

from crosslex.paper import AliasTable, negative_distribution
from crosslex.paper.kernels import draw_outside, update_batches
from crosslex.paper.objective import (
    adagrad_step,
    gradients,
    hinge_loss,
    overall_loss,
    pull_of,
)

RATE, BATCH, DIMENSION = 0.05, 10, 19
MASK = (1 << 64) - 1


class Splitmix:
    """Steele, Lea and Flood's generator, in Python integers."""

    def __init__(self, state: int) -> None:
        self.state = int(state)

    def bits(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return mixed ^ (mixed >> 31)

    def draw(self, table: AliasTable) -> int:
        bits = self.bits()
        column = ((bits >> 32) * len(table.cuts)) >> 32
        kept = (bits & 0xFFFFFFFF) < int(table.cuts[column])
        return column if kept else int(table.aliases[column])


def generator_of(seed: int) -> np.ndarray:
    return np.array([seed], np.uint64)


def twin(batch, instances, table, k, random, pull, state, others):
    """One mini-batch: the gradients of all its triples at the vectors before it, then one step."""
    pivots, words, pivot_squares, word_squares = state
    rows = []
    for instance in batch:
        document = instances.document[instance]
        start, stop = instances.document_offsets[document : document + 2]
        held = instances.document_words[start:stop]
        for _ in range(k):
            negative = random.draw(table)
            while negative in held:
                negative = random.draw(table)
            rows.append((instances.pivot[instance], instances.word[instance], negative))
    c, w, w_star = np.array(rows).T
    found = gradients(pivots[c], words[w], words[w_star], others[c], pull=pull)
    pivot_gradient, word_gradient = np.zeros_like(pivots), np.zeros_like(words)
    np.add.at(pivot_gradient, c, found.c)
    np.add.at(word_gradient, w, found.w)
    np.add.at(word_gradient, w_star, found.w_star)
    losses = hinge_loss(pivots[c], words[w], words[w_star])
    pivots, pivot_squares = adagrad_step(pivots, pivot_gradient, pivot_squares, RATE)
    words, word_squares = adagrad_step(words, word_gradient, word_squares, RATE)
    return (pivots, words, pivot_squares, word_squares), losses.sum(), len(losses)


@pytest.mark.parametrize(("pull", "k"), [(0.0, 3), (0.4, 3), (0.4, 5), (0.4, 8)])
def test_mini_batches_equal_their_twin(pull, k):
    instances = random_instances(seed=2)[0]
    table = AliasTable.of(negative_distribution(instances.word_counts))
    n_pivots, n_words = len(instances.pivots), len(instances.words)
    rng = np.random.default_rng(8)
    shapes = [(n_pivots, DIMENSION), (n_words, DIMENSION)]
    state = [rng.normal(0, 0.5, shape).astype(np.float32) for shape in shapes]
    state += [rng.random(shape).astype(np.float32) for shape in shapes]
    others = rng.normal(size=shapes[0]).astype(np.float32)
    order = rng.permutation(len(instances.word))[:25]
    expected, random, losses = [part.astype(float) for part in state], Splitmix(7), np.zeros(2)
    for batch in (order[:10], order[10:20], order[20:]):
        expected, *met = twin(batch, instances, table, k, random, pull, expected, others)
        losses += met
    slots = np.full(n_pivots, -1), np.full(n_words, -1)
    pivots, words, pivot_squares, word_squares = state
    found = update_batches(
        BATCH,
        instances.pivot[order],
        instances.word[order],
        instances.document[order],
        instances.document_offsets,
        instances.document_words,
        table.cuts,
        table.aliases,
        k,
        generator_of(7),
        pull,
        RATE,
        pivots,
        others,
        words,
        pivot_squares,
        word_squares,
        np.full(n_words, -1, np.int32),
        *slots,
        np.empty((BATCH, DIMENSION), np.float32),
        np.empty((BATCH * (1 + k), DIMENSION), np.float32),
    )
    for vectors, other in zip(state[:2], expected[:2], strict=True):
        np.testing.assert_allclose(vectors, other, rtol=0, atol=1e-5)
    for squares, other in zip(state[2:], expected[2:], strict=True):
        np.testing.assert_allclose(squares, other, rtol=1e-5)
    np.testing.assert_allclose(found, losses, rtol=1e-5)
    assert all((slot == -1).all() for slot in slots)


def test_a_negative_is_never_a_word_of_the_document():
    table, generator = AliasTable.of(np.ones(6)), generator_of(1)
    marks = np.array([7, -1, 7, 7, 3, 3], np.int32)
    drawn = {draw_outside(7, marks, table.cuts, table.aliases, generator) for _ in range(300)}
    assert drawn == {1, 4, 5}


@given(st.lists(st.floats(0, 100), min_size=1, max_size=40).filter(lambda each: sum(each) > 1e-3))
def test_alias_table_holds_the_distribution(weights):
    table = AliasTable.of(np.array(weights))
    held = np.zeros(len(weights))
    for column, (cut, alias) in enumerate(zip(table.cuts, table.aliases, strict=True)):
        held[column] += cut / 2**32 / len(weights)
        held[alias] += (1 - cut / 2**32) / len(weights)
    np.testing.assert_allclose(held, np.array(weights) / sum(weights), atol=1e-8)


REGULARIZATION = 0.7


def test_hinge_is_zero_from_a_margin_of_one_on():
    c, w = np.array([[1.0, 0.0]] * 3), np.array([[1.0, 5.0], [2.0, 5.0], [0.5, 5.0]])
    found = hinge_loss(c, w, np.array([[0.0, 9.0]] * 3))
    assert found.tolist() == [0, 0, 0.5]
    violated = gradients(c, w, np.array([[0.0, 9.0]] * 3), c, pull=0).w.any(axis=1)
    assert violated.tolist() == [False, False, True]


@pytest.mark.parametrize(("n_domains", "factor"), [(1, 0), (2, 1), (4, 1.5)])
def test_pull_times_the_distance_from_the_others_is_the_regularizers_gradient(n_domains, factor):
    assert pull_of(2.0, n_domains) == pytest.approx(2 * factor)
    pivots = np.random.default_rng(0).normal(size=(n_domains, 3, 2))
    for index in range(n_domains):
        others = np.delete(pivots, index, axis=0) if n_domains > 1 else pivots
        found = pull_of(2.0, n_domains) * (pivots[index] - others.mean(axis=0))
        np.testing.assert_allclose(found, 2.0 * 2 * (pivots[index] - pivots.mean(axis=0)))


@pytest.mark.parametrize("n_domains", [2, 3])
def test_gradients_are_the_finite_differences_of_the_overall_loss(n_domains):
    """One co-occurrence and one negative per pivot, so that λ R is counted once per pivot."""
    c, w, w_star = np.random.default_rng(1).normal(size=(3, n_domains, 6, 4))

    def loss(flat: np.ndarray) -> float:
        pivots, words, negatives = flat.reshape(3, n_domains, 6, 4)
        return overall_loss(pivots, [*zip(pivots, words, negatives, strict=True)], REGULARIZATION)

    found = []
    for index in range(n_domains):
        others = np.delete(c, index, axis=0).mean(axis=0)
        pull = pull_of(REGULARIZATION, n_domains)
        found.append(gradients(c[index], w[index], w_star[index], others, pull=pull))
    expected = np.stack(
        [np.stack([getattr(each, name) for each in found]) for name in found[0]._fields]
    )
    here = np.stack([c, w, w_star]).ravel()
    differences = np.empty_like(here)
    for place in range(len(here)):
        shift = np.zeros_like(here)
        shift[place] = 1e-6
        differences[place] = (loss(here + shift) - loss(here - shift)) / 2e-6
    np.testing.assert_allclose(expected.ravel(), differences, atol=1e-6)
    active = hinge_loss(*(each.reshape(-1, 4) for each in (c, w, w_star))) > 0
    assert 0 < active.sum() < len(active)
