"""One pass over a domain: context counts, a sample of its sentences, its texts and all uses."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain, pairwise

import numpy as np

from crosslex.arrays import Bools, Int32s, Int64s, offsets_of
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.kept_texts import KeptTexts, TextArrays, TextsBuilder
from crosslex.corpus.sharded import AnyCorpus, keep_parts
from crosslex.counts.contexts import (
    ContextCounts,
    ContextShape,
    ShardCounts,
    add_shards,
    count_shard,
)
from crosslex.counts.kernels import Features, choose_sentences, order_uses
from crosslex.counts.stream import (
    FeatureBlock,
    FeatureIndex,
    document_ranges,
    feature_blocks,
    unit_of_position,
)
from crosslex.progress import progress

MAX_DOCUMENTS = 3000
"""Documents per feature that a sample may hold."""
MAX_USES = 2**23
"""Uses of features that a sample may hold, at some 30 bytes each. More than 100 MB of text has more
uses."""
PIECE_TOKENS = 2**22
"""Tokens whose uses are in memory at a time: each takes about 25 bytes until they are sorted."""

Piece = tuple[ShardCounts, "SentenceSample"]
"""The counts and the sample of a piece of text."""


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
        # A mask of positions takes an eighth of the memory of their numbers.
        return self._take(sentences, np.repeat(sentences, lengths), lengths[sentences])

    def with_feature(self, feature: int) -> "SentenceSample":
        """Return the sentences with a feature; much quicker than `select` where they are few."""
        places = np.flatnonzero((self.unigrams == feature) | (self.bigrams == feature))
        numbers = np.unique(np.searchsorted(self.sentence_offsets, places, side="right") - 1)
        starts = self.sentence_offsets[numbers]
        lengths = self.sentence_offsets[numbers + 1] - starts
        offsets = offsets_of(lengths)
        positions = np.repeat(starts - offsets[:-1], lengths) + np.arange(offsets[-1])
        return self._take(numbers, positions, lengths)

    def _take(
        self, sentences: Bools | Int64s, positions: Bools | Int64s, lengths: Int64s
    ) -> "SentenceSample":
        """Return the sentences at some positions, by masks or numbers."""
        return SentenceSample(
            self.domain,
            self.unigrams[positions],
            self.bigrams[positions],
            offsets_of(lengths),
            self.documents[sentences],
        )

    def without_repeats(self) -> "SentenceSample":
        """Return a sample in which documents with the same features count once.

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
        pairs = []
        for held in (self.unigrams, self.bigrams):
            # The last place is that of -1, which is no feature.
            chosen = np.flatnonzero(place[held] >= 0)
            sentence = np.searchsorted(self.sentence_offsets, chosen, side="right") - 1
            pairs.append(place[held[chosen]] + len(features) * self.documents[sentence])
        once = np.unique(np.concatenate(pairs))
        return np.bincount(once % max(len(features), 1), minlength=len(features))


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


def sample_sentences(
    corpus: AnyCorpus,
    features: Sequence[str] | FeatureIndex,
    *,
    max_documents: int = MAX_DOCUMENTS,
) -> SentenceSample:
    """Return the sentences that contain a feature, from the first `max_documents` documents.

    Sentences are kept whole, so that contexts of any width can be taken from the sample. Its size
    is bounded by the number of features, not by the amount of text; see `sample_limit`.

    >>> corpus = Corpus.from_texts(["Dull. A dull plot.", "A plot."], name="films")
    >>> sample_sentences(corpus, ["dull", "plot"], max_documents=1).sentence_offsets
    array([0, 1, 3])
    """
    index = features if isinstance(features, FeatureIndex) else FeatureIndex(features)
    size = len(index)

    def sample(shard: Corpus) -> SentenceSample:
        return _sampled(shard, feature_blocks(shard, index), size, max_documents)

    found: SentenceSample = corpus.aggregate(
        sample, lambda one, other: _chosen([one, other], size, max_documents)
    )
    return found


def _sampled(
    corpus: Corpus, blocks: Iterable[FeatureBlock], n_features: int, max_documents: int
) -> SentenceSample:
    empty, start = np.empty(0, np.int32), np.zeros(1, np.int64)
    nothing = SentenceSample(corpus.name, empty, empty, start, np.empty(0, np.int64))
    first = corpus.first_document
    whole = (
        SentenceSample(
            corpus.name,
            block.unigrams,
            block.bigrams,
            block.sentence_offsets,
            first + block.first_document + unit_of_position(block.document_offsets),
        )
        for block in blocks
    )
    return _chosen(chain([nothing], whole), n_features, max_documents)


def _chosen(
    samples: Iterable[SentenceSample], n_features: int, max_documents: int
) -> SentenceSample:
    """Return the sentences of the first documents of each feature, sample after sample."""
    last_document, taken = np.full(n_features, -1, np.int64), np.zeros(n_features, np.int64)
    found = []
    for sample in samples:
        chosen = np.zeros(len(sample.documents), bool)
        choose_sentences(
            Features(sample.unigrams, sample.bigrams),
            sample.sentence_offsets,
            sample.documents,
            max_documents,
            last_document,
            taken,
            chosen,
        )
        # Chosen before joining: large samples and their sum would take too much memory.
        found.append(sample.select(chosen))
    lengths = np.concatenate([np.diff(sample.sentence_offsets) for sample in found])
    return SentenceSample(
        found[0].domain,
        np.concatenate([sample.unigrams for sample in found]),
        np.concatenate([sample.bigrams for sample in found]),
        np.concatenate([[0], np.cumsum(lengths)]),
        np.concatenate([sample.documents for sample in found]),
    )


