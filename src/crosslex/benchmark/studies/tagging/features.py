"""Features of a token: words and spelling around it, and their vectors."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from crosslex.benchmark.data.sentences import Sentences
from crosslex.benchmark.studies.tagging.vectors import GenreVectors, folded

OUTSIDE: Final = "<>"
_SUFFIXES = (1, 2, 3, 4)
_PREFIXES = (1, 2, 3)
_NEIGHBOR_SUFFIX = 3


def shape(word: str) -> str:
    """Return a word's outline: runs of capitals, small letters and digits, the rest as it is.

    >>> shape("McDonald's"), shape("F-16")
    ("XxXx'x", 'X-d')
    """
    outline = ""
    for letter in word:
        if letter.isupper():
            kind = "X"
        elif letter.islower():
            kind = "x"
        else:
            kind = "d" if letter.isdigit() else letter
        if not outline.endswith(kind):
            outline += kind
    return outline


def spelling_features(words: Sequence[str]) -> Iterator[list[str]]:
    """Yield the features of each word of a sentence that need no vectors.

    The words two positions around, the word's endings and beginnings, its form and shape, and
    endings and shapes of the words next to it.
    """
    lower = [OUTSIDE] * 2 + [word.lower() for word in words] + [OUTSIDE] * 2
    shapes = [OUTSIDE] * 2 + [shape(word) for word in words] + [OUTSIDE] * 2
    for place, form in enumerate(words, start=2):
        before, word, after = lower[place - 1 : place + 2]
        yield [
            *(f"word {offset:+d} {lower[place + offset]}" for offset in (-2, -1, 0, 1, 2)),
            f"words -1 {before} {word}",
            f"words +1 {word} {after}",
            *(f"ends {word[-size:]}" for size in _SUFFIXES if size <= len(word)),
            *(f"begins {word[:size]}" for size in _PREFIXES if size <= len(word)),
            f"ends -1 {before[-_NEIGHBOR_SUFFIX:]}",
            f"ends +1 {after[-_NEIGHBOR_SUFFIX:]}",
            *(f"shape {offset:+d} {shapes[place + offset]}" for offset in (-1, 0, 1)),
            f"form {form}",
        ]


def vector_features(
    genre: str, sentences: Sentences, vectors: GenreVectors, offsets: Sequence[int]
) -> NDArray[np.float32]:
    """Return the vectors of each token and of the words around it, concatenated.

    A word without a vector, and what lies outside the sentence, is all zeros.
    """
    reach = max(map(abs, offsets))
    nothing = len(vectors.words)
    rows, inside = [], []
    for sentence in sentences:
        found = [vectors.row.get(folded(word), nothing) for word in sentence.words]
        rows += [nothing] * reach + found + [nothing] * reach
        inside += [False] * reach + [True] * len(found) + [False] * reach
    places = np.flatnonzero(inside)
    matrix = vectors.of_genre[genre]
    padded = np.vstack([matrix, np.zeros((1, matrix.shape[1]), matrix.dtype)])
    seen = np.array(rows)
    return np.hstack([padded[seen[places + offset]] for offset in offsets])
