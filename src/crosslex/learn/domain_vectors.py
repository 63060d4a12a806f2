"""Vectors to look words up in, from the vectors as they were learned."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from crosslex.learn.all_but_the_top import CommonDirections
from crosslex.learn.learned import LearnedVectors
from crosslex.pivots.vocabulary import Vocabulary
from crosslex.text.settings import TextSettings
from crosslex.vectors import DomainVectors


def domain_vectors(
    vocabulary: Vocabulary,
    learned: LearnedVectors,
    common: CommonDirections | None,
    text_settings: TextSettings,
) -> dict[str, DomainVectors]:
    """Return the vectors of each domain, by its name, without what they have in common."""
    vectors = {}
    for place, domain in enumerate(learned.domains):
        words, matrix = learned.words[place], learned.word_vectors[place]
        if common is not None:
            matrix = common.remove(matrix)
        if not vocabulary.pivots_are_words:
            words = (*learned.pivots, *words)
            matrix = np.vstack([learned.pivot_vectors[place], matrix])
        counts = counts_of(words, vocabulary, place)
        vectors[domain] = DomainVectors(domain, words, matrix, counts, text_settings)
    return vectors


def counts_of(words: Sequence[str], vocabulary: Vocabulary, place: int) -> NDArray[np.int64]:
    """Return how often words occur in a domain."""
    counts: NDArray[np.int64] = vocabulary.counts[place]
    return counts[[vocabulary.number[word] for word in words]]
