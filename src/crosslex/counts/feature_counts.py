"""How often features occur in a domain, and in how many documents."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

import numpy as np

from crosslex.arrays import Int64s
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.kernels import add_presence
from crosslex.counts.stream import FeatureIndex, feature_blocks
from crosslex.errors import InputError


@dataclass(frozen=True, eq=False)
class FeatureCounts:
    """The occurrences of each feature in one domain, or in a shard of one, and its documents.

    Counts of shards over the same features add up to the counts of the whole. Features are
    words, and bigrams with a space.
    """

    domain: str
    features: tuple[str, ...]
    occurrences: Int64s
    documents: Int64s

    def __add__(self, other: Self) -> Self:
        """Return the counts of two shards of one domain taken together."""
        if (self.domain, self.features) != (other.domain, other.features):
            raise InputError("counts of different domains or features cannot be added")
        return replace(
            self,
            occurrences=self.occurrences + other.occurrences,
            documents=self.documents + other.documents,
        )

    def select(self, chosen: Sequence[int]) -> Self:
        """Return the counts of some of the features, by their numbers, in that order."""
        return replace(
            self,
            features=tuple(self.features[number] for number in chosen),
            occurrences=self.occurrences[chosen],
            documents=self.documents[chosen],
        )


def count_features(corpus: AnyCorpus, features: Sequence[str]) -> FeatureCounts:
    """Return the counts of the given features.

    >>> corpus = Corpus.from_texts(["a good plot, a good cast", "dull"], name="films")
    >>> counts = count_features(corpus, ["good", "dull"])
    >>> counts.occurrences, counts.documents
    (array([2, 1]), array([1, 1]))
    """
    counted = corpus.aggregate(partial(_count_shard, index=FeatureIndex(features)))
    return replace(counted, features=tuple(features))


def _count_shard(corpus: Corpus, index: FeatureIndex) -> FeatureCounts:
    """Return counts without the features' names, which would travel with every shard's."""
    size = len(index)
    occurrences, documents = np.zeros(size, np.int64), np.zeros(size, np.int64)
    last = np.full(size, -1, np.int64)
    seen = 0
    for block in feature_blocks(corpus, index):
        for numbers in block.features:
            occurrences += np.bincount(numbers[numbers >= 0], minlength=size)
        bounds = block.document_bounds
        every = np.ones(len(bounds) - 1, bool)
        add_presence(block.features, bounds, every, last, seen, documents)
        seen += len(every)
    return FeatureCounts(corpus.name, (), occurrences, documents)
