"""A sample of sentences in which words occur, saved with a model to test changes of meaning."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from crosslex.checks import check_whole
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.kernels import Features, choose_sentences
from crosslex.counts.stream import FeatureIndex, feature_blocks

MAX_DOCUMENTS = 3000
# Uses of features in documents that a sample may hold, at some 30 bytes each. Text of more than
# 100 MB per domain has more.
MOST_USES = 2**23


@dataclass(frozen=True, eq=False)
class SentenceSample:
    """Sentences of one domain as features, enough of them to see each feature at work.

    The features of words and bigrams at each position, and sentence offsets, are those of a
    `FeatureBlock`; `documents` is each sentence's, by its number in the corpus.
    """

    domain: str
    unigrams: NDArray[np.int32]
    bigrams: NDArray[np.int32]
    sentence_offsets: NDArray[np.int64]
    documents: NDArray[np.int64]

    def __add__(self, other: "SentenceSample") -> "SentenceSample":
        """Return the sentences of both, the documents of the second numbered after the first's."""
        n_documents = int(self.documents.max(initial=-1)) + 1
        return _joined([self, replace(other, documents=n_documents + other.documents)])

    def limited(self, max_documents: int = MAX_DOCUMENTS) -> "SentenceSample":
        """Return the sentences of the first `max_documents` documents of each feature.

        Samples of two shards, added and limited, are the sample of the whole.
        """
        return _Choice(self.n_features, max_documents).of(self)

    @property
    def n_features(self) -> int:
        """One more than the largest number of a feature."""
        return 1 + max(int(self.unigrams.max(initial=-1)), int(self.bigrams.max(initial=-1)))


class _Choice:
    """Chooses the sentences of the first documents of each feature, sample after sample."""

    def __init__(self, n_features: int, max_documents: int) -> None:
        self._max_documents = max_documents
        self._last_document = np.full(n_features, -1, np.int64)
        self._taken = np.zeros(n_features, np.int64)

    def of(self, sample: SentenceSample) -> SentenceSample:
        chosen = np.zeros(len(sample.documents), bool)
        choose_sentences(
            Features(sample.unigrams, sample.bigrams),
            sample.sentence_offsets,
            sample.documents,
            self._max_documents,
            self._last_document,
            self._taken,
            chosen,
        )
        lengths = np.diff(sample.sentence_offsets)
        positions = np.repeat(chosen, lengths)
        return SentenceSample(
            sample.domain,
            sample.unigrams[positions],
            sample.bigrams[positions],
            np.concatenate([[0], np.cumsum(lengths[chosen])]),
            sample.documents[chosen],
        )


def sample_sentences(
    corpus: AnyCorpus, features: Sequence[str], *, max_documents: int = MAX_DOCUMENTS
) -> SentenceSample:
    """Return the sentences that hold a feature, of each feature's first `max_documents` documents.

    A sentence is taken whole, so the sample serves any context up to the sentence, and its
    size is bounded by the number of features, not by the text; see `sample_limit`.

    >>> corpus = Corpus.from_texts(["Dull. A dull plot.", "A plot."], name="films")
    >>> sample_sentences(corpus, ["dull", "plot"], max_documents=1).sentence_offsets
    array([0, 1, 3])
    """
    check_whole("max_documents", max_documents, least=0)
    sample = partial(_sample_shard, features=FeatureIndex(features), max_documents=max_documents)
    found: SentenceSample = corpus.aggregate(sample, partial(_added, max_documents=max_documents))
    return found


def sample_limit(counts: NDArray[np.int64]) -> int:
    """Return how many documents of each feature a sample can hold, by how often each occurs.

    All of a rare feature's, if possible; the frequent ones have to do with fewer.

    >>> sample_limit(np.array([7, 5000, 9_000_000]))
    3000
    >>> sample_limit(np.full(8192, 5000))
    1024
    """
    limit = MAX_DOCUMENTS
    while limit > 1 and np.minimum(counts, limit).sum() > MOST_USES:
        limit -= 1
    return limit


def _sample_shard(corpus: Corpus, features: FeatureIndex, max_documents: int) -> SentenceSample:
    choice = _Choice(len(features), max_documents)
    empty, start = np.empty(0, np.int32), np.zeros(1, np.int64)
    samples = [SentenceSample(corpus.name, empty, empty, start, np.empty(0, np.int64))]
    for block in feature_blocks(corpus, features):
        per_document = np.diff(block.document_offsets)
        first = corpus.first_document + block.first_document
        documents = first + np.repeat(np.arange(len(per_document)), per_document)
        whole = SentenceSample(
            corpus.name, block.unigrams, block.bigrams, block.sentence_offsets, documents
        )
        samples.append(choice.of(whole))
    return _joined(samples)


def _added(one: SentenceSample, other: SentenceSample, max_documents: int) -> SentenceSample:
    """Return the sample of two shards; the first is a sample already, and stays as it is."""
    choice = _Choice(max(one.n_features, other.n_features), max_documents)
    choice.of(one)
    # Chosen before joining: two large samples and their sum would take too much memory.
    return _joined([one, choice.of(other)])


def _joined(samples: Sequence[SentenceSample]) -> SentenceSample:
    """Return the sentences of all samples, the documents numbered as they are."""
    lengths = np.concatenate([np.diff(sample.sentence_offsets) for sample in samples])
    return SentenceSample(
        samples[0].domain,
        np.concatenate([sample.unigrams for sample in samples]),
        np.concatenate([sample.bigrams for sample in samples]),
        np.concatenate([[0], np.cumsum(lengths)]),
        np.concatenate([sample.documents for sample in samples]),
    )
