"""The fast trainers: bytes, shapes, stability, and planted changes that they find."""

from dataclasses import replace

import numpy as np
import pytest
from ranking_data import cooccurrences, names, random_domains
from scipy.sparse import csr_array
from sklearn.metrics import roc_auc_score

from crosslex.errors import InputError
from crosslex_bench.ranking.cooccurrences import Cooccurrences
from crosslex_bench.ranking.objective import ranking_loss
from crosslex_bench.ranking.settings import TrainingSettings
from crosslex_bench.ranking.training import (
    LEARNING_RATE,
    choose_trainer,
    initial_state,
    train,
)
from crosslex_bench.ranking.weighting import total_weight, weigh_pairs

TRAINERS = ("exact", "pairs")
SMALL = TrainingSettings(dimension=24, epochs=5)


def bytes_of(learned) -> list[bytes]:
    return [matrix.tobytes() for matrix in (learned.pivot_vectors, *learned.word_vectors)]


def mean_loss(learned, pairs) -> float:
    losses = [
        ranking_loss(learned.pivot_vectors[index], learned.word_vectors[index], each).loss
        for index, each in enumerate(pairs)
    ]
    return sum(losses) / total_weight(pairs)


@pytest.mark.parametrize("trainer", TRAINERS)
def test_same_seed_gives_the_same_bytes_and_another_seed_others(trainer):
    data = random_domains(n_pivots=130, n_words=300, topics=9)
    settings = replace(SMALL, trainer=trainer)
    first = bytes_of(train(data, settings))
    assert bytes_of(train(data, settings)) == first
    assert bytes_of(train(data, replace(settings, random_state=1))) != first


@pytest.mark.parametrize("trainer", TRAINERS)
@pytest.mark.parametrize("n_domains", [1, 2, 3])
def test_vectors_have_the_promised_shapes(trainer, n_domains):
    data = random_domains(n_domains)
    learned = train(data, replace(SMALL, trainer=trainer))
    assert learned.words == tuple(domain.words for domain in data)
    assert learned.pivot_vectors.shape == (n_domains, 7, 24)
    for domain, vectors in zip(data, learned.word_vectors, strict=True):
        assert vectors.shape == (len(domain.words), 24)
        assert vectors.dtype == np.float32
        assert np.isfinite(vectors).all()


@pytest.mark.parametrize("trainer", TRAINERS)
@pytest.mark.parametrize("regularization", [1.0, 1e3])
def test_the_loss_falls_and_large_regularization_stays_stable(trainer, regularization):
    data = random_domains(n_pivots=30, n_words=60)
    settings = replace(SMALL, trainer=trainer, start="small", regularization=regularization)
    learned = train(data, settings)
    # Words near zero have a hinge of about 1.
    assert mean_loss(learned, weigh_pairs(data, settings)) < 0.9
    assert np.abs(learned.pivot_vectors).max() < 5


def test_shared_start_has_zero_words_and_one_set_of_pivots():
    state = initial_state(200, [5, 6], TrainingSettings(dimension=100))
    np.testing.assert_array_equal(state.pivots[0], state.pivots[1])
    assert not any(words.any() for words in state.words)
    assert state.pivots[0].std() == pytest.approx(0.1, rel=0.05)  # 1/√100


def test_the_first_pass_of_the_exact_trainer_is_one_composite_step():
    data = random_domains()
    settings = replace(SMALL, trainer="exact", epochs=1, start="small")
    learned = train(data, settings)
    start = initial_state(7, [len(each.words) for each in data], settings)
    for index, pairs in enumerate(weigh_pairs(data, settings)):
        loss = ranking_loss(start.pivots[index], start.words[index], pairs)
        # The first AdaGrad step moves every coordinate by the learning rate.
        expected = start.words[index] - LEARNING_RATE * np.sign(loss.word_gradient)
        np.testing.assert_allclose(learned.word_vectors[index], expected, atol=1e-5)


def test_pivots_draw_nearer_as_regularization_grows():
    data = random_domains(n_pivots=20, n_words=40, topics=4)
    distances = []
    for regularization in (0, 1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3):
        settings = TrainingSettings(
            dimension=8,
            trainer="exact",
            regularization=regularization,
            start="small",
            backoff=0,
            epochs=400,
        )
        pivots = train(data, settings).pivot_vectors
        distances.append(np.linalg.norm(pivots[0] - pivots[1], axis=1).mean())
    assert (np.diff(distances) <= 1e-3).all(), distances
    assert distances[-1] < 0.05 * distances[0]


