"""What a windowed tagger sees of a token: words, spelling, and groups of words by their vectors."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import MiniBatchKMeans

from crosslex.benchmark.tagging_data import Sentences
from crosslex.benchmark.tagging_vectors import GenreVectors, folded

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
    """Yield what each word of a sentence shows without any vectors.

    The words two positions around, the word's endings and beginnings, its form and shape, and
    endings and shapes of its neighbors.
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


@dataclass(frozen=True, eq=False)
class WordGroups:
    """Groups of words whose vectors are near each other, at several sizes.

    Vectors of all genres are grouped together, which one space for all makes possible: a group
    that a tagger met in one genre holds the words that are used so in another.

    Parameters
    ----------
    number
        The row of each word.
    of_genre
        For every genre, words × sizes: each word's group there.
    """

    number: Mapping[str, int]
    of_genre: Mapping[str, NDArray[np.intp]]

    @classmethod
    def of(cls, vectors: GenreVectors, sizes: Sequence[int], *, seed: int) -> "WordGroups":
        """Find so many groups, once for every size, by k-means."""
        # Genres that share one matrix say nothing new by repeating it.
        matrices = {id(matrix): matrix for matrix in vectors.of_genre.values()}
        together = np.vstack(list(matrices.values()))
        found: dict[int, list[NDArray[np.intp]]] = {key: [] for key in matrices}
        for size in sizes:
            means = MiniBatchKMeans(
                min(size, len(together)), batch_size=2048, max_iter=10, n_init=1, random_state=seed
            ).fit(together)
            for key, matrix in matrices.items():
                found[key].append(means.predict(matrix))
        groups = {key: np.column_stack(columns) for key, columns in found.items()}
        return cls(
            {word: row for row, word in enumerate(vectors.words)},
            {genre: groups[id(matrix)] for genre, matrix in vectors.of_genre.items()},
        )

    def features(self, genre: str, words: Sequence[str]) -> Iterator[list[str]]:
        """Yield the groups of each word of a sentence and of its neighbors."""
        groups = [self._groups(genre, word) for word in words]
        around = [[], *groups, []]
        for place in range(1, len(words) + 1):
            yield [
                f"group {offset:+d} {name}" for offset in (-1, 0, 1) for name in around[place + offset]
            ]

    def _groups(self, genre: str, word: str) -> list[str]:
        row = self.number.get(folded(word))
        if row is None:
            return []
        return [f"{column}:{group}" for column, group in enumerate(self.of_genre[genre][row])]


def token_features(
    genre: str, sentences: Sentences, groups: WordGroups | None
) -> Iterator[list[str]]:
    """Yield the features of every token of a genre's sentences; groups are left out where None."""
    for sentence in sentences:
        spelled = spelling_features(sentence.words)
        if groups is None:
            yield from spelled
        else:
            for own, grouped in zip(spelled, groups.features(genre, sentence.words), strict=True):
                yield own + grouped
