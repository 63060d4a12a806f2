import _thread
import threading
from dataclasses import replace

import numpy as np
import pytest
from crosslex.learn.names import RANKING_TRAINERS, TRAINER_CHOICES
from crosslex.learn.objective import ranking_loss
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.trainers import TRAINERS, choose_trainer, train
from crosslex.learn.weighting import weigh_pairs
from learn_data import cooccurrences, names, random_domains, random_instances
from scipy.sparse import csr_array
from sklearn.metrics import roc_auc_score

from crosslex.errors import InputError
from crosslex_bench.ranking.cooccurrences import Cooccurrences

FAST = tuple(name for name in RANKING_TRAINERS if TRAINERS[name].reads is Cooccurrences)
SMALL = TrainingSettings(dimension=24, holdout=0.1)
REFERENCE = replace(
    TrainingSettings.paper(),
    dimension=24,
    start="small",
    learning_rate=0.1,
    holdout=0.1,
    epochs=3,
)


def settings_of(trainer: str) -> TrainingSettings:
    return REFERENCE if trainer == "reference" else replace(SMALL, trainer=trainer, epochs=5)


def data_of(trainer: str, n_domains: int = 2, **sizes):
    make = random_instances if trainer == "reference" else random_domains
    return make(n_domains, **sizes)


def bytes_of(learned) -> tuple:
    vectors = [learned.pivot_vectors, *learned.word_vectors]
    return [matrix.tobytes() for matrix in vectors], learned.curve


def test_every_name_has_a_trainer_and_can_be_asked_for():
    assert tuple(TRAINERS) == RANKING_TRAINERS
    assert ("spectral", "auto", *RANKING_TRAINERS) == TRAINER_CHOICES


@pytest.mark.parametrize("trainer", RANKING_TRAINERS)
def test_same_seed_gives_the_same_bytes_on_any_number_of_threads(trainer):
    data = data_of(trainer, n_pivots=130, n_words=300, topics=9)
    settings = settings_of(trainer)
    runs = [bytes_of(train(data, replace(settings, n_jobs=jobs))) for jobs in (1, 2, 2, -1)]
    assert all(run == runs[0] for run in runs)
    assert bytes_of(train(data, replace(settings, random_state=1))) != runs[0]


@pytest.mark.parametrize("trainer", RANKING_TRAINERS)
@pytest.mark.parametrize("n_domains", [1, 2, 3])
def test_what_comes_out_has_the_promised_shapes(trainer, n_domains):
    data = data_of(trainer, n_domains)
    learned = train(data, settings_of(trainer))
    assert learned.domains == tuple(domain.domain for domain in data)
    assert learned.pivots == data[0].pivots
    assert learned.words == tuple(domain.words for domain in data)
    assert learned.pivot_vectors.shape == (n_domains, 7, 24)
    assert learned.pivot_vectors.dtype == np.float32
    for domain, vectors in zip(data, learned.word_vectors, strict=True):
        assert vectors.shape == (len(domain.words), 24)
        assert vectors.dtype == np.float32
        assert np.isfinite(vectors).all()


@pytest.mark.parametrize("trainer", RANKING_TRAINERS)
def test_held_out_loss_falls(trainer):
    data = data_of(trainer, n_pivots=30, n_words=60)
    curve = train(data, settings_of(trainer)).curve
    # Words at zero have a hinge of exactly 1, and words near zero one close to it.
    assert curve[-1].heldout_loss < 0.8
    assert curve[-1].training_loss < 0.8


@pytest.mark.parametrize("trainer", RANKING_TRAINERS)
def test_large_regularization_stays_stable(trainer):
    data = data_of(trainer, n_pivots=30, n_words=60)
    settings = replace(settings_of(trainer), regularization=1e3, start="small", patience=None)
    learned = train(data, settings)
    assert np.isfinite(learned.pivot_vectors).all()
    assert np.abs(learned.pivot_vectors).max() < 5
    assert learned.curve[-1].training_loss < 0.95


