"""Contexts of words against slow loops over the text, and halves of the documents."""

import numpy as np
import pytest

from crosslex import Corpus
from crosslex.counts.features import count_domains
from crosslex.counts.samples import sample_sentences
from crosslex.counts.vocabulary import Vocabulary
from crosslex.shifts.uses import (
    HALF_WEIGHT_FREQUENCY,
    ContextVectors,
    Uses,
    collect_uses,
    context_vectors,
    random_halves,
    topic_halves,
    use_vectors,
    without_common_direction,
)
from crosslex.vectors import DomainVectors, unit_rows

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
    return Vocabulary.of(count_domains([corpus, corpus]))


def positions(sample):
    """Every occurrence of a feature: sentence, first and last position, feature."""
    for sentence in range(len(sample.documents)):
        start, stop = sample.sentence_offsets[sentence : sentence + 2]
        for place in range(start, stop):
            if sample.unigrams[place] >= 0:
                yield sentence, start, stop, place, place, sample.unigrams[place]
            if sample.bigrams[place] >= 0:
                yield sentence, start, stop, place, place + 1, sample.bigrams[place]


def test_uses_are_weighted_contexts_of_documents(corpus, vocabulary):
    sample = sample_sentences(corpus, vocabulary.features)
    size = len(vocabulary.features)
    random = np.random.default_rng(0)
    single = [index for index, word in enumerate(vocabulary.features) if " " not in word]
    vector_of = np.full(size, -1, np.int32)
    vector_of[single] = np.arange(len(single))
    vectors = random.normal(size=(len(single), 3)).astype(np.float32)
    weights = np.array([0, 1, 0.5], np.float32)
    tested = np.arange(size)
    contexts = ContextVectors(vectors, vector_of, weights)
    found = collect_uses(sample, tested, size, contexts)
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
        keys = [key for key in sorted(sums) if key[0] == word]
        expected = use_vectors(np.array([np.sum(sums[key], axis=0) for key in keys]))
        numbers = found.documents[found.starts[word] : found.starts[word + 1]]
        assert numbers.tolist() == [document for _, document in keys]
        assert found.of(word) == pytest.approx(expected, abs=1e-5)
        assert found.means()[word] == pytest.approx(np.mean(expected, axis=0), abs=1e-5)
        often = [len(sums[key]) for key in keys]
        assert found.means(of_occurrences=True)[word] == pytest.approx(
            np.average(expected, axis=0, weights=often), abs=1e-5
        )


def test_context_vectors_are_means_over_domains_and_longer_where_words_are_rarer():
    texts = {"one": ["red dog", "red dog", "dog home"], "two": ["red dog", "home"]}
    corpora = [Corpus.from_texts(each, name=name) for name, each in texts.items()]
    vocabulary = Vocabulary.of(count_domains(corpora))
    words = ("dog", "red")
    domains = {
        "one": DomainVectors("one", words, np.array([[2, 0], [0, 3]])),
        "two": DomainVectors("two", words, np.array([[0, 4], [0, 1]])),
    }
    found = context_vectors(vocabulary, domains, window=3)

    def vector(word):
        return found.vectors[found.vector_of[vocabulary.number[word]]]

    rare = HALF_WEIGHT_FREQUENCY
    # Nine words in all; the dog is used three times here and once there.
    assert vector("dog") == pytest.approx(
        np.array([3, 1]) / np.sqrt(10) * rare / (rare + 4 / 9), rel=1e-5
    )
    assert vector("red") == pytest.approx([0, rare / (rare + 3 / 9)], rel=1e-5)
    assert vector("home").tolist() == [0, 0]
    assert found.weights == pytest.approx([0, 1, 1 / 2, 1 / 3])


def test_means_without_a_group_are_those_of_the_other_documents():
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(14, 3)).astype(np.float32)
    uses = Uses(vectors, np.array([0, 12, 13, 14]), np.arange(14))
    found = list(uses.means_without(groups=10))
    assert len(found) == 10
    for group, means in enumerate(found):
        others = [place for place in range(12) if place % 10 != group]
        np.testing.assert_allclose(means[0], vectors[others].mean(axis=0), atol=1e-6)
        # The word's only document is never left out.
        np.testing.assert_allclose(means[2], vectors[13], atol=1e-6)


def test_a_document_that_repeats_another_is_left_out_whole():
    texts = ["A dog barks. It runs.", "A cat runs.", "a dog barks! It runs", "A dog barks."]
    corpus = Corpus.from_texts(texts, name="one")
    sample = sample_sentences(corpus, ["dog", "bark", "run", "cat"])
    found = sample.without_repeats()
    assert found.documents.tolist() == [0, 0, 1, 3]
    assert np.diff(found.sentence_offsets).tolist() == [2, 1, 2, 2]
    assert found.unigrams.tolist() == [0, 1, 2, 3, 2, 0, 1]


def test_documents_are_counted_once_however_often_they_use_a_word(corpus, vocabulary):
    sample = sample_sentences(corpus, vocabulary.features)
    tested = np.array([vocabulary.number["dog"], vocabulary.number["cat"]])
    assert sample.count_documents(tested, len(vocabulary.features)).tolist() == [3, 1]
    texts = ["plot plot. A dull plot.", "a plot", "dull"]
    sample = sample_sentences(Corpus.from_texts(texts, name="films"), ["plot", "dull", "dull plot"])
    assert sample.count_documents(np.arange(3), 3).tolist() == [2, 2, 1]
    assert sample.count_occurrences(3).tolist() == [4, 2, 1]


def test_the_common_direction_is_the_first_principal_component():
    random = np.random.default_rng(10)
    vectors = random.normal(size=(50, 5)) * (4, 1, 1, 1, 1) + (0, 3, 0, 0, 0)
    weights = random.integers(1, 5, size=50)
    repeated = np.repeat(vectors, weights, axis=0)
    mean = repeated.mean(axis=0)
    _, _, axes = np.linalg.svd(repeated - mean)
    rest = (vectors - mean) @ (np.eye(5) - np.outer(axes[0], axes[0]))
    assert without_common_direction(vectors, weights) == pytest.approx(unit_rows(rest))


def test_random_halves_keep_every_use_of_every_document_together() -> None:
    starts, documents = np.array([0, 4, 9]), np.array([0, 1, 2, 3, 0, 1, 2, 3, 4])
    # Each vector tells its domain and its document.
    first, second = (
        Uses(np.column_stack([np.full(9, at), documents]).astype(np.float32), starts, documents)
        for at in (0, 1)
    )
    halves = random_halves(first, second, random_state=1)
    assert (halves[0].sizes + halves[1].sizes).tolist() == [8, 10]
    one, other = ({tuple(row) for row in half.vectors.tolist()} for half in halves)
    assert not one & other
    assert len(one | other) == 10


def test_halves_are_by_topic_and_no_larger_than_each_other(model) -> None:
    compared = model._all_domains
    halves = topic_halves(compared.samples[0], compared.contexts)
    assert halves.mean() == pytest.approx(0.5, abs=0.01)
    topics = np.arange(len(halves)) // 2 % 12
    shares = [np.mean(halves[topics == topic]) for topic in range(12)]
    agree = [max(share, 1 - share) for share in shares]
    assert np.mean(agree) > 0.9
