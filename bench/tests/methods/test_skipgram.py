"""Skip-gram learned in each domain separately."""

from collections import Counter

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from crosslex.corpus.corpus import Corpus
from crosslex.paper.instances import Pairing
from crosslex.text.settings import TextSettings
from crosslex_bench.methods.kernels import skipgram_pass
from crosslex_bench.methods.skipgram import pair_chunks
from crosslex_bench.peers.vectors import keep_frequent

SETTINGS = TextSettings(analyzer=lambda text: [text.split()], stop_words=frozenset())


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


def test_the_kernel_does_what_its_slow_twin_does_with_the_same_samples():
    rng = np.random.default_rng(0)
    words, contexts = rng.normal(size=(2, 5, 7)).astype(np.float32)
    # With so few features, negatives that are the pair's own context or repeat are common.
    pairs = rng.integers(5, size=(60, 2)).astype(np.int32)
    negatives = rng.integers(5, size=(60, 4)).astype(np.int32)
    slow = words.astype(np.float64), contexts.astype(np.float64)
    slow_pass(*slow, pairs, negatives, 0.1)
    skipgram_pass(*np.ascontiguousarray(pairs.T), negatives, 0.1, words, contexts)
    assert_allclose(words, slow[0], atol=1e-4)
    assert_allclose(contexts, slow[1], atol=1e-4)


def test_occurrences_are_kept_as_by_the_authors_program():
    counts = np.array([5, 50, 900])
    t, total = 0.01, 955
    # (sqrt(count / (t · total)) + 1) · (t · total) / count, a probability where it is below 1.
    expected = [(np.sqrt(count / (t * total)) + 1) * t * total / count for count in counts]
    assert_allclose(keep_frequent(counts, t), np.minimum(1, expected), rtol=1e-6)
    assert_array_equal(keep_frequent(counts, 0), [1, 1, 1])


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