def test_first_pass_of_the_exact_trainer_is_one_composite_step():
    data = random_domains()
    settings = replace(SMALL, trainer="exact", epochs=1, patience=None, start="small")
    learned = train(data, settings)
    start = train(data, replace(settings, learning_rate=1e-30))
    for index, pairs in enumerate(weigh_pairs(data, settings)):
        loss = ranking_loss(start.pivot_vectors[index], start.word_vectors[index], pairs)
        # The first AdaGrad step moves every coordinate by the learning rate.
        expected = start.word_vectors[index] - 0.05 * np.sign(loss.word_gradient)
        np.testing.assert_allclose(learned.word_vectors[index], expected, atol=1e-5)


def test_with_nothing_held_out_a_pass_has_the_loss_that_it_began_with():
    data = random_domains()
    settings = replace(SMALL, trainer="exact", epochs=3, patience=None)
    held_out = replace(settings, holdout=1e-12)  # so little that no pair is held out
    curve, whole = train(data, replace(settings, holdout=0)).curve, train(data, held_out).curve
    assert [epoch.epoch for epoch in whole] == [0, 1, 2, 3]
    assert [epoch.epoch for epoch in curve] == [1, 2, 3]
    assert [epoch.loss for epoch in curve] == [epoch.loss for epoch in whole[:-1]]


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
            holdout=0,
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


def test_early_stopping_stops_and_keeps_the_vectors_of_the_best_pass():
    rng = np.random.default_rng(0)
    data = [cooccurrences(name, rng.poisson(0.4, (30, 40))) for name in ("one", "two")]
    settings = TrainingSettings(
        dimension=30, trainer="exact", holdout=0.2, backoff=0, patience=3, epochs=200
    )
    learned = train(data, settings)
    losses = [epoch.heldout_loss for epoch in learned.curve]
    best = int(np.argmin(losses))
    assert len(losses) - 1 == best + 3 < 200
    pairs = weigh_pairs(data, settings)
    loss = sum(
        ranking_loss(learned.pivot_vectors[index], learned.word_vectors[index], part).heldout
        for index, part in enumerate(pairs)
    )
    weight = sum(float(part.heldout.sum()) for part in pairs)
    assert loss / weight == pytest.approx(losses[best], rel=1e-6)


@pytest.mark.parametrize("trainer", FAST)
def test_training_can_go_on_from_known_vectors(trainer):
    data = random_domains(n_pivots=30, n_words=60)
    settings = replace(SMALL, trainer=trainer, epochs=10, patience=None)
    known = train(data, settings)
    further = train(data, replace(settings, epochs=1), known=known)
    assert (
        further.curve[-1].heldout_loss
        < train(data, replace(settings, epochs=1)).curve[-1].heldout_loss
    )


@pytest.mark.parametrize("trainer", FAST)
def test_domains_may_have_words_that_never_co_occur(trainer):
    counts = np.zeros((4, 5), int)
    counts[0, 0] = 3
    data = [cooccurrences("one", counts), cooccurrences("two", np.zeros((4, 6), int))]
    learned = train(data, replace(settings_of(trainer), backoff=0))
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


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("trainer", ["exact", "reference"])
def test_an_interrupt_ends_training_and_its_threads(trainer):
    data = data_of(trainer, n_pivots=100, n_words=200)
    settings = replace(settings_of(trainer), epochs=10**6, patience=None, tolerance=None, n_jobs=2)
    train(data, replace(settings, epochs=1))  # compiled before the interrupt

    def train_until_interrupted() -> None:
        threading.Timer(0.3, _thread.interrupt_main).start()
        train(data, settings)

    with pytest.raises(KeyboardInterrupt):
        train_until_interrupted()
    assert not [each for each in threading.enumerate() if each.name.startswith("crosslex")]


def test_data_that_do_not_fit_together_are_refused():
    one, two = random_domains()
    with pytest.raises(InputError, match="one domain or more"):
        train([], SMALL)
    with pytest.raises(InputError, match="domain twice"):
        train([one, one], SMALL)
    with pytest.raises(InputError, match="other pivots than 'domain 0'"):
        train([one, replace(two, pivots=names("q", 7))], SMALL)
    with pytest.raises(InputError, match="'reference' needs Instances"):
        train([one, two], REFERENCE)
    with pytest.raises(InputError, match="'exact' needs Cooccurrences"):
        train(random_instances(), replace(SMALL, trainer="exact"))
    with pytest.raises(InputError, match="0 words"):
        train([one, cooccurrences("two", np.zeros((7, 0), int))], SMALL)
