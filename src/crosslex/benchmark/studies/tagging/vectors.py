"""Word vectors for tagging: crosslex's objective, with one pivot per word and position."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.benchmark.data.sentences import Sentences, tokens
from crosslex.counting.cooccurrences import Cooccurrences
from crosslex.learn import TrainingSettings, train
from crosslex.vectors import unit_rows

START, END, NUMBER = "<start>", "<end>", "<number>"
POOLED: Final = "all genres"

VectorKind = Literal["domain", "pooled", "random"]


@dataclass(frozen=True)
class VectorSettings:
    """How vectors for tagging are learned; chosen on the dev sentences.

    A word is another pivot at every position of the window, because what is just before a word
    says more about its part of speech than what is somewhere around. The vector of a word seen
    once says no more than its one context, but a tagger would learn to trust it: hence
    `min_count`, over all genres together.
    """

    n_pivots: int = 150
    window: int = 2
    min_count: int = 3
    dimension: int = 50
    backoff: float = 1.0
    epochs: int = 16


@dataclass(frozen=True, eq=False)
class GenreVectors:
    """The words of all genres, and for each genre a matrix of unit vectors, words × dimension."""

    words: tuple[str, ...]
    of_genre: Mapping[str, NDArray[np.float32]]

    @cached_property
    def row(self) -> dict[str, int]:
        """The row of each word."""
        return {word: row for row, word in enumerate(self.words)}


def folded(word: str) -> str:
    """Return a word in lower case, all numbers as one.

    >>> folded("The"), folded("1990s")
    ('the', '<number>')
    """
    return NUMBER if any(letter.isdigit() for letter in word) else word.lower()


def learn_vectors(
    kind: VectorKind, texts: Mapping[str, Sentences], settings: VectorSettings, *, seed: int
) -> GenreVectors:
    """Return one vector per word per genre, or as controls one per word; tags are not used.

    `pooled` vectors are learned from all genres' text taken together, `random` ones drawn: as
    many numbers, no knowledge.
    """
    words = choose_words(texts, settings.min_count)
    if kind == "random":
        drawn = np.random.default_rng(seed).standard_normal((len(words), settings.dimension))
        return GenreVectors(words, dict.fromkeys(texts, _centered(drawn.astype(np.float32))))
    pivots = choose_pivots(texts, settings.n_pivots)
    counts = [
        count_positions(genre, text, pivots, words, settings.window)
        for genre, text in texts.items()
    ]
    training = TrainingSettings(
        dimension=settings.dimension,
        backoff=settings.backoff,
        epochs=settings.epochs,
        random_state=seed,
    )
    if kind == "domain":
        vectors = map(_centered, train(counts, training).word_vectors)
        return GenreVectors(words, dict(zip(texts, vectors, strict=True)))
    first, *others = (replace(of_genre, domain=POOLED) for of_genre in counts)
    learned = train([sum(others, start=first)], replace(training, backoff=0.0))
    return GenreVectors(words, dict.fromkeys(texts, _centered(learned.word_vectors[0])))


def count_positions(
    genre: str, text: Sentences, pivots: Sequence[str], words: Sequence[str], window: int
) -> Cooccurrences:
    """Count how often each pivot is how many positions before or after each word.

    The ends of a sentence count as words, so that they can be pivots.

    >>> from crosslex.benchmark.data.sentences import Sentence
    >>> text = [Sentence(("The", "cat"), ("DET", "NOUN"), "a")]
    >>> counted = count_positions("x", text, ["the", "<end>"], ["cat", "the"], window=1)
    >>> counted.pivots
    ('-1 the', '-1 <end>', '+1 the', '+1 <end>')
    >>> counted.counts.toarray()
    array([[1, 0],
           [0, 0],
           [0, 0],
           [1, 0]])
    """
    padded = [
        word
        for sentence in text
        for word in (*[START] * window, *map(folded, sentence.words), *[END] * window)
    ]
    pivot_number = {pivot: number for number, pivot in enumerate(pivots)}
    word_number = {word: number for number, word in enumerate(words)}
    pivot_at = np.array([pivot_number.get(word, -1) for word in padded], np.int64)
    word_at = np.array([word_number.get(word, -1) for word in padded], np.int64)
    offsets = [offset for offset in range(-window, window + 1) if offset]
    rows, columns = [], []
    for number, offset in enumerate(offsets):
        # What np.roll carries around the ends falls on padding, which is no word.
        there = np.roll(pivot_at, -offset)
        together = (there >= 0) & (word_at >= 0)
        rows.append(there[together] + number * len(pivots))
        columns.append(word_at[together])
    places = (np.concatenate(rows), np.concatenate(columns))
    shape = (len(offsets) * len(pivots), len(words))
    counts = csr_array((np.ones(len(places[0]), np.int64), places), shape=shape)
    names = tuple(f"{offset:+d} {pivot}" for offset in offsets for pivot in pivots)
    occurrences = np.bincount(word_at[word_at >= 0], minlength=len(words))
    return Cooccurrences(genre, names, tuple(words), counts, occurrences)


def choose_words(texts: Mapping[str, Sentences], min_count: int) -> tuple[str, ...]:
    """Return the words that occur at least `min_count` times, in alphabetical order."""
    counts = Counter(folded(word) for text in texts.values() for word in tokens(text))
    return tuple(sorted(word for word, count in counts.items() if count >= min_count))


def choose_pivots(texts: Mapping[str, Sentences], n_pivots: int) -> tuple[str, ...]:
    """Return the words most frequent in the genre where they are rarest, and both sentence ends."""
    counts = [Counter(map(folded, tokens(text))) for text in texts.values()]
    totals = [count.total() for count in counts]
    shares = {
        word: min(count[word] / total for count, total in zip(counts, totals, strict=True))
        for word in counts[0]
    }
    shared = sorted((word for word in shares if shares[word] > 0), key=lambda w: (-shares[w], w))
    return (*shared[:n_pivots], START, END)


def _centered(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return vectors without their mean, scaled to unit length."""
    return unit_rows(vectors - vectors.mean(axis=0))