@dataclass(frozen=True, eq=False)
class TextPass:
    """Counts the pieces of a domain's text, each in one go, and adds them up.

    `words` are the features, and the stop words, which get no vector but shape the space. The
    sample has at most `max_documents` documents per feature.
    """

    words: FeatureIndex
    features: FeatureIndex
    contexts: FeatureIndex
    shape: ContextShape
    max_documents: int
    keep_texts: bool

    def count(self, corpus: Corpus) -> tuple[Piece, KeptTexts | None]:
        """Return the counts and the sample of a piece, and its texts if they are kept."""
        blocks: Iterable[FeatureBlock] = feature_blocks(corpus, self.features)
        # In memory only if they are read twice.
        blocks = list(blocks) if self.keep_texts else blocks
        sample = _sampled(corpus, blocks, len(self.features), self.max_documents)
        counts = count_shard(corpus, self.words, self.contexts, self.shape)
        texts = _kept_texts(corpus, blocks, len(self.features)) if self.keep_texts else None
        return (counts, sample), texts

    def add(self, one: Piece, other: Piece) -> Piece:
        """Return two pieces taken together, the first of which has the earlier documents."""
        sample = _chosen([one[1], other[1]], len(self.features), self.max_documents)
        return add_shards(one[0], other[0]), sample


def count_text(
    corpus: AnyCorpus,
    features: Sequence[str],
    occurrences: Int64s,
    contexts: Sequence[str],
    *,
    shape: ContextShape,
    keep_texts: bool,
) -> tuple[ContextCounts, SentenceSample, KeptTexts | None]:
    """Return the context counts of a domain, a sample of its sentences, and its texts, if kept.

    Each piece of the text is read once, and only the texts need room that grows with them.
    `occurrences` are those of the features in the domain; see `count_contexts` for the others.
    """
    keep_texts &= corpus.texts is not None if isinstance(corpus, Corpus) else corpus.keeps_texts
    words = (*features, *sorted(corpus.text_settings.stop_words_used))
    work = TextPass(
        FeatureIndex(words),
        FeatureIndex(features),
        FeatureIndex(contexts),
        shape,
        sample_limit(occurrences),
        keep_texts,
    )
    builder = TextsBuilder(corpus.name, occurrences if keep_texts else occurrences[:0])

    def keep(part: KeptTexts | None) -> None:
        if part is not None:
            builder.append(part)

    with progress(f"contexts {corpus.name}", total=1) as advance:
        if isinstance(corpus, Corpus):
            total, sample = _add_up(keep_parts(map(work.count, _pieces(corpus)), keep), work.add)
        else:
            total, sample = corpus.engine.collect(corpus, work.count, work.add, keep)
        advance(1)
    counts = ContextCounts.of(corpus.name, words, contexts, shape, total)
    return counts, sample, builder.finish() if keep_texts else None


def _pieces(corpus: Corpus) -> Iterator[Corpus]:
    for start, stop in document_ranges(corpus, PIECE_TOKENS):
        yield replace(corpus.slice(start, stop), first_document=corpus.first_document + start)


def _add_up(pieces: Iterable[Piece], add: Callable[[Piece, Piece], Piece]) -> Piece:
    """Return the sum of pieces; sums of similar size are added, so large ones rarely."""
    waiting: list[tuple[int, Piece]] = []
    for piece in pieces:
        size, total = 1, piece
        while waiting and waiting[-1][0] == size:
            size, total = 2 * size, add(waiting.pop()[1], total)
        waiting.append((size, total))
    return reduce(lambda later, earlier: add(earlier, later), [each for _, each in waiting[::-1]])


def _kept_texts(corpus: Corpus, blocks: Iterable[FeatureBlock], n_features: int) -> KeptTexts:
    """Return the texts of a piece, and every use of a feature by the sentence that holds it."""
    assert corpus.texts is not None
    assert corpus.sentence_ends is not None
    columns = [(block, each) for block in blocks for each in block.features]
    sentences = [
        corpus.document_offsets[block.first_document]
        + unit_of_position(block.sentence_offsets)[each >= 0]
        for block, each in columns
    ]
    numbers = np.concatenate([np.empty(0, np.int32), *(each[each >= 0] for _, each in columns)])
    offsets = offsets_of(np.bincount(numbers, minlength=n_features))
    order = np.empty(len(numbers), np.int32)
    order_uses(numbers, offsets, order)
    texts, ids = corpus.texts, corpus.document_ids
    first, last = texts.offsets[[0, -1]].tolist()
    documents = np.repeat(np.arange(len(corpus), dtype=np.int32), np.diff(corpus.document_offsets))
    arrays = {
        "content": texts.content[first:last],
        "starts": corpus.sentence_starts() - first,
        "ends": corpus.sentence_ends - first,
        "documents": documents,
        "ids": ids.content[ids.offsets[0] : ids.offsets[-1]],
        "id_offsets": ids.offsets - ids.offsets[0],
        "uses": np.concatenate([numbers[:0], *sentences])[order].astype(np.int32),
        "use_offsets": offsets,
    }
    return KeptTexts(corpus.name, TextArrays(arrays))
