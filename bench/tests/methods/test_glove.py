"""GloVe learned in each domain separately."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from crosslex.classify.task import AdaptationTask, DomainDocuments
from crosslex.corpus.corpus import Corpus
from crosslex.counts.stream import document_matrix
from crosslex.text.settings import TextSettings
from crosslex_bench.methods.glove import Glove, GlovePairs, random_model
from crosslex_bench.methods.kernels import glove_pass
from crosslex_bench.methods.separate_spaces import learn_two_spaces

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


def some_pairs(rng: np.random.Generator, size: int, n_features: int) -> GlovePairs:
    rows, columns = rng.integers(n_features, size=(2, size)).astype(np.int32)
    logs, weights = rng.normal(size=size), rng.random(size)
    return GlovePairs(rows, columns, logs.astype(np.float32), weights.astype(np.float32))


def slow_pass(model: list[np.ndarray], pairs: GlovePairs, order, learning_rate: float) -> float:
    """The kernel's twin: one AdaGrad step per pair, all its gradients from the same point."""
    words, contexts, word_squares, context_squares = model
    loss = 0.0
    for pair in order:
        i, j = pairs.rows[pair], pairs.columns[pair]
        word, context = words[i].copy(), contexts[j].copy()
        error = word[:-1] @ context[:-1] + word[-1] + context[-1] - pairs.logs[pair]
        loss += 0.5 * pairs.weights[pair] * error**2
        for row, squares, partner in (
            (words[i], word_squares[i], context),
            (contexts[j], context_squares[j], word),
        ):
            gradient = pairs.weights[pair] * error * np.append(partner[:-1], 1.0)
            squares += gradient**2
            row -= learning_rate * gradient / np.sqrt(squares)
    return loss


def test_the_kernel_does_what_its_slow_twin_does():
    rng = np.random.default_rng(0)
    pairs = some_pairs(rng, 60, n_features=5)
    fast = random_model(5, 7, rng)
    slow = [each.astype(np.float64) for each in fast]
    order = rng.permutation(60)
    loss = glove_pass(order, *pairs, 0.3, *fast)
    assert loss == pytest.approx(slow_pass(slow, pairs, order, 0.3), rel=1e-5)
    for found, expected in zip(fast, slow, strict=True):
        assert_allclose(found, expected, atol=1e-5)


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
