"""Training: the random start, mini-batches, negatives, convergence, and any number of domains."""

import _thread
import threading

import numpy as np
import pytest
from paper_data import random_instances

from crosslex.paper import Instances, initial_vectors, negative_distribution, train
from crosslex.paper.training import converged


@pytest.mark.parametrize(("start", "scale"), [("small", 0.1), ("normal", 1.0)])
def test_every_vector_starts_from_a_draw_of_its_own(start, scale):
    found = initial_vectors(200, [300, 300], dimension=100, start=start)
    parts = [*found.pivots, *found.words]
    for index, part in enumerate(parts):
        assert part.std() == pytest.approx(scale, rel=0.05)
        assert part.mean() == pytest.approx(0, abs=0.05 * scale)
        assert not any(np.allclose(part[:200], other[:200]) for other in parts[:index])
    other = initial_vectors(200, [300, 300], dimension=100, start=start, random_state=1)
    assert not np.allclose(other.pivots, found.pivots)


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others():
    data = random_instances(n_pivots=130, n_words=300, topics=9)
    first, again, other = (
        train(data, dimension=24, epochs=2, random_state=seed) for seed in (3, 3, 4)
    )
    assert first.pivots.tobytes() == again.pivots.tobytes()
    assert [each.tobytes() for each in first.words] == [each.tobytes() for each in again.words]
    assert first.losses == again.losses
    assert first.pivots.tobytes() != other.pivots.tobytes()


def repeated_pair(times: int, n_words: int) -> Instances:
    """One co-occurrence so many times, in a document that has no other word."""
    first = np.zeros(times, np.int32)
    return Instances(
        "x",
        ("pivot",),
        tuple(f"word{number}" for number in range(n_words)),
        pivot=first,
        word=first,
        document=first,
        document_offsets=np.array([0, 1]),
        document_words=np.array([0], np.int32),
        word_counts=np.ones(n_words, np.int64),
    )


@pytest.mark.parametrize(("times", "steps"), [(8, 1), (9, 2), (16, 2), (17, 3)])
def test_eight_pairs_with_five_negatives_each_are_a_mini_batch(times, steps):
    """The first AdaGrad step is the rate; after n equal gradients it is the rate over √n.

    The last batch may be smaller.
    """
    rate = 1e-4
    # A start where the hinge is active, with no coordinate so near to 0 that it changes sign.
    start = initial_vectors(1, (2,), dimension=8, random_state=1)
    pivot, (word, negative) = start.pivots[0, 0], start.words[0]
    assert pivot @ (word - negative) < 0.9
    assert np.abs(pivot).min() > 0.01
    found = train(
        [repeated_pair(times, 2)], dimension=8, epochs=1, learning_rate=rate, random_state=1
    )
    gradients = np.array([min(8, times - 8 * step) for step in range(steps)])
    moved = rate * (gradients / np.sqrt(np.cumsum(gradients**2))).sum()
    np.testing.assert_allclose(found.words[0][0] - word, np.sign(pivot) * moved, rtol=0.05)


def test_negatives_are_drawn_afresh_in_every_epoch():
    start = initial_vectors(1, (60,), dimension=8).words[0]
    for epochs, least, most in ((1, 1, 5), (30, 20, 59)):
        found = train(
            [repeated_pair(1, 60)], dimension=8, tolerance=None, learning_rate=1e-3, epochs=epochs
        )
        moved = np.flatnonzero((found.words[0] != start).any(axis=1))
        assert least <= len(moved) - 1 <= most


def test_negatives_follow_counts_to_the_power_of_three_quarters():
    # 16^¾ = 8, 81^¾ = 27, 1^¾ = 1.
    found = negative_distribution(np.array([16, 81, 1]))
    np.testing.assert_allclose(found, np.array([8, 27, 1]) / 36, rtol=1e-6)
    np.testing.assert_allclose(negative_distribution(np.zeros(4, np.int64)), 0.25)


def test_training_has_converged_after_two_epochs_that_gain_less_than_the_tolerance():
    losses = [4.0, 2.0, 1.99, 1.5, 1.49, 1.48, 1.47]
    # 0.5 % of 2.0 alone is not enough; 0.67 % of 1.5 and of 1.49 are.
    found = [converged(losses[:size], 0.01) for size in range(1, len(losses) + 1)]
    assert found == [False, False, False, False, False, True, True]
    assert not converged(losses, None)
    data = random_instances()
    assert len(train(data, dimension=8, tolerance=0.9).losses) < 10
    assert len(train(data, dimension=8, tolerance=1e-9, epochs=12).losses) == 12


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_training():
    data = random_instances(n_pivots=100, n_words=200)
    train(data, dimension=16, epochs=1)  # compiled before the interrupt

    def train_until_interrupted() -> None:
        threading.Timer(0.3, _thread.interrupt_main).start()
        train(data, dimension=16, epochs=10**6, tolerance=None)

    with pytest.raises(KeyboardInterrupt):
        train_until_interrupted()
