"""How often features occur in a domain: in all, in sentences, in documents, by class."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import UNLABELED, Label
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.feature_counts import FeatureCounts
from crosslex.counts.kernels import add_presence
from crosslex.counts.stream import FeatureBlock, FeatureIndex, feature_blocks
from crosslex.errors import InputError
from crosslex.text.analysis import analyze


@dataclass(frozen=True, eq=False)
class DomainCounts(FeatureCounts):
    """How often each feature occurs in one domain, or in a shard of one.

    Counts of shards over the same features add up exactly to the counts of the whole. Features
    are words, and bigrams with a space; each has its occurrences and the sentences and documents
    that hold it. Named sentences hold the domain's name word. `class_documents` is classes ×
    features: the labeled documents of a class that hold a feature.
    """

    sentences: NDArray[np.int64]
    named_sentences: NDArray[np.int64]
    n_sentences: int
    n_documents: int
    n_named_sentences: int
    classes: tuple[Label, ...]
    class_documents: NDArray[np.int64]
    n_class_documents: NDArray[np.int64]

    def __add__(self, other: Self) -> Self:
        """Return the counts of two shards of one domain taken together."""
        if (self.domain, self.features) != (other.domain, other.features):
            raise InputError("counts of different domains or features cannot be added")
        kinds = {type(label) for label in (*self.classes, *other.classes)}
        if len(kinds) > 1:
            raise InputError("counts with numbers and with words for classes cannot be added")
        # A shard need not hold every class.
        classes = tuple(sorted({*self.classes, *other.classes}))
        summed: dict[str, Any] = {
            name: getattr(self, name) + getattr(other, name) for name in _SUMMED
        }
        for name in ("class_documents", "n_class_documents"):
            own, others = getattr(self, name), getattr(other, name)
            summed[name] = _by_class(self.classes, own, classes)
            summed[name] += _by_class(other.classes, others, classes)
        return replace(self, classes=classes, **summed)

    def select(self, chosen: Sequence[int]) -> Self:
        """Return the counts of some of the features, by their numbers, in that order."""
        counts = {name: getattr(self, name)[chosen] for name in _PER_FEATURE}
        return replace(
            self,
            features=tuple(self.features[number] for number in chosen),
            class_documents=self.class_documents[:, chosen],
            **counts,
        )


_PER_FEATURE = ("occurrences", "sentences", "documents", "named_sentences")
_SUMMED = (*_PER_FEATURE, "n_sentences", "n_documents", "n_named_sentences")


def _by_class(
    own: tuple[Label, ...], counts: NDArray[np.int64], classes: tuple[Label, ...]
) -> NDArray[np.int64]:
    """Return the rows of some classes at their places among more classes."""
    rows = np.zeros((len(classes), *counts.shape[1:]), np.int64)
    rows[[classes.index(label) for label in own]] = counts
    return rows


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
