"""A sample of the sentences of a domain, as features."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np

from crosslex.arrays import Bools, Int32s, Int64s
from crosslex.checks import check_whole
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.kernels import Features, choose_sentences
from crosslex.counts.stream import FeatureIndex, feature_blocks, unit_of_position

MAX_DOCUMENTS = 3000
"""Documents per feature that a sample may hold."""
MAX_USES = 2**23
"""Uses of features that a sample may hold, at some 30 bytes each. More than 100 MB of text has more
uses."""


@dataclass(frozen=True, eq=False)
class SentenceSample:
    """A sample of the sentences of one domain, as features.

    The features of words and bigrams at each position, and the sentence offsets, are as in a
    `FeatureBlock`; `documents` has the number in the corpus of each sentence's document.
    """

    domain: str
    unigrams: Int32s
    bigrams: Int32s
    sentence_offsets: Int64s
    documents: Int64s

    def select(self, sentences: Bools) -> "SentenceSample":
        """Return some of the sentences."""
        if sentences.all():
            return self
        lengths = np.diff(self.sentence_offsets)
        positions = np.repeat(sentences, lengths)
        return SentenceSample(
            self.domain,
            self.unigrams[positions],
            self.bigrams[positions],
            np.concatenate([[0], np.cumsum(lengths[sentences])]),
            self.documents[sentences],
        )

    def without_repeats(self) -> "SentenceSample":
        """Return a sample without documents that repeat an earlier one, as far as features tell.

        Retweets and form letters would count as evidence many times over.
        """
        first = np.flatnonzero(np.diff(self.documents, prepend=-1))
        bounds = [*self.sentence_offsets[first], self.sentence_offsets[-1]]
        texts = [self.unigrams[start:stop].tobytes() for start, stop in pairwise(bounds)]
        earliest = {text: document for document, text in reversed(list(enumerate(texts)))}
        is_new = np.zeros(len(texts), bool)
        is_new[list(earliest.values())] = True
        return self.select(np.repeat(is_new, np.diff(first, append=len(self.documents))))

    def count_occurrences(self, n_features: int) -> Int64s:
        """Return how often each feature occurs."""
        found = np.concatenate([self.unigrams, self.bigrams])
        return np.bincount(found[found >= 0], minlength=n_features)

    def count_documents(self, features: Int64s, n_features: int) -> Int64s:
        """Return how many documents use each of some features, of as many as there are."""
        place = np.full(n_features + 1, -1, np.int64)
        place[features] = np.arange(len(features))
        documents = np.repeat(self.documents, np.diff(self.sentence_offsets))
        pairs = []
        for held in (self.unigrams, self.bigrams):
            # The last place is that of -1, which is no feature.
            chosen = np.flatnonzero(place[held] >= 0)
            pairs.append(place[held[chosen]] + len(features) * documents[chosen])
        once = np.unique(np.concatenate(pairs))
        return np.bincount(once % max(len(features), 1), minlength=len(features))

    @property
    def n_features(self) -> int:
        """One more than the largest number of a feature."""
        return 1 + max(int(self.unigrams.max(initial=-1)), int(self.bigrams.max(initial=-1)))


class _Choice:
    """Chooses the sentences of the first documents of each feature, sample after sample.

    `last_document` is the last one chosen for each feature so far, -1 where there is none.
    """

    def __init__(self, n_features: int, max_documents: int) -> None:
        self._max_documents = max_documents
        self.last_document = np.full(n_features, -1, np.int64)
        self._taken = np.zeros(n_features, np.int64)

    def of(self, sample: SentenceSample) -> SentenceSample:
        chosen = np.zeros(len(sample.documents), bool)
        choose_sentences(
            Features(sample.unigrams, sample.bigrams),
            sample.sentence_offsets,
            sample.documents,
            self._max_documents,
            self.last_document,
            self._taken,
            chosen,
        )
        return sample.select(chosen)


def sample_sentences(
    corpus: AnyCorpus, features: Sequence[str], *, max_documents: int = MAX_DOCUMENTS
) -> SentenceSample:
    """Return the sentences that contain a feature, from the first `max_documents` documents.

    Sentences are kept whole, so that contexts of any width can be taken from the sample. Its size
    is bounded by the number of features, not by the amount of text; see `sample_limit`.

    >>> corpus = Corpus.from_texts(["Dull. A dull plot.", "A plot."], name="films")
    >>> sample_sentences(corpus, ["dull", "plot"], max_documents=1).sentence_offsets
    array([0, 1, 3])
    """
    check_whole("max_documents", max_documents, least=0)
    sample = partial(_sample_shard, features=FeatureIndex(features), max_documents=max_documents)
    found: SentenceSample = corpus.aggregate(sample, partial(_merged, max_documents=max_documents))
    return found


def sample_limit(counts: Int64s) -> int:
    """Return the largest number of documents per feature for which a sample is small enough.

    If possible, rare features keep all of their documents.

    >>> sample_limit(np.array([7, 5000, 9_000_000]))
    3000
    >>> sample_limit(np.full(8192, 5000))
    1024
    """
    limit = MAX_DOCUMENTS
    while limit > 1 and np.minimum(counts, limit).sum() > MAX_USES:
        limit -= 1
    return limit


def _sample_shard(corpus: Corpus, features: FeatureIndex, max_documents: int) -> SentenceSample:
    choice = _Choice(len(features), max_documents)
    empty, start = np.empty(0, np.int32), np.zeros(1, np.int64)
    samples = [SentenceSample(corpus.name, empty, empty, start, np.empty(0, np.int64))]
    for block in feature_blocks(corpus, features):
        first = corpus.first_document + block.first_document
        documents = first + unit_of_position(block.document_offsets)
        whole = SentenceSample(
            corpus.name, block.unigrams, block.bigrams, block.sentence_offsets, documents
        )
        samples.append(choice.of(whole))
    return _joined(samples)


def _merged(one: SentenceSample, other: SentenceSample, max_documents: int) -> SentenceSample:
    """Return the sample of two shards, the first of which has the earlier documents."""
    choice = _Choice(max(one.n_features, other.n_features), max_documents)
    # Chosen before joining: two large samples and their sum would take too much memory.
    return _joined([choice.of(one), choice.of(other)])


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