def planted_domains(seed: int, *, least: int, noise: float):
    """Two domains over the same words: the first half keep their topic, the second half move.

    A word co-occurs with every pivot of its topic `least` times or more, and with every other
    `noise` times as often.
    """
    rng = np.random.default_rng(seed)
    n_pivots, n_words, topics = 120, 200, 6
    pivot_topics = rng.integers(topics, size=n_pivots)
    here = rng.integers(topics, size=n_words)
    there = here.copy()
    there[n_words // 2 :] = (here[n_words // 2 :] + rng.integers(1, topics, n_words // 2)) % topics
    frequency = rng.zipf(1.6, n_words).clip(least, 30 * least)
    domains = []
    for name, of_word in (("here", here), ("there", there)):
        mean = np.where(pivot_topics[:, None] == of_word, 1.0, noise) * frequency
        domains.append(cooccurrences(name, rng.poisson(mean)))
    return domains, (here, there), np.arange(n_words) >= n_words // 2


def unit_vectors(learned) -> list[np.ndarray]:
    return [
        vectors / np.linalg.norm(vectors, axis=1, keepdims=True) for vectors in learned.word_vectors
    ]


@pytest.mark.parametrize("seed", range(5))
def test_default_settings_find_words_that_changed_their_contexts(seed):
    domains, topics, moved = planted_domains(seed, least=20, noise=0.3)
    here, there = unit_vectors(train(domains, TrainingSettings(random_state=seed)))
    assert roc_auc_score(moved, 1 - (here * there).sum(axis=1)) >= 0.95
    for vectors, of_word in zip((here, there), topics, strict=True):
        similar = vectors @ vectors.T
        np.fill_diagonal(similar, -1)
        assert (of_word[similar.argmax(axis=1)] == of_word).mean() > 0.95
    across = (here @ there.T).argmax(axis=1)
    assert (topics[1][across] == topics[0]).mean() > 0.9


@pytest.mark.parametrize("seed", range(5))
def test_without_backoff_rare_words_that_changed_are_found_too(seed):
    domains, _, moved = planted_domains(seed, least=4, noise=0.15)
    settings = TrainingSettings(random_state=seed, backoff=0)
    here, there = unit_vectors(train(domains, settings))
    assert roc_auc_score(moved, 1 - (here * there).sum(axis=1)) >= 0.97


@pytest.mark.parametrize("trainer", TRAINERS)
def test_domains_may_have_words_that_never_co_occur(trainer):
    counts = np.zeros((4, 5), int)
    counts[0, 0] = 3
    data = [cooccurrences("one", counts), cooccurrences("two", np.zeros((4, 6), int))]
    learned = train(data, replace(SMALL, trainer=trainer, backoff=0))
    assert all(np.isfinite(vectors).all() for vectors in learned.word_vectors)


def test_auto_takes_single_pairs_only_where_rows_are_many_and_sparse():
    def domains(n_pivots: int, n_words: int, n_pairs: int):
        rng = np.random.default_rng(0)
        places = rng.choice(n_pivots * n_words, n_pairs, replace=False)
        table = csr_array(
            (np.ones(n_pairs, np.int64), np.divmod(places, n_words)), shape=(n_pivots, n_words)
        )
        names = (("p",) * n_pivots, ("w",) * n_words)
        return [Cooccurrences(name, *names, table, np.ones(n_words, int)) for name in "ab"]

    assert choose_trainer(domains(1000, 30_000, 10**6)) == "pairs"
    assert choose_trainer(domains(1000, 30_000, 2 * 10**6)) == "exact"  # 7 % are not sparse
    assert choose_trainer(domains(100, 500, 10)) == "exact"  # 100,000 places are not many


def test_data_that_do_not_fit_together_are_refused():
    one, two = random_domains()
    with pytest.raises(InputError, match="'domain 1': other pivots, or nothing to learn"):
        train([one, replace(two, pivots=names("q", 7))], SMALL)
    with pytest.raises(InputError, match="'two': other pivots, or nothing to learn"):
        train([one, cooccurrences("two", np.zeros((7, 0), int))], SMALL)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("dimension", 2.5),
        ("trainer", "fastest"),
        ("regularization", float("nan")),
        ("negatives", 0),
        ("epochs", True),
        ("backoff", -0.1),
        ("pair_weight", "log"),
        ("start", "zero"),
        ("domain_weights", "inverse"),
        ("random_state", -1),
    ],
)
def test_a_setting_out_of_range_is_refused_by_name(name, value):
    with pytest.raises(InputError, match=f"^{name}: found {value!r}"):
        TrainingSettings(**{name: value})
