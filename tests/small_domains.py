"""Texts of a few words that all domains share and a few of their own, and vectors by hand."""

import numpy as np

from crosslex import Corpus, DomainVectors

SHARED = ["good", "bad", "cheap", "strong", "nice", "old"]
OWN = {
    "films": ["plot", "actor", "scene"],
    "tools": ["hammer", "drill", "nail"],
    "food": ["soup", "bread", "salt"],
}


def texts_of(name: str, *, seed: int = 0) -> list[str]:
    rng = np.random.default_rng([seed, *map(ord, name)])
    words = SHARED + OWN[name]
    return [
        f"The {' '.join(rng.choice(words, 5))}. A {' '.join(rng.choice(words, 4))}."
        for _ in range(40)
    ]


def corpus_of(name: str, *, seed: int = 0, called: str | None = None, **options) -> Corpus:
    return Corpus.from_texts(texts_of(name, seed=seed), name=called or name, **options)


def vectors_of(name: str, counts: list[int] | None = None, **vectors: list[float]) -> DomainVectors:
    """Vectors by their words, in which an underscore stands for a space."""
    words = tuple(word.replace("_", " ") for word in vectors)
    rows = np.array(list(vectors.values()), np.float32)
    return DomainVectors(name, words, rows, None if counts is None else np.array(counts))


BOOKS = vectors_of("books", novel=[1, 0], story=[3, 4], well_written=[0, 2], nothing=[0, 0])
KITCHEN = vectors_of("kitchen", knife=[0, 1], novel=[4, 3], sharp=[-1, -1])
