from dataclasses import replace

import numpy as np
import pytest
from crosslex.learn.initial_state import State, initial_state
from crosslex.learn.sampling.heldout import HeldoutTriples, heldout_loss
from crosslex.learn.sampling.reference import pivots_of_others, split
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.trainers import train
from learn_data import random_instances

from crosslex.paper.instances import Instances

PAPER = replace(TrainingSettings.paper(), dimension=16, epochs=5)


def test_held_out_and_training_instances_part_them_all():
    data = random_instances(n_documents=400)
    part = split(1, data, replace(PAPER, holdout=0.25))
    held = len(part.heldout.weights)
    assert held + len(part.training) == len(data[1].word)
    assert abs(held / len(data[1].word) - 0.25) < 0.05


@pytest.mark.parametrize(("n_domains", "factor"), [(1, 0), (2, 1), (4, 1.5)])
def test_pull_times_distance_from_the_others_is_the_regularizer_s_gradient(n_domains, factor):
    data = random_instances(n_domains)
    pivots = np.random.default_rng(0).normal(size=(n_domains, 3, 2)).astype(np.float32)
    for index in range(n_domains):
        pull = split(index, data, replace(PAPER, regularization=2.0)).pull
        assert pull == pytest.approx(2 * factor)
        gradient = pull * (pivots[index] - pivots_of_others(pivots, index))
        expected = 2.0 * 2 * (pivots[index] - pivots.mean(axis=0))
        np.testing.assert_allclose(gradient, expected, atol=1e-5)


def test_weight_by_size_divides_the_pull():
    data = random_instances()
    data[0] = replace(data[0], word_counts=3 * data[1].word_counts[:11])
    sizes = np.array([domain.word_counts.sum() for domain in data])
    for index, weight in enumerate(sizes / sizes.mean()):
        part = split(index, data, replace(PAPER, domain_weights="size"))
        assert part.pull == pytest.approx(1 / weight)


def test_subsampling_leaves_out_instances_of_frequent_words():
    data = random_instances(n_documents=400)
    counts = np.ones(11, np.int64)
    counts[3] = 10**6
    data[0] = replace(data[0], word_counts=counts)
    kept = data[0].word[split(0, data, replace(PAPER, subsample=1e-4)).training]
    assert (kept == 4).sum() == (data[0].word == 4).sum()
    assert (kept == 3).sum() < 0.1 * (data[0].word == 3).sum()


def test_held_out_negatives_do_not_occur_in_the_document():
    data = random_instances()[0]
    chosen = np.arange(0, len(data.word), 3)
    probabilities = np.full(11, 1 / 11, np.float32)
    triples = HeldoutTriples.of_instances(data, chosen, probabilities, PAPER, 0)
    assert (triples.negatives >= 0).all()
    for instance, negatives in zip(chosen, triples.negatives, strict=True):
        document = data.document[instance]
        start, stop = data.document_offsets[document : document + 2]
        assert not set(negatives) & set(data.document_words[start:stop])


def test_held_out_loss_is_the_mean_hinge_of_the_triples():
    pivots = np.array([[[1.0, 0.0]]], np.float32)
    words = [np.array([[0.5, 9], [2, 9], [-3, 9]], np.float32)]
    triples = HeldoutTriples(
        np.array([0, 0]), np.array([0, 1]), np.array([1.0, 3.0]), np.array([[1, 2], [0, -1]])
    )
    # Hinges 1 - 0.5 + 2, max(0, 1 - 0.5 - 3) and max(0, 1 - 2 + 0.5); the last was not drawn.
    found = heldout_loss([triples], State.of(pivots, words))
    assert found == pytest.approx((1 * 2.5 + 1 * 0 + 3 * 0) / (1 + 1 + 3))


def test_regularization_draws_pivots_together():
    data = random_instances(n_documents=200)
    distance = {}
    for regularization in (0.0, 1.0, 1e3):
        settings = replace(PAPER, regularization=regularization, epochs=20, learning_rate=0.1)
        pivots = train(data, settings).pivot_vectors
        distance[regularization] = np.linalg.norm(pivots[0] - pivots[1], axis=1).mean()
    assert distance[1.0] < 0.8 * distance[0.0]
    assert distance[1e3] < 0.2 * distance[0.0]


def test_more_epochs_go_on_where_fewer_stopped():
    data = random_instances()
    short, long = (train(data, replace(PAPER, epochs=epochs)) for epochs in (2, 3))
    assert long.curve[:2] == short.curve
    assert len(long.curve) == 3


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
    """The first AdaGrad step is the rate, and each further one of as many pairs less.

    After n equal gradients it is the rate divided by √n; the last batch may be smaller.
    """
    rate = 1e-4
    # A start where the hinge is active, with no coordinate so near to 0 that it changes sign.
    paper = TrainingSettings.paper(random_state=1)
    settings = replace(paper, dimension=8, epochs=1, learning_rate=rate)
    start = initial_state(1, (2,), settings)
    pivot, (word, negative) = start.pivots[0, 0], start.words[0]
    assert pivot @ (word - negative) < 0.9
    assert np.abs(pivot).min() > 0.01
    [words] = train([repeated_pair(times, 2)], settings).word_vectors
    gradients = np.array([min(8, times - 8 * step) for step in range(steps)])
    moved = rate * (gradients / np.sqrt(np.cumsum(gradients**2))).sum()
    np.testing.assert_allclose(words[0] - word, np.sign(pivot) * moved, rtol=0.05)


def test_negatives_are_drawn_afresh_in_every_pass():
    settings = replace(TrainingSettings.paper(), dimension=8, tolerance=None, learning_rate=1e-3)
    data = [repeated_pair(1, 60)]
    start = initial_state(1, (60,), settings).words[0]
    for epochs, least, most in ((1, 1, 5), (30, 20, 59)):
        [words] = train(data, replace(settings, epochs=epochs)).word_vectors
        moved = np.flatnonzero((words != start).any(axis=1))
        assert least <= len(moved) - 1 <= most
