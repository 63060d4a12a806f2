"""GloVe learned in each domain separately."""

from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array

from crosslex.classify.task import AdaptationTask, DomainDocuments
from crosslex.corpus.corpus import Corpus
from crosslex.counts.documents import document_matrix
from crosslex.errors import InputError
from crosslex.text.settings import TextSettings
from crosslex_bench.methods.glove import Glove, GloveModel, GlovePairs, PairBlocks
from crosslex_bench.methods.kernels import glove_pass
from crosslex_bench.methods.separate_spaces import frequent_features, learn_two_spaces

TOPICS = [[f"{kind}{number}" for number in range(6)] for kind in ("sea", "wood", "moor")]
WORDS = tuple(word for topic in TOPICS for word in topic)


def corpus_of(texts: list[str], name: str = "a") -> Corpus:
    settings = TextSettings(analyzer=lambda text: [text.split()], stop_words=frozenset())
    return Corpus.from_texts(texts, name=name, text_settings=settings)


def topic_texts(seed: int, size: int = 400) -> list[str]:
    """Sentences of eight words, all of one topic but for one."""
    rng = np.random.default_rng(seed)
    return [
        " ".join([*rng.choice(TOPICS[rng.integers(3)], 7), rng.choice(WORDS)]) for _ in range(size)
    ]


def domain_of(texts: list[str], name: str, labels: list[int], features=WORDS) -> DomainDocuments:
    corpus = corpus_of(texts, name)
    documents = (document_matrix(corpus, features) > 0).astype(np.float64)
    return DomainDocuments(name, corpus, documents, np.array(labels, np.int32))


def task_of(*domains: DomainDocuments, target: int = 1, random_state: int = 0, features=WORDS):
    return AdaptationTask(features, np.array([0, 6]), domains, target, 2, random_state)


def random_model(rng: np.random.Generator, size: int, dimension: int) -> GloveModel:
    shape = (size, dimension + 1)
    return GloveModel(
        rng.normal(size=shape), rng.normal(size=shape), np.ones(shape), np.ones(shape)
    )


def run_pass(model: GloveModel, pairs: GlovePairs, order, learning_rate: float) -> float:
    return glove_pass(np.asarray(order, np.int64), *pairs, learning_rate, *model)


def objective(model: GloveModel, pairs: GlovePairs) -> float:
    """J of the docstring, straight from its formula."""
    W, C = model.words[pairs.rows], model.contexts[pairs.columns]
    scores = (W[:, :-1] * C[:, :-1]).sum(axis=1) + W[:, -1] + C[:, -1]
    return float(0.5 * (pairs.weights * (scores - pairs.logs) ** 2).sum())


def some_pairs(rng: np.random.Generator, size: int, n_features: int, kind=np.float64) -> GlovePairs:
    rows, columns = rng.integers(n_features, size=(2, size)).astype(np.int32)
    return GlovePairs(
        rows, columns, rng.normal(size=size).astype(kind), rng.random(size).astype(kind)
    )


def slow_pass(model: GloveModel, pairs: GlovePairs, order, learning_rate: float) -> float:
    """The kernel's twin: one AdaGrad step a pair, all of a pair's gradients from the same point."""
    loss = 0.0
    for pair in order:
        i, j = pairs.rows[pair], pairs.columns[pair]
        word, context = model.words[i].copy(), model.contexts[j].copy()
        error = word[:-1] @ context[:-1] + word[-1] + context[-1] - pairs.logs[pair]
        loss += 0.5 * pairs.weights[pair] * error**2
        for row, squares, partner in (
            (model.words[i], model.word_squares[i], context),
            (model.contexts[j], model.context_squares[j], word),
        ):
            gradient = pairs.weights[pair] * error * np.append(partner[:-1], 1.0)
            squares += gradient**2
            row -= learning_rate * gradient / np.sqrt(squares)
    return loss


def test_the_kernel_does_what_its_slow_twin_does():
    rng = np.random.default_rng(0)
    pairs = some_pairs(rng, 60, n_features=5)
    fast = random_model(rng, 5, dimension=7)
    slow = GloveModel(*(each.copy() for each in fast))
    order = rng.permutation(60)
    assert run_pass(fast, pairs, order, 0.3) == pytest.approx(slow_pass(slow, pairs, order, 0.3))
    for name, values in slow._asdict().items():
        assert_allclose(getattr(fast, name), values, rtol=1e-10, err_msg=name)


def test_the_kernel_keeps_single_precision():
    rng = np.random.default_rng(0)
    pairs = some_pairs(rng, 60, n_features=5, kind=np.float32)
    fast = GloveModel.random(5, 7, rng)
    slow = GloveModel(*(each.astype(np.float64) for each in fast))
    run_pass(fast, pairs, np.arange(60), 0.3)
    slow_pass(slow, pairs, np.arange(60), 0.3)
    assert fast.words.dtype == np.float32
    assert_allclose(fast.words, slow.words, atol=1e-5)


