"""Contexts of words against slow loops over the text."""

import numpy as np
import pytest

from crosslex import Corpus
from crosslex.counting.frequent_features import count_domains
from crosslex.counting.sentence_sample import sample_sentences
from crosslex.pivots.choice import choose_vocabulary
from crosslex.shift.contexts import (
    ContextVectors,
    Uses,
    collect_uses,
    count_documents,
    fit_context_vectors,
)
from crosslex.shift.kernels import add_cooccurrences

TEXTS = [
    "red dog ran home. blue dog ran home.",
    "red cat sat. dog bit red cat badly.",
    "blue bird sang home songs. red dog ran.",
]


@pytest.fixture
def corpus():
    return Corpus.from_texts(TEXTS, name="one")


@pytest.fixture
def vocabulary(corpus):
    return choose_vocabulary(count_domains([corpus, corpus]), score="frequency", n_pivots=2)


def positions(sample):
    """Every occurrence of a feature: sentence, first and last position, feature."""
    for sentence in range(len(sample.documents)):
        start, stop = sample.sentence_offsets[sentence : sentence + 2]
        for place in range(start, stop):
            if sample.unigrams[place] >= 0:
                yield sentence, start, stop, place, place, sample.unigrams[place]
            if sample.bigrams[place] >= 0:
                yield sentence, start, stop, place, place + 1, sample.bigrams[place]


def test_uses_are_mean_weighted_contexts_of_documents(corpus, vocabulary):
    sample = sample_sentences(corpus, vocabulary.features)
    size = len(vocabulary.features)
    random = np.random.default_rng(0)
    single = [index for index, word in enumerate(vocabulary.features) if " " not in word]
    vector_of = np.full(size, -1, np.int32)
    vector_of[single] = np.arange(len(single))
    vectors = random.normal(size=(len(single), 3)).astype(np.float32)
    weights = np.array([0, 1, 0.5], np.float32)
    tested = np.arange(size)
    found = collect_uses(sample, tested, size, ContextVectors(vectors, vector_of, weights))
    sums: dict[tuple[int, int], list] = {}
    for sentence, start, stop, first, last, feature in positions(sample):
        context = np.zeros(6)
        for other in range(max(start, first - 2), min(stop, last + 3)):
            if first <= other <= last or sample.unigrams[other] < 0:
                continue
            distance = first - other if other < first else other - last
            side = slice(0, 3) if other < first else slice(3, 6)
            context[side] += weights[distance] * vectors[vector_of[sample.unigrams[other]]]
        sums.setdefault((feature, sample.documents[sentence]), []).append(context)
    for word in range(size):
        expected = [np.mean(sums[key], axis=0) for key in sorted(sums) if key[0] == word]
        counts = [len(sums[key]) for key in sorted(sums) if key[0] == word]
        assert found.of(word) == pytest.approx(np.array(expected), abs=1e-5)
        assert found.counts[found.starts[word] : found.starts[word + 1]].tolist() == counts
        assert found.means()[word] == pytest.approx(np.mean(expected, axis=0), abs=1e-5)


def test_cooccurrences_are_weighted_by_distance(corpus, vocabulary):
    sample = sample_sentences(corpus, vocabulary.features)
    size = len(vocabulary.features)
    everything = np.arange(size, dtype=np.int32)
    weights = np.array([0, 1, 0.5, 0.25], np.float32)
    found = np.zeros((size, size), np.float32)
    add_cooccurrences(
        sample.unigrams, sample.sentence_offsets, everything, everything, weights, found
    )
    expected = np.zeros((size, size))
    for start, stop in zip(sample.sentence_offsets, sample.sentence_offsets[1:], strict=False):
        for a in range(start, stop):
            for b in range(start, stop):
                if 0 < abs(a - b) <= 3:
                    expected[sample.unigrams[a], sample.unigrams[b]] += weights[abs(a - b)]
    assert found == pytest.approx(expected)


def test_context_vectors_do_not_know_the_domains(corpus, vocabulary):
    sample = sample_sentences(corpus, vocabulary.features)
    other = sample_sentences(Corpus.from_texts(TEXTS[::-1], name="two"), vocabulary.features)
    one = fit_context_vectors([sample, other], vocabulary, window=3, random_state=0)
    two = fit_context_vectors([other, sample], vocabulary, window=3, random_state=0)
    assert one.vectors == pytest.approx(two.vectors, abs=1e-5)


def test_means_without_a_group_are_those_of_the_other_documents():
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(14, 3)).astype(np.float32)
    uses = Uses(vectors, np.array([0, 12, 13, 14]), np.ones(14, np.int32))
    found = list(uses.means_without(np.array([2, 0]), groups=10))
    assert len(found) == 10
    for group in range(10):
        others = [place for place in range(12) if place % 10 != group]
        np.testing.assert_allclose(found[group][1], vectors[others].mean(axis=0), atol=1e-6)
        # The word's only document is never left out.
        np.testing.assert_allclose(found[group][0], vectors[13], atol=1e-6)


def test_documents_are_counted_once_however_often_they_use_a_word(corpus, vocabulary):
    sample = sample_sentences(corpus, vocabulary.features)
    tested = np.array([vocabulary.number["dog"], vocabulary.number["cat"]])
    assert count_documents(sample, tested, len(vocabulary.features)).tolist() == [3, 1]
