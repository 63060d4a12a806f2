"""The fast trainers: bytes, shapes, stability, and planted changes that they find."""

from dataclasses import replace

import numpy as np
import pytest
from ranking_data import cooccurrences, random_domains
from sklearn.metrics import roc_auc_score

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


def planted_domains(seed: int):
    """Two domains over the same words: the first half keep their topic, the second half move.

    A word co-occurs with every pivot of its topic 20 times or more, with others 0.3 times as often.
    """
    rng = np.random.default_rng(seed)
    n_pivots, n_words, topics = 120, 200, 6
    pivot_topics = rng.integers(topics, size=n_pivots)
    here = rng.integers(topics, size=n_words)
    there = here.copy()
    there[n_words // 2 :] = (here[n_words // 2 :] + rng.integers(1, topics, n_words // 2)) % topics
    frequency = rng.zipf(1.6, n_words).clip(20, 600)
    domains = []
    for name, of_word in (("here", here), ("there", there)):
        mean = np.where(pivot_topics[:, None] == of_word, 1.0, 0.3) * frequency
        domains.append(cooccurrences(name, rng.poisson(mean)))
    return domains, (here, there), np.arange(n_words) >= n_words // 2


def unit_vectors(learned) -> list[np.ndarray]:
    return [vectors / np.linalg.norm(vectors, axis=1, keepdims=True) for vectors in learned.words]


def test_default_settings_find_words_that_changed_their_contexts():
    domains, topics, moved = planted_domains(seed=0)
    here, there = unit_vectors(train(domains, TrainingSettings()))
    assert roc_auc_score(moved, 1 - (here * there).sum(axis=1)) >= 0.95
    for vectors, of_word in zip((here, there), topics, strict=True):
        similar = vectors @ vectors.T
        np.fill_diagonal(similar, -1)
        assert (of_word[similar.argmax(axis=1)] == of_word).mean() > 0.95
    across = (here @ there.T).argmax(axis=1)
    assert (topics[1][across] == topics[0]).mean() > 0.9


@pytest.mark.parametrize("trainer", TRAINERS)
def test_domains_may_have_words_that_never_co_occur(trainer):
    counts = np.zeros((4, 5), int)
    counts[0, 0] = 3
    data = [cooccurrences("one", counts), cooccurrences("two", np.zeros((4, 6), int))]
    learned = train(data, replace(SMALL, trainer=trainer, backoff=0))
    assert all(np.isfinite(vectors).all() for vectors in learned.words)
