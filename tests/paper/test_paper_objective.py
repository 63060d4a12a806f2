"""The objective in numpy: printed losses, and gradients against finite differences."""

import numpy as np
import pytest

from crosslex.paper.objective import (
    adagrad_step,
    gradients,
    hinge_loss,
    overall_loss,
    pivot_regularizer,
    pull_of,
)

REGULARIZATION = 0.7


def test_hinge_is_zero_from_a_margin_of_one_on():
    c, w = np.array([[1.0, 0.0]] * 3), np.array([[1.0, 5.0], [2.0, 5.0], [0.5, 5.0]])
    found = hinge_loss(c, w, np.array([[0.0, 9.0]] * 3))
    assert found.tolist() == [0, 0, 0.5]
    violated = gradients(c, w, np.array([[0.0, 9.0]] * 3), c, pull=0).w.any(axis=1)
    assert violated.tolist() == [False, False, True]


def test_regularizer_of_two_domains_is_the_printed_one():
    source, target = np.random.default_rng(0).normal(size=(2, 5, 3))
    printed = 0.5 * sum(np.linalg.norm(a - b) ** 2 for a, b in zip(source, target, strict=True))
    assert pivot_regularizer([source, target]) == pytest.approx(printed)


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


def test_adagrad_divides_by_the_root_of_all_squared_gradients():
    vectors, squares = np.array([1.0, 1.0, 1.0]), np.array([9.0, 0.0, 4.0])
    moved, total = adagrad_step(vectors, np.array([4.0, -2.0, 0.0]), squares, 0.5)
    np.testing.assert_allclose(moved, [1 - 0.5 * 4 / 5, 1 + 0.5, 1])
    np.testing.assert_allclose(total, [25, 4, 4])
