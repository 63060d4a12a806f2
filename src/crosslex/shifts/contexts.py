"""Contexts of words: one vector per word and document that uses it, blind to domains."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from scipy.sparse import csc_array

from crosslex.arrays import Float32s, Float64s, Int32s, Int64s
from crosslex.counts.samples import SentenceSample
from crosslex.counts.vocabulary import Vocabulary
from crosslex.shifts.common_direction import without_common_direction
from crosslex.shifts.kernels import add_contexts, count_uses
from crosslex.vectors import DomainVectors, unit_rows

Floats = TypeVar("Floats", Float32s, Float64s)

DIMENSION = 50
"""Of a context word's vector: the strongest directions of the model's space."""
FEWER = 25
"""Of single occurrences: their contexts are short, and further directions mostly noise."""
RARE = 1e-3
"""A context word with this share of all words counts half as much as a very rare one (Arora,
Liang and Ma, 2017)."""


@dataclass(frozen=True, eq=False)
class ContextVectors:
    """Vectors of the words that may stand around a word, longer where they are rarer.

    `vector_of` is the row of each feature's vector, -1 where it has none; `weights` say how much
    a word counts at each distance, from 0 on.
    """

    vectors: Float32s
    vector_of: Int32s
    weights: Float32s


@dataclass(frozen=True, eq=False)
class Uses:
    """The uses of words in one domain; all that one document has of a word is one use.

    A use's vector is what stands around the word in a document, in two ways, each of unit
    length: what stands before it next to what stands after it, and both added up.
    `occurrences` is the sum of the vectors of unit length of all times that the document has the
    word, and in the last column how often that is. `starts` say where each word's uses begin,
    one more than there are words; `documents` is each use's document, by its number in the
    corpus.
    """

    vectors: Float32s
    occurrences: Float32s
    starts: Int64s
    documents: Int64s

    @property
    def sizes(self) -> Int64s:
        """How many documents use each word."""
        return np.diff(self.starts)

    def of(self, word: int) -> Float32s:
        """Return the uses of one word."""
        return self.vectors[self.starts[word] : self.starts[word + 1]]

    def means(self) -> Float64s:
        """Return each word's mean use; every document has the same say."""
        return next(self.means_without(np.arange(len(self.sizes)), groups=1))[0]

    def occurrence_means(self) -> Float64s:
        """Return each word's mean occurrence; every occurrence has the same say."""
        return next(self.occurrence_means_without(np.arange(len(self.sizes)), groups=1))

    def means_without(self, words: Int64s, *, groups: int) -> Iterator[tuple[Float64s, Int64s]]:
        """Yield the words' mean uses, and how many, with one group of documents left out at a time.

        Of ten groups the third has the third of every ten documents of each word. Where a
        group has all of them, none is left out.
        """
        return self._without(self.vectors, words, groups)

    def occurrence_means_without(self, words: Int64s, *, groups: int) -> Iterator[Float64s]:
        """Yield the words' mean occurrences with one group of documents left out at a time."""
        for means, _ in self._without(self.occurrences, words, groups):
            yield means[:, :-1] / np.maximum(means[:, -1:], 1e-12)

    def _without(
        self, rows: Float32s, words: Int64s, groups: int
    ) -> Iterator[tuple[Float64s, Int64s]]:
        group = (np.arange(len(rows)) - np.repeat(self.starts[:-1], self.sizes)) % groups
        sums, sizes = self.sums(rows, words, group, groups)
        total, size = sums.sum(axis=1, dtype=np.float64), sizes.sum(axis=1)
        for place in range(groups):
            left = size - sizes[:, place]
            kept = np.where((left > 0)[:, None], total - sums[:, place], total)
            left = np.where(left > 0, left, np.maximum(size, 1))
            yield kept / left[:, None], left

    def sums(
        self, rows: Float32s, words: Int64s, group: Int64s, groups: int
    ) -> tuple[Float32s, Int64s]:
        """Return sums of the words' rows in each group, and how many: words × groups.

        There is one row per use of any word; `group` is that of each.
        """
        row = np.full(len(self.sizes), -1, np.int64)
        row[words] = np.arange(len(words))
        of_use = np.repeat(row, self.sizes)
        chosen = of_use >= 0
        cells = (of_use * groups + group)[chosen]
        sizes = np.bincount(cells, minlength=len(words) * groups).reshape(len(words), groups)
        held = csc_array(
            (np.ones(len(cells), np.float32), cells, np.concatenate([[0], np.cumsum(chosen)])),
            (sizes.size, len(of_use)),
        )
        return (held @ rows).reshape(len(words), groups, -1), sizes


