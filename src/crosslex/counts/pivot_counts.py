"""Counts that pivots are chosen by: of sentences, documents and classes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Int64s
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import UNLABELED, Label
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.features import FeatureCounts, count_frequent
from crosslex.counts.kernels import add_presence
from crosslex.counts.stream import FeatureBlock, FeatureIndex, feature_blocks
from crosslex.errors import InputError
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
    classes, class_documents, n_class_documents
        The classes, classes × features: the labeled documents of the class that contain the
        feature, and how many labeled documents each class has.
    """

    sentences: Int64s
    named_sentences: Int64s
    n_sentences: int
    n_documents: int
    n_named_sentences: int
    classes: tuple[Label, ...]
    class_documents: Int64s
    n_class_documents: Int64s

    def __add__(self, other: Self) -> Self:
        """Return the counts of two shards of one domain taken together."""
        summed = super().__add__(other)
        if len({type(label) for label in (*self.classes, *other.classes)}) > 1:
            raise InputError("counts with numbers and with words for classes cannot be added")
        # A shard need not hold every class.
        classes = tuple(sorted({*self.classes, *other.classes}))
        more: dict[str, Any] = {
            name: getattr(self, name) + getattr(other, name)
            for name in (
                *("sentences", "named_sentences"),
                *("n_sentences", "n_documents", "n_named_sentences"),
            )
        }
        for name in ("class_documents", "n_class_documents"):
            more[name] = _by_class(self.classes, getattr(self, name), classes)
            more[name] += _by_class(other.classes, getattr(other, name), classes)
        return replace(summed, classes=classes, **more)

    def select(self, chosen: Sequence[int]) -> Self:
        """Return the counts of some of the features, by their numbers, in that order."""
        return replace(
            super().select(chosen),
            sentences=self.sentences[chosen],
            named_sentences=self.named_sentences[chosen],
            class_documents=self.class_documents[:, chosen],
        )


def count_pivots(
    corpora: Sequence[AnyCorpus], *, min_count: int = 1, min_documents: int = 1
) -> tuple[PivotCounts, ...]:
    """Return the counts of each domain, all over the same features, the most frequent first.

    `min_count` and `min_documents` are how often a feature must occur, and in how many documents,
    over all domains together.

    >>> films = Corpus.from_texts(["a good plot", "good music"], name="films")
    >>> tools = Corpus.from_texts(["a good saw"], name="tools")
    >>> count_pivots([films, tools], min_count=2)[0].features
    ('good',)
    """
    return count_frequent(
        corpora, count_for_pivots, min_count=min_count, min_documents=min_documents
    )


def count_for_pivots(corpus: AnyCorpus, features: Sequence[str]) -> PivotCounts:
    """Return the counts of the given features that pivots are scored by."""
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
) -> PivotCounts:
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
        named_sentences.add(block, block.sentence_offsets, _containing(block, name_features))
        documents.add(block, block.document_bounds)
        stop = block.first_document + len(block.document_offsets) - 1
        labels = corpus.labels[block.first_document : stop]
        for code, presence in enumerate(by_class):
            presence.add(block, block.document_bounds, labels == code)
    labeled = corpus.labels[corpus.labels != UNLABELED]
    return PivotCounts(
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
        offsets: Int64s,
        chosen: NDArray[np.bool_] | None = None,
    ) -> None:
        if chosen is None:
            chosen = np.ones(len(offsets) - 1, bool)
        add_presence(block.features, offsets, chosen, self._last, self._seen, self.total)
        self._seen += len(offsets) - 1
        self.units += int(chosen.sum())


def _containing(block: FeatureBlock, features: Sequence[int]) -> NDArray[np.bool_]:
    """Return which sentences contain one of the features as a word."""
    lengths = np.diff(block.sentence_offsets)
    sentence = np.repeat(np.arange(len(lengths)), lengths)
    containing = np.zeros(len(lengths), bool)
    containing[sentence[np.isin(block.unigrams, features)]] = True
    return containing


def _by_class(own: tuple[Label, ...], counts: Int64s, classes: tuple[Label, ...]) -> Int64s:
    """Return the rows of some classes at their places among more classes."""
    rows = np.zeros((len(classes), *counts.shape[1:]), np.int64)
    rows[[classes.index(label) for label in own]] = counts
    return rows
