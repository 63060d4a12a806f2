"""The paper's features, its selection and one training step, each from its sentences alone.

Nothing here uses counts, vocabularies or kernels of the library but to compare with them.
"""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import log

import numpy as np
import pytest

from crosslex import Corpus, TextSettings
from crosslex.paper import (
    choose_vocabulary,
    collect_instances,
    count_features,
    initial_vectors,
    train,
)

STOP_WORDS = {"the", "of"}


def read(text: str) -> list[list[str]]:
    return [part.split() for part in text.split(".") if part.split()]


SETTINGS = TextSettings(
    analyzer=read,
    stop_words=frozenset(STOP_WORDS),
    bigrams_first=True,
)


def make_texts(own: str, seed: int) -> list[str]:
    """Texts of shared words, stop words, and words that are rare in the other domain."""
    rng = np.random.default_rng(seed)
    words = ["good", "bad", "fine", "day", *(["the", "of"])]
    words += [f"{own}{letter}" for letter in "abcde"]
    other = "tool" if own == "film" else "film"
    texts = []
    for number in range(60):
        sentences = [rng.choice(words, size=rng.integers(3, 9)) for _ in range(3)]
        text = ". ".join(" ".join(each) for each in sentences)
        texts.append(text + (f". {other}a {other}b" if number % 20 == 0 else ""))
    return texts


TEXTS = {"film": make_texts("film", 0), "tool": make_texts("tool", 1)}
LEAST = 8


def features_of(sentence: list[str]) -> list[str]:
    """Unigrams and bigrams first; then those listed as stop words go."""
    bigrams = [f"{a} {b}" for a, b in pairwise(sentence)]
    return [feature for feature in sentence + bigrams if feature not in STOP_WORDS]


@pytest.fixture(scope="module")
def corpora() -> list[Corpus]:
    return [Corpus.from_texts(TEXTS[name], name=name, text_settings=SETTINGS) for name in TEXTS]


@pytest.fixture(scope="module")
def occurrences() -> dict[str, Counter[str]]:
    return {
        name: Counter(f for text in texts for s in read(text) for f in features_of(s))
        for name, texts in TEXTS.items()
    }


def npmi(feature: str, domain: str) -> float:
    """Bouma's formula over the sentences of both domains; the event is to lie in the domain."""
    sentences = [(name, s) for name, texts in TEXTS.items() for text in texts for s in read(text)]
    total = len(sentences)
    x = sum(feature in features_of(s) for _, s in sentences) / total
    y = sum(name == domain for name, _ in sentences) / total
    xy = sum(name == domain and feature in features_of(s) for name, s in sentences) / total
    return -1.0 if xy == 0 else log(xy / (x * y)) / -log(xy)


def test_features_are_those_that_occur_often_enough_in_both_domains_together(corpora, occurrences):
    total = occurrences["film"] + occurrences["tool"]
    expected = {feature for feature, count in total.items() if count >= LEAST}
    counts = count_features(corpora, min_count=LEAST)
    assert set(counts[0].features) == expected
    assert any(STOP_WORDS & set(feature.split()) for feature in expected)  # "of good" stays
    for domain in counts:
        found = dict(zip(domain.features, domain.occurrences.tolist(), strict=True))
        assert found == {feature: occurrences[domain.domain][feature] for feature in expected}


def test_pivots_and_non_pivots_are_the_best_by_npmi(corpora, occurrences):
    total = occurrences["film"] + occurrences["tool"]
    frequent = [feature for feature, count in total.items() if count >= LEAST]
    belongs = {n: {f for f in frequent if occurrences[n][f] >= LEAST} for n in TEXTS}
    shared = belongs["film"] & belongs["tool"]
    ranked = sorted((min(npmi(f, "film"), npmi(f, "tool")) for f in shared), reverse=True)
    vocabulary = choose_vocabulary(
        count_features(corpora, min_count=LEAST),
        n_pivots=6,
        n_non_pivots=4,
        min_count=LEAST,
    )
    found = [min(npmi(f, "film"), npmi(f, "tool")) for f in vocabulary.pivots]
    assert set(vocabulary.pivots) <= shared
    np.testing.assert_allclose(found, ranked[:6])
    for name, other in (("film", "tool"), ("tool", "film")):
        alone = belongs[name] - belongs[other]
        assert any(occurrences[other][feature] for feature in alone)  # rare there, not absent
        best = sorted((npmi(feature, name) for feature in alone), reverse=True)[:4]
        words = vocabulary.of_domain(name)
        assert set(words) <= alone
        np.testing.assert_allclose(sorted((npmi(w, name) for w in words), reverse=True), best)