def context_vectors(
    vocabulary: Vocabulary,
    vectors: Mapping[str, DomainVectors],
    *,
    window: int,
    keep_common: bool = True,
) -> ContextVectors:
    """Return one vector per context word: the mean of its vectors in all domains.

    The same for all domains, because vectors of each domain's own would carry the labels, and a
    test that permutes the labels would find differences where there are none. A context word k
    positions away counts 1/k. `keep_common` says whether the vectors keep what all of them have
    in common.
    """
    single = np.flatnonzero([" " not in feature for feature in vocabulary.features])
    numbers = numbering(single, len(vocabulary.features))
    size = min(DIMENSION, *(each.vectors.shape[1] for each in vectors.values()))
    total = np.zeros((len(single), size), np.float64)
    for place, domain in enumerate(vocabulary.domains):
        known = vectors[domain]
        features = np.array([vocabulary.number.get(word, -1) for word in known.words], np.int64)
        rows = np.where(features >= 0, numbers[features], -1)
        counts = vocabulary.counts[place, features[rows >= 0]]
        total[rows[rows >= 0]] += counts[:, None] * unit_rows(known.vectors[rows >= 0, :size])
    counts = vocabulary.counts.sum(axis=0)[single]
    shares = counts / max(1, int(counts.sum()))
    directions = unit_rows(total)
    if not keep_common:
        directions = without_common_direction(directions, shares)
    weighted = directions * (RARE / (RARE + shares))[:, None]
    weights = np.concatenate([[0], 1 / np.arange(1, window + 1)]).astype(np.float32)
    return ContextVectors(weighted.astype(np.float32), numbers, weights)


def count_documents(sample: SentenceSample, tested: Int64s, n_features: int) -> Int64s:
    """Return how many documents of a domain use each tested word."""
    sizes = np.zeros(len(tested), np.int64)
    count_uses(*_text(sample), numbering(tested, n_features), sizes)
    return sizes


def collect_uses(
    sample: SentenceSample,
    tested: Int64s,
    n_features: int,
    contexts: ContextVectors,
    *,
    fewer: int = FEWER,
) -> Uses:
    """Return what stands around each tested word in each document of a domain.

    Single occurrences have `fewer` dimensions.
    """
    sizes = count_documents(sample, tested, n_features)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    documents = np.zeros(starts[-1], np.int64)
    dimension = contexts.vectors.shape[1]
    total = np.zeros((starts[-1], 2 * dimension), np.float32)
    occurrences = np.zeros((starts[-1], min(fewer, dimension) + 1), np.float32)
    add_contexts(
        *_text(sample),
        numbering(tested, n_features),
        starts,
        contexts.vectors,
        contexts.vector_of,
        contexts.weights,
        documents,
        total,
        occurrences,
    )
    return Uses(use_vectors(total), occurrences, starts, documents)


def use_vectors(total: Float32s) -> Float32s:
    """Return vectors of uses from the sums of what stands before and what stands after the word.

    >>> use_vectors(np.array([[3.0, 0.0, 0.0, 4.0]], np.float32)).round(2).tolist()
    [[0.6..., 0.0, 0.0, 0.8..., 0.6..., 0.8...]]
    """
    half = total.shape[1] // 2
    return np.hstack([unit_rows(total), unit_rows(total[:, :half] + total[:, half:])])


def both_sides(vectors: Floats) -> Floats:
    """Return the part of uses' vectors that has before and after added up."""
    return vectors[..., 2 * (vectors.shape[-1] // 3) :]


def numbering(chosen: Int64s, size: int) -> Int32s:
    """Return the place of each number below `size` among the chosen ones, -1 where it is not."""
    numbers = np.full(size, -1, np.int32)
    numbers[chosen] = np.arange(len(chosen), dtype=np.int32)
    return numbers


def _text(sample: SentenceSample) -> tuple[Int32s, Int32s, Int64s, Int64s]:
    return sample.unigrams, sample.bigrams, sample.sentence_offsets, sample.documents