def test_the_kernel_steps_along_the_gradient_that_finite_differences_give():
    rng = np.random.default_rng(1)
    # No two of these pairs share a word or a context, so no step disturbs another.
    pairs = GlovePairs(
        np.array([0, 1, 2], np.int32),
        np.array([2, 0, 1], np.int32),
        rng.normal(size=3),
        rng.random(3),
    )
    model = random_model(rng, 3, dimension=4)
    before = GloveModel(*(each.copy() for each in model))
    # Beside so large a sum of squares a gradient adds nothing: the step is the gradient itself.
    model.word_squares[:], model.context_squares[:] = 1e20, 1e20
    run_pass(model, pairs, [2, 0, 1], learning_rate=1e10)
    for name in ("words", "contexts"):
        parameters, step = getattr(before, name), 1e-6
        stepped = parameters - getattr(model, name)
        for place in np.ndindex(parameters.shape):
            value = parameters[place]
            parameters[place] = value + step
            above = objective(before, pairs)
            parameters[place] = value - step
            below = objective(before, pairs)
            parameters[place] = value
            assert stepped[place] == pytest.approx((above - below) / (2 * step), abs=1e-6)


def test_the_pass_returns_the_objective():
    rng = np.random.default_rng(2)
    pairs, model = some_pairs(rng, 40, n_features=6), random_model(rng, 6, dimension=3)
    assert run_pass(model, pairs, np.arange(40), 0.0) == pytest.approx(objective(model, pairs))


def test_the_loss_falls_with_every_pass_to_nothing_where_a_perfect_fit_exists():
    rng = np.random.default_rng(3)
    rows, columns = np.indices((8, 8)).reshape(2, -1).astype(np.int32)
    logs = np.outer(rng.normal(size=8), rng.normal(size=8)) + rng.normal(size=8)
    pairs = GlovePairs(rows, columns, logs.ravel().astype(np.float32), np.ones(64, np.float32))
    model = GloveModel.random(8, 6, rng)
    blocks = PairBlocks.random(pairs, 8, rng)
    losses = [model.improve(blocks, 0.2, rng) for _ in range(300)]
    assert all(later < earlier for earlier, later in pairwise(losses[:10]))
    assert losses[-1] < 1e-3 * losses[0]
    assert objective(model, pairs) / 64 == pytest.approx(losses[-1], rel=0.5)


def test_blocks_hold_every_pair_once_and_few_words_and_contexts_each():
    rng = np.random.default_rng(4)
    pairs = some_pairs(rng, 3000, n_features=600)
    blocks = PairBlocks.random(pairs, 600, rng)
    order = blocks.order(rng)
    assert_array_equal(np.sort(order), np.arange(3000))
    assert sorted(zip(*(each[order] for each in blocks.pairs), strict=True)) == sorted(
        zip(*pairs, strict=True)
    )
    assert len(blocks.sizes) == 10 * 3
    stops = np.cumsum(blocks.sizes)
    for start, stop in zip(stops - blocks.sizes, stops, strict=True):
        assert len(set(blocks.pairs.rows[start:stop])) <= 64
        assert len(set(blocks.pairs.columns[start:stop])) <= 256


def test_counts_become_logs_and_weights_as_in_the_paper():
    counts = np.array([[0, 150, 100], [10, 0, 1]])
    pairs = GlovePairs.of(csr_array(counts), x_max=100, alpha=0.75)
    assert_array_equal(counts[pairs.rows, pairs.columns], [150, 100, 10, 1])
    assert_allclose(pairs.logs, np.log([150, 100, 10, 1]), rtol=1e-6)
    assert_allclose(pairs.weights, [1, 1, 0.1**0.75, 0.01**0.75], rtol=1e-6)


def test_vectors_come_from_words_and_contexts_without_their_biases():
    parts = np.arange(24, dtype=np.float32).reshape(2, 4, 3)
    model = GloveModel(*parts, *np.ones_like(parts))
    assert_array_equal(model.vectors, [[12, 14], [18, 20], [24, 26], [30, 32]])


