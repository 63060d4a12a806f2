"""Vectors for tagging: which words have one, and what they see."""

import numpy as np
from generated_sentences import NOUNS, VERBS, generated_lines

from crosslex_bench.data.sentences import Sentence
from crosslex_bench.studies.tagging_vectors import (
    VectorKind,
    VectorSettings,
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
SMALL = VectorSettings(n_contexts=20, dimension=8)


def test_words_that_are_too_rare_are_left_out() -> None:
    sentences = [
        Sentence(("One", "dog", "one", "dog", "two"), ("",) * 5, "a"),
        Sentence(("One", "dog"), ("", ""), "b"),
    ]
    vectors = learn_vectors("domain", {"x": sentences, "y": sentences[:1]}, SMALL, seed=0)
    assert vectors.words == ("dog", "one")


def test_vectors_see_which_side_a_word_stands_on_and_no_tags() -> None:
    def likeness(tag: str) -> float:
        lines = ["the cat sat", "the dog sat", "sat cow the"] * 6
        sentences = [
            Sentence(tuple(line.split()), (tag,) * 3, str(number))
            for number, line in enumerate(lines)
        ]
        found = learn_vectors("domain", {"x": sentences, "y": sentences}, SMALL, seed=0)
        cat, dog, cow = (found.of_genre["x"][found.row[word]] for word in ("cat", "dog", "cow"))
        assert cat @ dog > 0.99
        assert cat @ cow < 0.5
        return float(cat @ cow)

    assert likeness("NOUN") == likeness("VERB")


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
    differ = learn_vectors("domain", TEXTS, SMALL, seed=0)
    assert not np.allclose(differ.of_genre["mail"], differ.of_genre["news"])
