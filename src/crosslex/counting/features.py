"""How often given features occur: in all, in sentences, in documents, by class."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from crosslex.corpus import UNLABELED, AnyCorpus, Corpus
from crosslex.counting.domain_counts import DomainCounts
from crosslex.counting.kernels import add_presence
from crosslex.counting.stream import FeatureBlock, FeatureIndex, feature_blocks
from crosslex.text import analyze


def count_features(corpus: AnyCorpus, features: Sequence[str]) -> DomainCounts:
    """Return the counts of the given features: occurrences, sentences, documents, labels."""
    # The words of the domain's name are counted even if they are too rare to be features.
    name_words = {
        word for sentence in analyze(corpus.name, corpus.text_settings) for word in sentence
    }
    followed = [*features, *sorted(name_words - set(features))]
    name_features = [index for index, feature in enumerate(followed) if feature in name_words]
    count = partial(
        _count_followed,
        followed=FeatureIndex(followed),
        n_asked=len(features),
        name_features=name_features,
    )
    return replace(corpus.aggregate(count), features=tuple(features))


def _count_followed(
    corpus: Corpus, followed: FeatureIndex, n_asked: int, name_features: Sequence[int]
) -> DomainCounts:
    """Return the counts of features without their names, which would travel with every shard's."""
    size = len(followed)
    asked = slice(n_asked)
    occurrences = np.zeros(size, np.int64)
    sentences, documents, named_sentences = (_Presence(size) for _ in range(3))
    by_class = [_Presence(size) for _ in corpus.classes]
    for block in feature_blocks(corpus, followed):
        for numbers in block.features:
            occurrences += np.bincount(numbers[numbers >= 0], minlength=size)
        sentences.add(block, block.sentence_offsets)
        named_sentences.add(block, block.sentence_offsets, _holding(block, name_features))
        documents.add(block, block.document_bounds)
        stop = block.first_document + len(block.document_offsets) - 1
        labels = corpus.labels[block.first_document : stop]
        for code, presence in enumerate(by_class):
            presence.add(block, block.document_bounds, labels == code)
    labeled = corpus.labels[corpus.labels != UNLABELED]
    return DomainCounts(
        domain=corpus.name,
        features=(),
        occurrences=occurrences[asked],
        sentences=sentences.total[asked],
        documents=documents.total[asked],
        named_sentences=named_sentences.total[asked],
        n_sentences=corpus.n_sentences,
        n_documents=len(corpus),
        n_named_sentences=named_sentences.units,
        classes=corpus.classes,
        class_documents=np.array(
            [presence.total[asked] for presence in by_class], np.int64
        ).reshape(len(by_class), n_asked),
        n_class_documents=np.bincount(labeled, minlength=len(corpus.classes)),
    )


class _Presence:
    """In how many sentences or documents each feature occurs, added up block by block."""

    def __init__(self, size: int) -> None:
        self.total = np.zeros(size, np.int64)
        self.units = 0
        self._last = np.full(size, -1, np.int64)
        self._seen = 0

    def add(
        self,
        block: FeatureBlock,
        offsets: NDArray[np.int64],
        chosen: NDArray[np.bool_] | None = None,
    ) -> None:
        if chosen is None:
            chosen = np.ones(len(offsets) - 1, bool)
        add_presence(block.features, offsets, chosen, self._last, self._seen, self.total)
        self._seen += len(offsets) - 1
        self.units += int(chosen.sum())


def _holding(block: FeatureBlock, features: Sequence[int]) -> NDArray[np.bool_]:
    """Return which sentences hold one of the features as a word."""
    lengths = np.diff(block.sentence_offsets)
    sentence = np.repeat(np.arange(len(lengths)), lengths)
    holding = np.zeros(len(lengths), bool)
    holding[sentence[np.isin(block.unigrams, features)]] = True
    return holding
