"""Vectors for tagging: counts by position against a slow twin, and what comes of them."""

from collections import Counter

import numpy as np
from generated_sentences import NOUNS, VERBS, generated_lines

from crosslex.benchmark.data.sentences import Sentence
from crosslex.benchmark.studies.tagging.vectors import (
    VectorKind,
    VectorSettings,
    choose_pivots,
    choose_words,
    count_positions,
    folded,
    learn_vectors,
)

TEXTS = {
    genre: [
        Sentence(tuple(line["words"]), tuple(line["upos"]), str(line["doc"]))
        for line in generated_lines()
        if line["genre"] == genre and line["split"] == "train"
    ]
    for genre in NOUNS
}
SMALL = VectorSettings(n_pivots=3, dimension=8)


def test_counts_by_position_agree_with_counting_one_by_one() -> None:
    words, pivots = choose_words(TEXTS, 1), choose_pivots(TEXTS, 3)
    counted = count_positions("mail", TEXTS["mail"], pivots, words, window=2)
    slow: Counter[tuple[str, str]] = Counter()
    for sentence in TEXTS["mail"]:
        padded = ["<start>"] * 2 + [folded(word) for word in sentence.words] + ["<end>"] * 2
        for place in range(2, len(padded) - 2):
            for offset in (-2, -1, 1, 2):
                if padded[place + offset] in pivots:
                    slow[f"{offset:+d} {padded[place + offset]}", padded[place]] += 1
    table = counted.counts.tocoo()
    fast = {
        (counted.pivots[row], words[column]): count
        for row, column, count in zip(*table.coords, table.data, strict=True)
    }
    assert fast == dict(slow)
    assert dict(zip(words, counted.word_counts, strict=True))["the"] == len(TEXTS["mail"])


def test_pivots_are_the_words_frequent_in_every_genre() -> None:
    assert sorted(choose_pivots(TEXTS, 3)) == sorted(("the", "a", ".", "<start>", "<end>"))


def test_words_that_are_too_rare_are_left_out() -> None:
    texts = {"x": [Sentence(("One", "one", "two"), ("", "", ""), "a")]}
    assert choose_words(texts, 2) == ("one",)


def test_words_used_alike_are_near_across_genres() -> None:
    vectors = learn_vectors("domain", TEXTS, SMALL, seed=0)
    mail, news = (vectors.of_genre[genre] for genre in ("mail", "news"))
    for verb in VERBS["mail"]:
        here = mail[vectors.row[verb]]
        to_verbs = [here @ news[vectors.row[word]] for word in VERBS["news"]]
        to_nouns = [here @ news[vectors.row[word]] for word in NOUNS["news"]]
        assert min(to_verbs) > max(to_nouns)


def test_controls_have_one_vector_per_word_in_all_genres() -> None:
    controls: tuple[VectorKind, ...] = ("pooled", "random")
    for kind in controls:
        vectors = learn_vectors(kind, TEXTS, SMALL, seed=0)
        assert vectors.words == learn_vectors("domain", TEXTS, SMALL, seed=0).words
        assert np.array_equal(vectors.of_genre["mail"], vectors.of_genre["news"])
        assert vectors.of_genre["mail"].shape[1] == SMALL.dimension
    less_shared = VectorSettings(n_pivots=3, dimension=8, backoff=0.1)
    differ = learn_vectors("domain", TEXTS, less_shared, seed=0)
    assert not np.allclose(differ.of_genre["mail"], differ.of_genre["news"])