def test_words_of_one_topic_end_up_near_each_other():
    found = Glove(dimension=10, epochs=30, x_max=10).learn_space(
        [corpus_of(topic_texts(0))], WORDS, np.random.default_rng(0)
    )
    found = found - found.mean(axis=0)
    unit = found / np.linalg.norm(found, axis=1, keepdims=True)
    near = unit @ unit.T - 2 * np.eye(len(WORDS))
    for word, nearest in enumerate(np.argsort(-near, axis=1)[:, :5]):
        assert set(nearest // 6) == {word // 6}


def test_the_same_seed_gives_the_same_vectors_on_one_thread_or_two():
    domains = [domain_of(topic_texts(seed, 60), str(seed), [0, 1] * 30) for seed in (0, 1)]
    method = Glove(dimension=5, epochs=2)
    first = method.learn_vectors(task_of(*domains)).of_domain
    for n_jobs in (1, 2):
        again = Glove(dimension=5, epochs=2, n_jobs=n_jobs).learn_vectors(task_of(*domains))
        for one, other in zip(first, again.of_domain, strict=True):
            assert_array_equal(one, other)
    other_seed = method.learn_vectors(task_of(*domains, random_state=1)).of_domain
    assert not np.array_equal(first[0], other_seed[0])


def test_sources_are_learned_from_together_and_bystanders_not_at_all():
    texts = [topic_texts(seed, 30) for seed in range(4)]
    one, other, target = (domain_of(texts[number], str(number), [0, 1] * 15) for number in range(3))
    bystander = domain_of(texts[3], "3", [-1] * 30)
    learn = Glove(dimension=4, epochs=1).learn_vectors
    vectors = learn(task_of(one, target, other, bystander)).of_domain
    joined = domain_of(texts[0] + texts[1], "0", [0, 1] * 30)
    alone = learn(task_of(joined, target)).of_domain
    assert_array_equal(vectors[0], vectors[2])
    assert_allclose(vectors[0], alone[0], atol=1e-6)
    assert_array_equal(vectors[1], alone[1])
    assert not vectors[3].any()


def test_vectors_have_unit_length_and_rare_features_none():
    features = (*WORDS, "seldom")
    domains = [
        domain_of([*topic_texts(seed, 40), *["sea0 seldom"] * often], str(seed), labels, features)
        for seed, often, labels in ((0, 4, [0, 1] * 22), (1, 5, [-1] * 45))
    ]
    task = task_of(*domains, features=features)
    vectors = Glove(dimension=4, epochs=1, min_documents=5).learn_vectors(task)
    lengths = [np.linalg.norm(each, axis=1) for each in vectors.of_domain]
    assert_allclose(lengths[0], [1] * 18 + [0], atol=1e-6)
    assert_allclose(lengths[1], [1] * 19, atol=1e-6)
    assert_array_equal(vectors.pivots, task.pivots)


def test_a_domain_without_frequent_features_is_named():
    domain = domain_of(["sea0"], "tiny", [0])
    with pytest.raises(InputError, match="2 documents of tiny"):
        frequent_features([domain], 2)


def test_features_are_counted_over_all_sources():
    domains = [domain_of(["sea0 sea1"], "a", [0]), domain_of(["sea0", "sea2"], "b", [0, 1])]
    assert_array_equal(frequent_features(domains, 2), [WORDS.index("sea0")])


def test_each_side_learns_from_its_own_text_alone():
    asked = []

    def learn(corpora, features, generator):
        asked.append(([corpus.name for corpus in corpora], len(features)))
        return np.ones((len(features), 1), np.float32)

    domains = [domain_of(topic_texts(seed, 60), str(seed), [0, 1] * 30) for seed in (0, 1)]
    learn_two_spaces(task_of(*domains), learn, min_documents=5)
    assert asked == [(["0"], 18), (["1"], 18)]


def test_ignored_words_are_left_out_of_windows_and_have_no_vectors():
    asked = []

    def learn(corpora, features, generator):
        asked.append(features)
        assert all(corpus.text_settings.stop_words_used == {"sea0"} for corpus in corpora)
        return np.ones((len(features), 1), np.float32)

    features = (*WORDS, "sea0 sea1")
    texts = [f"sea0 sea1 {text}" for text in topic_texts(0, 60)]
    domains = [domain_of(texts, name, [0, 1] * 30, features) for name in "ab"]
    task = task_of(*domains, features=features)
    found = learn_two_spaces(task, learn, min_documents=5, ignored_words=frozenset({"sea0"}))
    assert asked == [[word for word in WORDS if word != "sea0"]] * 2
    for vectors in found:
        assert_array_equal(np.flatnonzero(vectors[:, 0] == 0), [0, len(WORDS)])


def test_eq_score_takes_the_vectors():
    domains = [domain_of(topic_texts(seed, 60), str(seed), [0, 1] * 30) for seed in (0, 1)]
    decision = Glove(dimension=5, epochs=1).fit(task_of(*domains)).decision_
    assert decision.scores(domains[1].documents).shape == (60, 2)


@pytest.mark.parametrize("name", ["dimension", "window", "epochs", "x_max", "min_documents"])
def test_a_setting_that_makes_no_sense_is_named(task, name):
    with pytest.raises(InputError, match=f"{name}: found 0"):
        Glove(**{name: 0}).fit(task)
