"""Vectors for tagging, and what the tagger sees, written out by hand."""

import numpy as np
from generated_sentences import NOUNS, generated_lines

from crosslex_bench.data.sentences import Sentence
from crosslex_bench.studies.tagging import spelling_features, vector_features
from crosslex_bench.studies.tagging_vectors import (
    GenreVectors,
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


def test_controls_have_one_vector_per_word_in_all_genres() -> None:
    controls: tuple[VectorKind, ...] = ("pooled", "random")
    for kind in controls:
        vectors = learn_vectors(kind, TEXTS, SMALL, seed=0)
        assert vectors.words == learn_vectors("domain", TEXTS, SMALL, seed=0).words
        assert np.array_equal(vectors.of_genre["mail"], vectors.of_genre["news"])
        assert vectors.of_genre["mail"].shape[1] == SMALL.dimension
    differ = learn_vectors("domain", TEXTS, SMALL, seed=0)
    assert not np.allclose(differ.of_genre["mail"], differ.of_genre["news"])


VECTORS = GenreVectors(
    ("<number>", "cat", "the"),
    {"mail": np.array([[9, 9], [1, 2], [3, 4]]), "news": np.array([[8, 8], [5, 6], [7, 7]])},
)
SENTENCES = [
    Sentence(("The", "Cat", "sat"), ("", "", ""), "a"),
    Sentence(("42",), ("",), "a"),
]


def test_words_and_spelling_of_a_sentence_of_two() -> None:
    the, jet = spelling_features(["The", "F-16"])
    assert sorted(the) == sorted(
        [
            *("word -2 <>", "word -1 <>", "word +0 the", "word +1 f-16", "word +2 <>"),
            *("words -1 <> the", "words +1 the f-16"),
            *("ends e", "ends he", "ends the"),
            *("begins t", "begins th", "begins the"),
            *("ends -1 <>", "ends +1 -16"),
            *("shape -1 <>", "shape +0 Xx", "shape +1 X-d"),
            "form The",
        ]
    )
    assert {"word -1 the", "word +1 <>", "ends f-16", "shape -1 Xx", "form F-16"} <= set(jet)


def test_neighbors_vectors_end_with_the_sentence() -> None:
    seen = vector_features("mail", SENTENCES, VECTORS, (-1, 0, 1))
    assert seen.tolist() == [
        [0, 0, 3, 4, 1, 2],
        [3, 4, 1, 2, 0, 0],
        [1, 2, 0, 0, 0, 0],
        [0, 0, 9, 9, 0, 0],
    ]
