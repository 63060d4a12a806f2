"""What the tagger sees, written out by hand."""

import numpy as np

from crosslex_bench.data.sentences import Sentence
from crosslex_bench.studies.tagging import shape, spelling_features, vector_features
from crosslex_bench.studies.tagging_vectors import GenreVectors

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


def test_a_shape_tells_runs_of_letters_and_digits() -> None:
    found = [shape(word) for word in ("USA", "iPhone", "3rd", "...", "Ölmühle", "")]
    assert found == ["X", "xXx", "dx", ".", "Xx", ""]


def test_vectors_are_those_of_the_genre() -> None:
    seen = vector_features("news", SENTENCES, VECTORS, (0,))
    assert seen.tolist() == [[7, 7], [5, 6], [0, 0], [8, 8]]


def test_neighbors_vectors_end_with_the_sentence() -> None:
    seen = vector_features("mail", SENTENCES, VECTORS, (-1, 0, 1))
    assert seen.tolist() == [
        [0, 0, 3, 4, 1, 2],
        [3, 4, 1, 2, 0, 0],
        [1, 2, 0, 0, 0, 0],
        [0, 0, 9, 9, 0, 0],
    ]
