"""Counts of features in domains: of given ones, or of all that are frequent enough.

Words are counted first and then the bigrams of the frequent ones, both by 64-bit keys, so that
the many rare ones take little memory.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from operator import add
from typing import Final, Self

import numpy as np
from scipy.sparse import csr_array

from crosslex.arrays import Int64s
from crosslex.checks import check_whole
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.encode import word_keys
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.stream import FeatureIndex, bigram_keys, feature_blocks, word_blocks
from crosslex.errors import InputError
from crosslex.progress import Advance, progress


@dataclass(frozen=True, eq=False)
class FeatureCounts:
    """Occurrences of features in one domain, or a shard of one, and documents that contain them.

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
    """Return counts without names: they need not be sent with the counts of every shard."""
    size = len(index)
    occurrences, documents = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for block in feature_blocks(corpus, index):
        table = block.table(block.document_bounds, size)
        occurrences += table.sum(axis=0)
        documents += units_holding(table)
    return FeatureCounts(corpus.name, (), occurrences, documents)


def units_holding(table: csr_array) -> Int64s:
    """Return how many units, rows of a table without duplicates, hold each feature."""
    return np.bincount(table.indices, minlength=table.shape[1])


def count_domains(
    corpora: Sequence[AnyCorpus],
    *,
    min_count: int = 1,
    min_documents: int = 1,
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
    with progress("count", total=3 * len(corpora)) as advance:
        survivors = _frequent_words(corpora, minimum, advance)
        stop_words = corpora[0].text_settings.stop_words_used
        features = [word for word in survivors if word not in stop_words]
        if corpora[0].text_settings.bigrams:
            features += _frequent_bigrams(corpora, survivors, minimum)
            advance(len(corpora))
        counts = []
        for corpus in corpora:
            counts.append(count_features(corpus, features))
            advance(1)
    total = np.sum([domain.occurrences for domain in counts], axis=0)
    documents = np.sum([domain.documents for domain in counts], axis=0)
    kept = np.flatnonzero((total >= min_count) & (documents >= min_documents))
    order = sorted(kept.tolist(), key=lambda index: (-total[index], features[index]))
    frequent = tuple(
        FeatureCounts(
            domain.domain,
            tuple(features[number] for number in order),
            domain.occurrences[order],
            domain.documents[order],
        )
        for domain in counts
    )
    for domain in frequent:
        if not domain.occurrences.any():
            least = {"min_count": min_count, "min_documents": min_documents}
            lower = " or ".join(f"{name}={value}" for name, value in least.items() if value > 1)
            remedy = f"lower {lower}, or give more text" if lower else "give more text"
            raise InputError(
                f"domain {domain.domain!r}: none of its words is frequent enough; {remedy}"
            )
    return frequent


def _frequent_words(corpora: Sequence[AnyCorpus], minimum: int, advance: Advance) -> list[str]:
    """Return the words that occur often enough, with stop words only where bigrams come first."""
    keys = frequent_keys(corpora, count_word_keys, minimum)
    words: Counter[str] = Counter()
    for corpus in corpora:
        found = corpus.aggregate(partial(count_words, keys=keys))
        if not found and len(corpus.aggregate(count_word_keys).keys) == 0:
            raise InputError(
                f"domain {corpus.name!r}: no words but stop words were found; check its "
                "file and the stop_words of its text settings"
            )
        words.update(found)
        advance(1)
    # Words may share a key and be frequent only together.
    return sorted(word for word, count in words.items() if count >= minimum)


def _frequent_bigrams(
    corpora: Sequence[AnyCorpus], words: Sequence[str], minimum: int
) -> list[str]:
    """Return the bigrams of the given words that occur often enough."""
    keys = frequent_keys(corpora, partial(count_bigrams, words=FeatureIndex(words)), minimum)
    return [f"{words[key >> 32]} {words[key & 0xFFFFFFFF]}" for key in keys.tolist()]


ALL_KEYS: Final = 2**63 - 1
MAX_KEYS = 2**24
"""Keys that are counted in one pass; while two such counts are added they take over a gigabyte."""


@dataclass(frozen=True, eq=False)
class HashedCounts:
    """Occurrences of sorted keys.

    If there are too many for memory, the highest keys are left to another pass: all keys below
    `complete` are counted, and none from there on.
    """

    keys: Int64s
    occurrences: Int64s
    complete: int = ALL_KEYS

    @classmethod
    def of(
        cls, keys: Int64s, occurrences: Int64s | None = None, complete: int = ALL_KEYS
    ) -> "HashedCounts":
        """Return the counts of keys in any order, each seen once or `occurrences` times.

        >>> counts = HashedCounts.of(np.array([7, 3, 7]))
        >>> counts.keys.tolist(), counts.occurrences.tolist()
        ([3, 7], [1, 2])
        """
        seen = np.ones(len(keys), np.int64) if occurrences is None else occurrences
        # Stable, which is fast for two sorted lists one after the other.
        order = np.argsort(keys, kind="stable")
        keys, seen = keys[order], seen[order]
        starts = np.flatnonzero(np.diff(keys, prepend=-1))
        keys, total = keys[starts], np.add.reduceat(seen, starts)
        if len(keys) > MAX_KEYS:
            complete = min(complete, int(keys[MAX_KEYS]))
        stop = np.searchsorted(keys, complete)
        # Copies, so that the slices do not keep the full arrays alive.
        return cls(keys[:stop].copy(), total[:stop].copy(), complete)

    def __add__(self, other: "HashedCounts") -> "HashedCounts":
        """Return both counts taken together."""
        keys = np.concatenate([self.keys, other.keys])
        occurrences = np.concatenate([self.occurrences, other.occurrences])
        return HashedCounts.of(keys, occurrences, min(self.complete, other.complete))


def frequent_keys(
    corpora: Sequence[AnyCorpus], count: Callable[..., HashedCounts], minimum: int
) -> Int64s:
    """Return the keys that occur often enough in all corpora together.

    `count` counts the keys of a corpus, or of a shard of one, from the key `start` on; it is
    called until all keys are counted.
    """
    frequent = []
    start = 0
    while start < ALL_KEYS:
        count_rest = partial(count, start=start)
        total = reduce(add, (corpus.aggregate(count_rest) for corpus in corpora))
        frequent.append(total.keys[total.occurrences >= minimum])
        start = total.complete
    return np.concatenate(frequent)


def count_word_keys(corpus: Corpus, *, start: int = 0) -> HashedCounts:
    """Return the counts of words by their keys, from `start` on, without stop words."""
    keys, occurrences = word_keys(corpus.words), _occurrences(corpus)
    chosen = np.flatnonzero((occurrences > 0) & (keys >= start))
    return HashedCounts.of(keys[chosen], occurrences[chosen])


def count_words(corpus: Corpus, keys: Int64s) -> Counter[str]:
    """Return the counts of the words that have one of the keys, without stop words."""
    occurrences = _occurrences(corpus)
    chosen = (occurrences > 0) & np.isin(word_keys(corpus.words), keys)
    return Counter(
        {corpus.words[word]: int(occurrences[word]) for word in np.flatnonzero(chosen).tolist()}
    )


def _occurrences(corpus: Corpus) -> Int64s:
    """Return the count of every word of a corpus, 0 for stop words."""
    occurrences = np.zeros(len(corpus.words), np.int64)
    for block in word_blocks(corpus):
        occurrences += np.bincount(block.unigrams, minlength=len(corpus.words))
    return occurrences


def count_bigrams(corpus: Corpus, words: FeatureIndex, *, start: int = 0) -> HashedCounts:
    """Return the counts of the bigrams of two of the given words, from the key `start` on."""
    number_of_id = words.of_words(corpus.words)
    nothing = HashedCounts.of(np.empty(0, np.int64))
    total = recent = nothing
    for block_number, block in enumerate(word_blocks(corpus), start=1):
        keys = bigram_keys(number_of_id[block.unigrams], block.sentence_offsets)
        recent += HashedCounts.of(keys[keys >= start])
        # Every 16 blocks, as adding to the large sum is slow.
        if block_number % 16 == 0:
            total, recent = total + recent, nothing
    return total + recent
