"""Skip-gram learned in each domain separately."""

from collections import Counter

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from crosslex.corpus.corpus import Corpus
from crosslex.errors import InputError
from crosslex.paper.instances import Pairing
from crosslex.text.settings import TextSettings
from crosslex_bench.methods.kernels import skipgram_pass
from crosslex_bench.methods.skipgram import (
    Skipgram,
    count_occurrences,
    keep_frequent,
    negative_table,
    pair_chunks,
)

TOPICS = [[f"{kind}{number}" for number in range(6)] for kind in ("sea", "wood", "moor")]
WORDS = [word for topic in TOPICS for word in topic]
SETTINGS = TextSettings(analyzer=lambda text: [text.split()], stop_words=frozenset())


def topic_corpus(seed: int, size: int = 400) -> Corpus:
    """Sentences of eight words, all of one topic but for one."""
    rng = np.random.default_rng(seed)
    texts = [
        " ".join([*rng.choice(TOPICS[rng.integers(3)], 7), rng.choice(WORDS)]) for _ in range(size)
    ]
    return Corpus.from_texts(texts, name="topics", text_settings=SETTINGS)


def sigmoid(score: float) -> float:
    return 1 / (1 + np.exp(-score))


def slow_pass(words, contexts, pairs, negatives, learning_rate: float) -> None:
    """The kernel's twin: contexts move at once, the word when all its samples are seen."""
    for (word, own), others in zip(pairs, negatives, strict=True):
        step = np.zeros(words.shape[1])
        for context, present in [(own, 1)] + [(other, 0) for other in others if other != own]:
            factor = learning_rate * (present - sigmoid(words[word] @ contexts[context]))
            step += factor * contexts[context]
            contexts[context] += factor * words[word]
        words[word] += step


@pytest.mark.parametrize(("kind", "tolerance"), [(np.float64, 1e-12), (np.float32, 1e-4)])
def test_the_kernel_does_what_its_slow_twin_does_with_the_same_samples(kind, tolerance):
    rng = np.random.default_rng(0)
    words, contexts = rng.normal(size=(2, 5, 7)).astype(kind)
    # With so few features, negatives that are the pair's own context or repeat are common.
    pairs = rng.integers(5, size=(60, 2)).astype(np.int32)
    negatives = rng.integers(5, size=(60, 4)).astype(np.int32)
    slow = words.astype(np.float64), contexts.astype(np.float64)
    slow_pass(*slow, pairs, negatives, 0.1)
    skipgram_pass(
        np.ascontiguousarray(pairs[:, 0]),
        np.ascontiguousarray(pairs[:, 1]),
        negatives,
        0.1,
        words,
        contexts,
    )
    assert words.dtype == kind
    assert_allclose(words, slow[0], atol=tolerance)
    assert_allclose(contexts, slow[1], atol=tolerance)


def test_the_kernel_steps_against_the_gradient_that_finite_differences_give():
    rng = np.random.default_rng(1)
    words, contexts = rng.normal(size=(2, 5, 3))
    own, others = 2, [0, 4, 3]

    def loss() -> float:
        negative = sum(np.log(sigmoid(-words[1] @ contexts[other])) for other in others)
        return float(-np.log(sigmoid(words[1] @ contexts[own])) - negative)

    gradients = []
    for parameters in (words, contexts):
        gradient, step = np.zeros_like(parameters), 1e-6
        for place in np.ndindex(parameters.shape):
            value = parameters[place]
            parameters[place] = value + step
            above = loss()
            parameters[place] = value - step
            below = loss()
            parameters[place] = value
            gradient[place] = (above - below) / (2 * step)
        gradients.append(gradient)
    expected = words - 0.5 * gradients[0], contexts - 0.5 * gradients[1]
    skipgram_pass(
        np.array([1], np.int32),
        np.array([own], np.int32),
        np.array([others], np.int32),
        0.5,
        words,
        contexts,
    )
    assert_allclose(words, expected[0], atol=1e-8)
    assert_allclose(contexts, expected[1], atol=1e-8)


def test_scores_far_out_do_not_overflow():
    words, contexts = np.full((1, 2), 1e3, np.float32), np.full((2, 2), -1e3, np.float32)
    zero = np.array([0], np.int32)
    skipgram_pass(zero, zero, np.array([[1]], np.int32), 0.1, words, contexts)
    # The pair's own context is pulled by the whole rate, the negative is already far away.
    assert_allclose(contexts, [[-900, -900], [-1000, -1000]])
    assert_allclose(words, [[900, 900]])


def test_the_table_of_negatives_holds_each_feature_by_its_count_to_three_quarters():
    counts = np.array([1, 16, 81, 0, 256])
    shares = np.bincount(negative_table(counts, size=10_000), minlength=5) / 10_000
    assert_allclose(shares, np.array([1, 8, 27, 0, 64]) / 100, atol=1e-4)