@pytest.mark.parametrize("sizes", [(1, 1), (1, 9)], ids=["unweighted", "weighted by size"])
def test_one_step_follows_the_printed_gradients(sizes):
    """One batch, no negative but one that can be drawn: every number is known.

    Weighted by size, the hinges of a domain count as much as its share of all words, times two.
    """
    pivots, words = ("good", "bad"), ("filma", "tooly")
    film = Corpus.from_texts(["good filma bad"], name="film", text_settings=SETTINGS)
    tool = Corpus.from_texts(["day tooly day good"], name="tool", text_settings=SETTINGS)
    more = Corpus.from_texts(["tooly", "tooly", "filma"], name="x", text_settings=SETTINGS)
    data = []
    for corpus, size in zip((film, tool), sizes, strict=True):
        found = collect_instances(corpus, pivots, words)
        # Both words have been seen in the domain, so that both may be drawn.
        counted = collect_instances(more, pivots, words).word_counts
        data.append(replace(found, word_counts=size * counted))
    omega = 2 * np.array(sizes) / sum(sizes)
    start = initial_vectors(2, (2, 2), dimension=5, random_state=3)
    c, w = start.pivots.astype(float), [each.astype(float) for each in start.words]
    expected_c, expected_w = c.copy(), [each.copy() for each in w]

    def step(vector, gradient):
        """AdaGrad's first step is the rate in the direction of every coordinate's sign."""
        return vector - 0.3 * gradient / np.where(gradient == 0, 1, np.abs(gradient))

    # The films' batch: (good, filma) and (bad, filma), each with w* = tooly twice.
    gradient_c, gradient_w = np.zeros((2, 5)), np.zeros((2, 5))
    for pivot in (0, 1):
        for _ in range(2):
            pull = 0.7 * (c[0, pivot] - c[1, pivot])
            if c[0, pivot] @ (w[0][0] - w[0][1]) >= 1:
                gradient_c[pivot] += pull
            else:
                gradient_c[pivot] += omega[0] * (w[0][1] - w[0][0]) + pull
                gradient_w[0] -= omega[0] * c[0, pivot]
                gradient_w[1] += omega[0] * c[0, pivot]
    expected_c[0], expected_w[0] = step(c[0], gradient_c), step(w[0], gradient_w)
    # The tools' batch comes after it: (good, tooly) with w* = filma twice.
    gradient_c, gradient_w = np.zeros((2, 5)), np.zeros((2, 5))
    for _ in range(2):
        pull = 0.7 * (c[1, 0] - expected_c[0, 0])
        if c[1, 0] @ (w[1][1] - w[1][0]) >= 1:
            gradient_c[0] += pull
        else:
            gradient_c[0] += omega[1] * (w[1][0] - w[1][1]) + pull
            gradient_w[1] -= omega[1] * c[1, 0]
            gradient_w[0] += omega[1] * c[1, 0]
    expected_c[1], expected_w[1] = step(c[1], gradient_c), step(w[1], gradient_w)

    learned = train(
        data,
        dimension=5,
        regularization=0.7,
        negatives=2,
        epochs=1,
        learning_rate=0.3,
        domain_weights=None if sizes == (1, 1) else "size",
        random_state=3,
    )
    np.testing.assert_allclose(learned.pivots, expected_c, atol=1e-5)
    for found, expected in zip(learned.words, expected_w, strict=True):
        np.testing.assert_allclose(found, expected, atol=1e-5)
