"""Word vectors for tagging: crosslex's space with narrow context windows."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from crosslex import Corpus, TextSettings
from crosslex.counts import ContextShape, count_contexts
from crosslex.space import learn_space
from crosslex.vectors import unit_rows
from crosslex_bench.data.sentences import Sentences, tokens

START, END, NUMBER = "<start>", "<end>", "<number>"

VectorKind = Literal["domain", "pooled", "random"]


@dataclass(frozen=True)
class VectorSettings:
    """How vectors for tagging are learned; chosen on the dev sentences.

    The vector of a word seen once says no more than its one context, but a tagger would learn to
    trust it: hence `min_count`, over all genres together.
    """

    n_contexts: int = 2000
    window: int = 2
    min_count: int = 3
    dimension: int = 100


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
    if any(letter.isdigit() for letter in word):
        return NUMBER
    return "_".join(word.lower().split())


def learn_vectors(
    kind: VectorKind, texts: Mapping[str, Sentences], settings: VectorSettings, *, seed: int
) -> GenreVectors:
    """Return one vector per word per genre, or as controls one per word; tags are not used.

    `pooled` vectors are those of all genres' text taken together, in the same space; `random`
    ones are drawn: as many numbers, no knowledge.
    """
    counts = Counter(folded(word) for text in texts.values() for word in tokens(text))
    words = tuple(sorted(word for word, n in counts.items() if n >= settings.min_count))
    if kind == "random":
        drawn = np.random.default_rng(seed).standard_normal((len(words), settings.dimension))
        return GenreVectors(words, dict.fromkeys(texts, unit_rows(drawn.astype(np.float32))))
    frequent = sorted(words, key=lambda word: (-counts[word], word))[: settings.n_contexts]
    shape = ContextShape(settings.window, settings.window)
    contexts = [START, END, *frequent]
    counted = [
        count_contexts(_as_corpus(genre, text), words, contexts, shape=shape)
        for genre, text in texts.items()
    ]
    space = learn_space(counted, dimension=settings.dimension, random_state=seed)
    # The same mean is taken from all vectors, so that genres stay comparable.
    mean = space.pooled.mean(axis=0)
    if kind == "pooled":
        return GenreVectors(words, dict.fromkeys(texts, unit_rows(space.pooled - mean)))
    vectors = [unit_rows(of_genre - mean) for of_genre in space.vectors]
    return GenreVectors(words, dict(zip(texts, vectors, strict=True)))


def _as_corpus(genre: str, text: Sentences) -> Corpus:
    """Return the sentences of a genre as a corpus, their ends marked, documents kept together."""
    documents = [
        "\n".join(" ".join([START, *map(folded, each.words), END]) for each in sentences)
        for _, sentences in groupby(text, key=lambda sentence: sentence.document)
    ]
    settings = TextSettings(analyzer=split_lines, stop_words=frozenset(), bigrams=False)
    return Corpus.from_texts(documents, name=genre, text_settings=settings)


def split_lines(text: str) -> list[list[str]]:
    r"""Return the words of each line.

    >>> split_lines("the cat\nsat")
    [['the', 'cat'], ['sat']]
    """
    return [line.split() for line in text.split("\n")]
