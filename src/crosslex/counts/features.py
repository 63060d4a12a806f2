"""Counts of features in domains: of given ones, or of all that are frequent enough.

Words are counted first and then the bigrams of the frequent ones, both by 64-bit keys, so that
the many rare ones take little memory.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from operator import add
from typing import Final, Self, TypeVar

import numpy as np

from crosslex.arrays import Int64s
from crosslex.checks import check_whole
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.encode import word_keys
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.kernels import add_presence, merge_counts
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

    def select(self, chosen: Sequence[int]) -> Self:
        """Return the counts of some of the features, by their numbers, in that order."""
        return replace(
            self,
            features=tuple(self.features[number] for number in chosen),
            occurrences=self.occurrences[chosen],
            documents=self.documents[chosen],
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
    last = np.full(size, -1, np.int64)
    seen = 0
    for block in feature_blocks(corpus, index):
        for numbers in block.features:
            occurrences += np.bincount(numbers[numbers >= 0], minlength=size)
        bounds = block.document_bounds
        every = np.ones(len(bounds) - 1, bool)
        add_presence(block.features, bounds, every, last, seen, documents)
        seen += len(every)
    return FeatureCounts(corpus.name, (), occurrences, documents)


C = TypeVar("C", bound=FeatureCounts)


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
    return count_frequent(corpora, count_features, min_count=min_count, min_documents=min_documents)


def count_frequent(
    corpora: Sequence[AnyCorpus],
    count: Callable[[AnyCorpus, Sequence[str]], C],
    *,
    min_count: int,
    min_documents: int,
    allow_none: bool = False,
) -> tuple[C, ...]:
    """Return the counts of `count_domains`, made by a given function.

    With `allow_none`, a domain may have none of the features.
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
            counts.append(count(corpus, features))
            advance(1)
    frequent = _frequent_first(counts, min_count, min_documents)
    for domain in frequent:
        if not allow_none and not domain.occurrences.any():
            least = {"min_count": min_count, "min_documents": min_documents}
            lower = " or ".join(f"{name}={value}" for name, value in least.items() if value > 1)
            remedy = f"lower {lower}, or give more text" if lower else "give more text"
            raise InputError(
                f"domain {domain.domain!r}: none of its words is frequent enough; {remedy}"
            )
    return frequent


def _frequent_first(counts: Sequence[C], min_count: int, min_documents: int) -> tuple[C, ...]:
    """Return the counts without rare features, ordered by (-occurrences, feature)."""
    features = counts[0].features
    total = np.sum([domain.occurrences for domain in counts], axis=0)
    documents = np.sum([domain.documents for domain in counts], axis=0)
    kept = np.flatnonzero((total >= min_count) & (documents >= min_documents))
    order = sorted(kept.tolist(), key=lambda index: (-total[index], features[index]))
    return tuple(domain.select(order) for domain in counts)


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
"""Keys that are counted in one pass; while two such counts are added they take a gigabyte."""


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
    def of(cls, keys: Int64s) -> "HashedCounts":
        """Return the counts of keys.

        >>> counts = HashedCounts.of(np.array([7, 3, 7]))
        >>> counts.keys.tolist(), counts.occurrences.tolist()
        ([3, 7], [1, 2])
        """
        return cls(*np.unique(keys, return_counts=True))._bounded()

    @classmethod
    def none(cls) -> "HashedCounts":
        """Return the counts of no keys."""
        return cls(np.empty(0, np.int64), np.empty(0, np.int64))

    def __add__(self, other: "HashedCounts") -> "HashedCounts":
        """Return both counts taken together."""
        size = len(self.keys) + len(other.keys)
        keys, occurrences = np.empty(size, np.int64), np.empty(size, np.int64)
        size = merge_counts(
            self.keys, self.occurrences, other.keys, other.occurrences, keys, occurrences
        )
        complete = min(self.complete, other.complete)
        size = min(size, int(np.searchsorted(keys[:size], complete)))
        return HashedCounts(keys[:size], occurrences[:size], complete)._bounded()

    def _bounded(self) -> "HashedCounts":
        if len(self.keys) <= MAX_KEYS:
            return self
        # Copy, so that the slices do not keep the full arrays alive.
        return HashedCounts(
            self.keys[:MAX_KEYS].copy(),
            self.occurrences[:MAX_KEYS].copy(),
            int(self.keys[MAX_KEYS]),
        )


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
    # Two words may share a key.
    keys, places = np.unique(keys[chosen], return_inverse=True)
    total = np.zeros(len(keys), np.int64)
    np.add.at(total, places, occurrences[chosen])
    return HashedCounts(keys, total)


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
    total, recent = HashedCounts.none(), HashedCounts.none()
    for block_number, block in enumerate(word_blocks(corpus), start=1):
        keys = bigram_keys(number_of_id[block.unigrams], block.sentence_offsets)
        recent += HashedCounts.of(keys[keys >= start])
        # Every 16 blocks, as adding to the large sum is slow.
        if block_number % 16 == 0:
            total, recent = total + recent, HashedCounts.none()
    return total + recent