def test_occurrences_are_kept_as_by_the_authors_program():
    counts = np.array([5, 50, 900])
    t, total = 0.01, 955
    # (sqrt(count / (t · total)) + 1) · (t · total) / count, a probability where it is below 1.
    expected = [(np.sqrt(count / (t * total)) + 1) * t * total / count for count in counts]
    assert_allclose(keep_frequent(counts, t), np.minimum(1, expected), rtol=1e-6)
    assert_array_equal(keep_frequent(counts, 0), [1, 1, 1])


def test_occurrences_are_counted_of_words_and_bigrams():
    corpus = Corpus.from_texts(["a b a b", "b"], name="x", text_settings=SETTINGS)
    features = ["a", "b", "a b", "c"]
    blocks = list(Pairing(features, features).blocks(corpus))
    assert_array_equal(count_occurrences(blocks, 4), [2, 3, 2, 0])


def chunks_of(texts: list[str], features: list[str], window: int, kept, generator):
    corpus = Corpus.from_texts(texts, name="x", text_settings=SETTINGS)
    [block] = Pairing(features, features).blocks(corpus)
    table = np.arange(len(features), dtype=np.int32)
    chances = np.array(kept, np.float32)
    return list(pair_chunks(block, window, 5, chances, table, generator))


def test_pairs_are_all_that_stand_within_the_window_and_share_the_negatives_of_a_position():
    [chunk] = chunks_of(["a b c"], ["a", "b", "c", "a b"], 1, [1] * 4, np.random.default_rng(0))
    found = Counter(zip(chunk.words.tolist(), chunk.contexts.tolist(), strict=True))
    # "a b" is next to c and overlaps a and b.
    assert found == Counter([(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)])
    drawn = {}
    for word, negatives in zip(chunk.words.tolist(), chunk.negatives.tolist(), strict=True):
        drawn.setdefault(word, set()).add(tuple(negatives))
    assert all(len(each) == 1 for each in drawn.values())
    # "a" and "a b" begin at one position.
    assert drawn[0] == drawn[3] != drawn[1]


def test_pairs_are_thinned_out_by_both_their_features():
    texts = ["a b"] * 4000
    chunks = chunks_of(texts, ["a", "b"], 1, [0.5, 0.8], np.random.default_rng(0))
    # Of 8000 pairs, 3200 ± 44 are kept.
    assert sum(len(chunk.words) for chunk in chunks) == pytest.approx(3200, abs=200)


def test_a_feature_that_is_never_kept_does_not_move():
    rng = np.random.default_rng(0)
    [chunk] = chunks_of(["a b c"] * 20, ["a", "b", "c"], 2, [1, 0, 1], rng)
    assert set(chunk.words.tolist()) == set(chunk.contexts.tolist()) == {0, 2}


def test_words_of_one_topic_end_up_near_each_other():
    found = Skipgram(dimension=10, epochs=10, subsample=0).learn_space(
        [topic_corpus(0)], WORDS, np.random.default_rng(0)
    )
    unit = found / np.linalg.norm(found, axis=1, keepdims=True)
    near = unit @ unit.T - 2 * np.eye(len(WORDS))
    for word, nearest in enumerate(np.argsort(-near, axis=1)[:, :5]):
        assert set(nearest // 6) == {word // 6}


def test_the_same_seed_gives_the_same_vectors_on_one_thread_or_two(task):
    first = Skipgram(dimension=5, epochs=2).learn_vectors(task).of_domain
    for n_jobs in (1, 2):
        again = Skipgram(dimension=5, epochs=2, n_jobs=n_jobs).learn_vectors(task)
        for one, other in zip(first, again.of_domain, strict=True):
            assert_array_equal(one, other)


def test_vectors_have_unit_length_where_a_domain_has_the_feature(task):
    vectors = Skipgram(dimension=5, epochs=1, min_documents=1).learn_vectors(task)
    words = [domain.corpus.words for domain in task.domains]
    known = [{*words[0], *words[1]}, {*words[0], *words[1]}, {*words[2]}]
    for found, names in zip(vectors.of_domain, known, strict=True):
        expected = [float(feature in names) for feature in task.features]
        assert_allclose(np.linalg.norm(found, axis=1), expected, atol=1e-6)


def test_eq_score_takes_the_vectors(task):
    decision = Skipgram(dimension=5, epochs=1).fit(task).decision_
    target = task.domains[task.target].documents
    assert decision.scores(target).shape == (target.shape[0], 2)


@pytest.mark.parametrize("name", ["dimension", "window", "epochs", "negatives", "min_documents"])
def test_a_setting_that_makes_no_sense_is_named(task, name):
    with pytest.raises(InputError, match=f"{name}: found 0"):
        Skipgram(**{name: 0}).fit(task)
