"""Profiles: a word in a period, described by its cosines to the same frequent words in each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from crosslex.arrays import Float32s, Float64s
from crosslex.counts.vocabulary import Vocabulary
from crosslex.text.tokens import is_content_word
from crosslex.vectors import DomainVectors, sum_by_uses, unit_rows

MAX_ANCHORS = 1000
MAX_CORRELATION = 0.999
"""Where Fisher's transform ends: at 1 it has no value."""


@dataclass(frozen=True, eq=False)
class Anchors:
    """Frequent words that others are compared with: one unit vector per word, over all periods.

    The vectors are the same in all periods: a period's own would share its noise, and two halves
    of one period would seem more alike than halves of two periods that differ in nothing.
    """

    words: tuple[str, ...]
    vectors: Float32s

    @classmethod
    def of(cls, vocabulary: Vocabulary, vectors: Mapping[str, DomainVectors]) -> "Anchors":
        """Return the most frequent words, each with the mean of its vectors by uses."""
        order = np.argsort(-vocabulary.counts.sum(axis=0), kind="stable")
        ranked = (vocabulary.features[number] for number in order)
        words = list(islice(filter(is_ranked, ranked), MAX_ANCHORS))
        uses = vocabulary.counts[:, [vocabulary.number[word] for word in words]]
        total = sum_by_uses([vectors[domain] for domain in vocabulary.domains], words, uses)
        return cls(tuple(words), unit_rows(total).astype(np.float32))

    def profiles(self, vectors: Float32s, words: Sequence[str]) -> Float32s:
        """Return the words' centered cosines to all anchors but the word itself, of unit length.

        Vectors may lack the last dimensions. The dot product of two profiles is the correlation
        of the cosines.
        """
        place = {word: number for number, word in enumerate(self.words)}
        found = unit_rows(vectors) @ self.vectors[:, : vectors.shape[1]].T
        own = [(row, place[word]) for row, word in enumerate(words) if word in place]
        rows, columns = np.array(own, np.intp).reshape(-1, 2).T
        found[rows, columns] = 0
        others = np.full(len(found), found.shape[1])
        others[rows] -= 1
        found -= (found.sum(axis=1) / np.maximum(others, 1))[:, None]
        found[rows, columns] = 0
        return unit_rows(found)


def is_ranked(feature: str) -> bool:
    """Return whether a feature is a single word of letters, which alone are ranked by change."""
    return " " not in feature and is_content_word(feature)


def fisher(correlations: Float64s) -> Float64s:
    """Return Fisher's transform of correlations: their errors are about normal.

    >>> fisher(np.array([0.0, 0.5])).round(2).tolist()
    [0.0, 0.55]
    """
    return np.asarray(np.arctanh(np.clip(correlations, -MAX_CORRELATION, MAX_CORRELATION)))
