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
from crosslex.counts.features import FeatureCounts, count_domains, units_holding
from crosslex.counts.stream import FeatureIndex, feature_blocks
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
    found = count_domains(corpora, min_count=min_count, min_documents=min_documents)
    return tuple(count_for_pivots(corpus, found[0].features) for corpus in corpora)


def count_for_pivots(corpus: AnyCorpus, features: Sequence[str]) -> PivotCounts:
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
    class_documents = np.zeros((len(corpus.classes), size), np.int64)
    n_named_sentences = 0
    for block in feature_blocks(corpus, followed):
        by_sentence = block.table(block.sentence_offsets, size)
        by_document = block.table(block.document_bounds, size)
        named = by_sentence[by_sentence[:, name_features].sum(axis=1) > 0]
        n_named_sentences += named.shape[0]
        occurrences += by_sentence.sum(axis=0)
        sentences += units_holding(by_sentence)
        named_sentences += units_holding(named)
        documents += units_holding(by_document)
        labels = corpus.labels[block.first_document :][: by_document.shape[0]]
        for code, total in enumerate(class_documents):
            total += units_holding(by_document[labels == code])
    labeled = corpus.labels[corpus.labels != UNLABELED]
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
        classes=corpus.classes,
        class_documents=class_documents[:, :n_asked],
        n_class_documents=np.bincount(labeled, minlength=len(corpus.classes)),
    )


def _by_class(own: tuple[Label, ...], counts: Int64s, classes: tuple[Label, ...]) -> Int64s:
    """Return the rows of some classes at their places among more classes."""
    rows = np.zeros((len(classes), *counts.shape[1:]), np.int64)
    rows[[classes.index(label) for label in own]] = counts
    return rows
