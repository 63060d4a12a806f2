"""Counts of the features of domains that are frequent enough, and of those that pivots need.

Words are counted while texts are encoded. The bigrams of the frequent ones are then counted by
64-bit keys, so that the many rare ones take little memory.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial, reduce
from operator import add
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.arrays import Int64s
from crosslex.checks import check_whole
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.encode import word_keys
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.kernels import count_documents
from crosslex.counts.stream import FeatureIndex, feature_blocks, not_stop_words, word_blocks
from crosslex.errors import InputError
from crosslex.progress import progress
from crosslex.results import counted
from crosslex.text.analysis import analyze


@dataclass(frozen=True, eq=False)
class FeatureCounts:
    """Occurrences of features in one domain, and the number of documents that contain them.

    Features are words, and bigrams with a space.
    """

    domain: str
    features: tuple[str, ...]
    occurrences: Int64s
    documents: Int64s


def count_domains(
    corpora: Sequence[AnyCorpus], *, min_count: int = 1, min_documents: int = 1
) -> tuple[FeatureCounts, ...]:
    """Return the counts of each domain, all over the same features, the most frequent first.

    `min_count` and `min_documents` are how often a feature must occur, and in how many documents,
    over all domains together.

    >>> films = Corpus.from_texts(["a good plot", "good music"], name="films")
    >>> tools = Corpus.from_texts(["a good saw"], name="tools")
    >>> count_domains([films, tools], min_count=2)[0].features
    ('good',)
    """
    check_whole("min_count", min_count, least=0)
    check_whole("min_documents", min_documents, least=0)
    if not corpora:
        raise InputError("corpora: found none; give one per domain")
    # Dropping by occurrences first loses nothing: a bigram occurs at most as often as its words,
    # and no feature is in more documents than it has occurrences.
    minimum = max(min_count, min_documents)
    with progress("count", total=1) as advance:
        words = _frequent_words(corpora, minimum)
        keys, counts = frequent_keys(
            corpora, partial(_count_words_and_bigrams, words=FeatureIndex(words)), minimum
        )
        advance(1)
    features = [_feature(key, words) for key in keys.tolist()]
    stop_words = corpora[0].text_settings.stop_words_used
    total, documents = counts.sum(axis=0)
    kept = np.flatnonzero((total >= min_count) & (documents >= min_documents)).tolist()
    by_name = sorted(
        (place for place in kept if features[place] not in stop_words), key=features.__getitem__
    )
    order = sorted(by_name, key=(-total).tolist().__getitem__)
    names = tuple(features[place] for place in order)
    for corpus, (occurrences, _) in zip(corpora, counts, strict=True):
        if not occurrences[order].any():
            raise InputError(
                f"domain {corpus.name!r}: none of its words is frequent enough, "
                f"{counted(min_count, 'time')} and in {counted(min_documents, 'document')} of all "
                "domains; give more text"
            )
    return tuple(
        FeatureCounts(corpus.name, names, *of_domain[:, order])
        for corpus, of_domain in zip(corpora, counts, strict=True)
    )


def _feature(key: int, words: Sequence[str]) -> str:
    first, second = key >> 32, key & 0xFFFFFFFF
    return f"{words[first - 1]} {words[second]}" if first else words[second]


ALL_KEYS: Final = 2**63 - 1
MAX_KEYS = 2**24
"""Keys that are counted in one pass; while two such counts are added they take over a gigabyte."""


@dataclass(frozen=True, eq=False)
class HashedCounts:
    """Counts of sorted keys, one row per kind of count; the first are occurrences.

    If there are too many for memory, the highest keys are left to another pass: all keys below
    `complete` are counted, and none from there on.
    """

    keys: Int64s
    counts: Int64s
    complete: int = ALL_KEYS

    @classmethod
    def of(
        cls, keys: Int64s, counts: Int64s | None = None, complete: int = ALL_KEYS
    ) -> "HashedCounts":
        """Return the sums over equal keys; without counts, each key was seen once.

        >>> counts = HashedCounts.of(np.array([7, 3, 7]))
        >>> counts.keys.tolist(), counts.counts.tolist()
        ([3, 7], [[1, 2]])
        """
        counts = np.ones((1, len(keys)), np.int64) if counts is None else counts
        # Stable, which is fast for two sorted lists one after the other.
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        starts = np.flatnonzero(np.diff(keys, prepend=-1))
        keys, total = keys[starts], np.add.reduceat(counts[:, order], starts, axis=1)
        if len(keys) > MAX_KEYS:
            complete = min(complete, int(keys[MAX_KEYS]))
        stop = np.searchsorted(keys, complete)
        # Copies, so that the slices do not keep the full arrays alive.
        return cls(keys[:stop].copy(), total[:, :stop].copy(), complete)

    def __add__(self, other: "HashedCounts") -> "HashedCounts":
        """Return both counts taken together."""
        keys = np.concatenate([self.keys, other.keys])
        counts = np.concatenate([self.counts, other.counts], axis=1)
        return HashedCounts.of(keys, counts, min(self.complete, other.complete))

    def of_keys(self, keys: Int64s) -> Int64s:
        """Return the counts of some sorted keys, 0 for those that were not seen."""
        found = np.zeros((len(self.counts), len(keys)), np.int64)
        own = np.isin(self.keys, keys, assume_unique=True)
        found[:, np.isin(keys, self.keys, assume_unique=True)] = self.counts[:, own]
        return found


def frequent_keys(
    corpora: Sequence[AnyCorpus], count: Callable[..., HashedCounts], minimum: int
) -> tuple[Int64s, Int64s]:
    """Return the keys that occur often enough in all corpora together, and their counts in each.

    Counts are corpora × kinds × keys. `count` counts the keys of a corpus, or of a shard of one,
    from the key `start` on; it is called until all keys are counted.
    """
    keys, counts = [], []
    start = 0
    while start < ALL_KEYS:
        found = [corpus.aggregate(partial(count, start=start)) for corpus in corpora]
        total = reduce(add, found)
        keys.append(total.keys[total.counts[0] >= minimum])
        counts.append(np.array([each.of_keys(keys[-1]) for each in found]))
        start = total.complete
    return np.concatenate(keys), np.concatenate(counts, axis=2)


def _frequent_words(corpora: Sequence[AnyCorpus], minimum: int) -> list[str]:
    """Return the words that occur often enough, with stop words only where bigrams come first."""
    keys, _ = frequent_keys(corpora, _count_word_keys, minimum)
    words: Counter[str] = Counter()
    for corpus in corpora:
        found = corpus.aggregate(partial(_count_words, keys=keys))
        if not found and len(corpus.aggregate(_count_word_keys).keys) == 0:
            raise InputError(
                f"domain {corpus.name!r}: no words but stop words were found; check its "
                "file and the stop_words of its text settings"
            )
        words.update(found)
    # Words may share a key and be frequent only together.
    return sorted(word for word, count in words.items() if count >= minimum)


def _count_word_keys(corpus: Corpus, *, start: int = 0) -> HashedCounts:
    """Return the counts of words by their keys, from `start` on, without stop words."""
    keys, occurrences = word_keys(corpus.words), _occurrences(corpus)
    chosen = np.flatnonzero((occurrences > 0) & (keys >= start))
    return HashedCounts.of(keys[chosen], occurrences[None, chosen])


def _count_words(corpus: Corpus, keys: Int64s) -> Counter[str]:
    """Return the counts of the words that have one of the keys, without stop words."""
    occurrences = _occurrences(corpus)
    chosen = np.flatnonzero((occurrences > 0) & np.isin(word_keys(corpus.words), keys)).tolist()
    return Counter({corpus.words[word]: int(occurrences[word]) for word in chosen})


def _occurrences(corpus: Corpus) -> Int64s:
    """Return the count of every word of a corpus, 0 for stop words unless bigrams come first."""
    counts = corpus.word_counts
    if counts is None:
        counts = np.bincount(corpus.ids, minlength=len(corpus.words))
    if corpus.text_settings.bigrams_first:
        return counts
    return np.where(not_stop_words(corpus), counts, 0)


def _count_words_and_bigrams(
    corpus: Corpus, words: FeatureIndex, *, start: int = 0
) -> HashedCounts:
    """Return occurrences and documents of the given words and their bigrams, from a key on.

    A word's key is its number. A bigram's has the number of its first word plus one in its upper
    32 bits, and that of its second in the others.
    """
    number_of_id = words.of_words(corpus.words)
    of_words, last = np.zeros((2, len(words)), np.int64), np.full(len(words), -1, np.int64)
    nothing = HashedCounts.of(np.empty(0, np.int64), np.empty((2, 0), np.int64))
    total = recent = nothing
    for block_number, block in enumerate(word_blocks(corpus), start=1):
        numbers, documents = number_of_id[block.unigrams], block.document_of_position
        count_documents(numbers, documents, last, *of_words)
        if corpus.text_settings.bigrams:
            recent += _count_bigrams(numbers, documents, block.sentence_offsets, start)
        # Every 16 blocks, as adding to the large sum is slow.
        if block_number % 16 == 0:
            total, recent = total + recent, nothing
    used = np.flatnonzero(of_words[0])
    used = used[used >= start]
    return total + recent + HashedCounts.of(used, of_words[:, used])


def _count_bigrams(
    words: NDArray[np.int32], documents: Int64s, sentence_offsets: Int64s, start: int
) -> HashedCounts:
    """Return occurrences and documents of bigrams of numbered words; -1 is none."""
    both = (words[:-1] >= 0) & (words[1:] >= 0)
    ends = sentence_offsets[1:] - 1
    both[ends[(ends >= 0) & (ends < len(both))]] = False
    keys = (words[:-1][both].astype(np.int64) + 1) << 32 | words[1:][both]
    # Stable: the documents of each bigram stay in order.
    order = np.argsort(keys, kind="stable")
    order = order[np.searchsorted(keys, start, sorter=order) :]
    keys, documents = keys[order], documents[:-1][both][order]
    is_new = (np.diff(keys, prepend=-1) != 0) | (np.diff(documents, prepend=-1) != 0)
    return HashedCounts.of(keys, np.stack([np.ones(len(keys), np.int64), is_new]))


@dataclass(frozen=True, eq=False)
class PivotCounts(FeatureCounts):
    """The counts of one domain, or of a shard of one, that pivots are scored by.

    `sentences`, `documents` and `named_sentences` are how many of them contain each feature; named
    ones contain the domain's name. Counts of shards over the same features add up to the counts
    of the whole.
    """

    sentences: Int64s
    named_sentences: Int64s
    n_sentences: int
    n_documents: int
    n_named_sentences: int

    def __add__(self, other: Self) -> Self:
        """Return the counts of two shards of one domain taken together."""
        if (self.domain, self.features) != (other.domain, other.features):
            raise InputError("counts of different domains or features cannot be added")
        names = [each.name for each in fields(self) if each.name not in ("domain", "features")]
        return replace(self, **{name: getattr(self, name) + getattr(other, name) for name in names})


def count_sentences(corpus: AnyCorpus, features: Sequence[str]) -> PivotCounts:
    """Return the counts of the given features that pivots are scored by."""
    # The words of the domain's name are counted even if they are too rare to be features.
    name_words = {
        word for sentence in analyze(corpus.name, corpus.text_settings) for word in sentence
    }
    followed = [*features, *sorted(name_words - set(features))]
    count = partial(
        _count_followed,
        followed=FeatureIndex(followed),
        n_asked=len(features),
        name_features=np.flatnonzero([feature in name_words for feature in followed]),
    )
    return replace(corpus.aggregate(count), features=tuple(features))


def _count_followed(
    corpus: Corpus, followed: FeatureIndex, n_asked: int, name_features: Int64s
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


def units_holding(table: csr_array) -> Int64s:
    """Return how many units, rows of a table without duplicates, hold each feature."""
    return np.bincount(table.indices, minlength=table.shape[1])
