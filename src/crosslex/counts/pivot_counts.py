"""Counts that pivots are scored by: sentences and documents that contain each feature."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Int64s
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.features import FeatureCounts, units_holding
from crosslex.counts.stream import FeatureIndex, feature_blocks
from crosslex.text.analysis import analyze


@dataclass(frozen=True, eq=False)
class PivotCounts(FeatureCounts):
    """The counts of one domain, or of a shard of one, that pivot scores are computed from.

    Features are words, and bigrams with a space. Named sentences contain the domain's name word.
    Counts of shards over the same features add up exactly to the counts of the whole.

    Parameters
    ----------
    domain
        The domain's name.
    features
        The same for all domains, the most frequent first.
    occurrences, sentences, documents, named_sentences
        How often each feature occurs, and in how many sentences, documents, named sentences.
    n_sentences, n_documents, n_named_sentences
        How many of these the domain has.
    """

    sentences: Int64s
    named_sentences: Int64s
    n_sentences: int
    n_documents: int
    n_named_sentences: int

    def __add__(self, other: Self) -> Self:
        """Return the counts of two shards of one domain taken together."""
        return replace(
            super().__add__(other),
            sentences=self.sentences + other.sentences,
            named_sentences=self.named_sentences + other.named_sentences,
            n_sentences=self.n_sentences + other.n_sentences,
            n_documents=self.n_documents + other.n_documents,
            n_named_sentences=self.n_named_sentences + other.n_named_sentences,
        )


def count_sentences(corpus: AnyCorpus, features: Sequence[str]) -> PivotCounts:
    """Return the counts of the given features that pivots are scored by."""
    # The words of the domain's name are counted even if they are too rare to be features.
    name_words = {
        word for sentence in analyze(corpus.name, corpus.text_settings) for word in sentence
    }
    followed = [*features, *sorted(name_words - set(features))]
    name_features = np.flatnonzero([feature in name_words for feature in followed])
    count = partial(
        _count_followed,
        followed=FeatureIndex(followed),
        n_asked=len(features),
        name_features=name_features,
    )
    return replace(corpus.aggregate(count), features=tuple(features))


def _count_followed(
    corpus: Corpus, followed: FeatureIndex, n_asked: int, name_features: NDArray[np.intp]
) -> PivotCounts:
    """Return the counts of features without their names, which would travel with every shard's."""
    size = len(followed)
    occurrences, sentences, documents, named_sentences = np.zeros((4, size), np.int64)
    n_named_sentences = 0
    for block in feature_blocks(corpus, followed):
        by_sentence = block.table(block.sentence_offsets, size)
        named = by_sentence[by_sentence[:, name_features].sum(axis=1) > 0]
        n_named_sentences += named.shape[0]
        occurrences += by_sentence.sum(axis=0)
        sentences += units_holding(by_sentence)
        named_sentences += units_holding(named)
        documents += units_holding(block.table(block.document_bounds, size))
    return PivotCounts(
        domain=corpus.name,
        features=(),
        occurrences=occurrences[:n_asked],
        sentences=sentences[:n_asked],
        documents=documents[:n_asked],
        named_sentences=named_sentences[:n_asked],
        n_sentences=corpus.n_sentences,
        n_documents=len(corpus),
        n_named_sentences=n_named_sentences,
    )
