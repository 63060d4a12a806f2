"""The fast trainers: bytes, shapes, stability, and planted changes that they find."""

from dataclasses import replace

import numpy as np
import pytest
from ranking_data import cooccurrences, random_domains

from crosslex_bench.ranking.objective import ranking_loss, weigh_pairs
from crosslex_bench.ranking.training import (
    LEARNING_RATE,
    TrainingSettings,
    initial_state,
    train,
)

TRAINERS = ("exact", "pairs")
SMALL = TrainingSettings(dimension=24, epochs=5)


def bytes_of(learned) -> list[bytes]:
    return [matrix.tobytes() for matrix in (learned.pivots, *learned.words)]


def mean_loss(learned, pairs) -> float:
    losses = [
        ranking_loss(learned.pivots[index], learned.words[index], each).loss
        for index, each in enumerate(pairs)
    ]
    return sum(losses) / sum(each.pairs.sum() for each in pairs)


@pytest.mark.parametrize("trainer", TRAINERS)
def test_same_seed_gives_the_same_bytes_and_another_seed_others(trainer):
    data = random_domains(n_pivots=130, n_words=300, topics=9)
    settings = replace(SMALL, trainer=trainer)
    first = bytes_of(train(data, settings))
    assert bytes_of(train(data, settings)) == first
    assert bytes_of(train(data, replace(settings, random_state=1))) != first


@pytest.mark.parametrize("trainer", TRAINERS)
@pytest.mark.parametrize("regularization", [1.0, 1e3])
def test_the_loss_falls_and_large_regularization_stays_stable(trainer, regularization):
    data = random_domains(n_pivots=30, n_words=60)
    settings = replace(SMALL, trainer=trainer, start="small", regularization=regularization)
    learned = train(data, settings)
    # Words near zero have a hinge of about 1.
    assert mean_loss(learned, weigh_pairs(data, backoff=0.2, pair_weight="normalized")) < 0.9
    assert np.abs(learned.pivots).max() < 5


def test_the_first_pass_of_the_exact_trainer_is_one_composite_step():
    data = random_domains()
    settings = replace(SMALL, trainer="exact", epochs=1, start="small")
    learned = train(data, settings)
    start = initial_state(7, [len(each.words) for each in data], settings)
    for index, pairs in enumerate(weigh_pairs(data, backoff=0.2, pair_weight="normalized")):
        loss = ranking_loss(start.pivots[index], start.words[index], pairs)
        # The first AdaGrad step moves every coordinate by the learning rate.
        expected = start.words[index] - LEARNING_RATE * np.sign(loss.word_gradient)
        np.testing.assert_allclose(learned.words[index], expected, atol=1e-5)


@pytest.mark.parametrize("trainer", TRAINERS)
def test_domains_may_have_words_that_never_co_occur(trainer):
    counts = np.zeros((4, 5), int)
    counts[0, 0] = 3
    data = [cooccurrences("one", counts), cooccurrences("two", np.zeros((4, 6), int))]
    learned = train(data, replace(SMALL, trainer=trainer, backoff=0))
    assert all(np.isfinite(vectors).all() for vectors in learned.words)
