"""Counting words, then bigrams of the words that are frequent enough, then both in detail."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from crosslex.corpus import UNLABELED, AnyCorpus, Corpus, Label
from crosslex.corpus.word_keys import word_keys
from crosslex.counting.kernels import add_presence
from crosslex.counting.keys import KeyCounts, frequent_keys
from crosslex.counting.stream import (
    FeatureBlock,
    FeatureIndex,
    block_bigram_keys,
    feature_blocks,
    word_blocks,
)
from crosslex.errors import InputError
from crosslex.progress import Advance, progress
from crosslex.text import analyze


@dataclass(frozen=True, eq=False)
class DomainCounts:
    """How often each feature occurs in one domain, or in a part of one.

    Counts of parts over the same features add up exactly to the counts of the whole.

    Parameters
    ----------
    domain
        The domain's name.
    features
        Words, and bigrams with a space.
    occurrences, sentences, documents
        For each feature, how often it occurs, and how many sentences and documents hold it.
    named_sentences
        How many sentences hold the feature and the domain's name word as well.
    n_sentences, n_documents, n_named_sentences
        How many there are in all.
    classes
        The classes of the domain's labels.
    class_documents
        Classes × features: labeled documents of the class that hold the feature.
    n_class_documents
        Labeled documents of each class.
    """

    domain: str
    features: tuple[str, ...]
    occurrences: NDArray[np.int64]
    sentences: NDArray[np.int64]
    documents: NDArray[np.int64]
    named_sentences: NDArray[np.int64]
    n_sentences: int
    n_documents: int
    n_named_sentences: int
    classes: tuple[Label, ...]
    class_documents: NDArray[np.int64]
    n_class_documents: NDArray[np.int64]

    def __add__(self, other: "DomainCounts") -> "DomainCounts":
        """Return the counts of two parts of one domain taken together."""
        if (self.domain, self.features) != (other.domain, other.features):
            raise InputError("counts of different domains or features cannot be added")
        kinds = {type(label) for label in (*self.classes, *other.classes)}
        if len(kinds) > 1:
            raise InputError("counts with numbers and with words for classes cannot be added")
        # A part need not hold every class.
        classes = tuple(sorted({*self.classes, *other.classes}))
        return DomainCounts(
            domain=self.domain,
            features=self.features,
            occurrences=self.occurrences + other.occurrences,
            sentences=self.sentences + other.sentences,
            documents=self.documents + other.documents,
            named_sentences=self.named_sentences + other.named_sentences,
            n_sentences=self.n_sentences + other.n_sentences,
            n_documents=self.n_documents + other.n_documents,
            n_named_sentences=self.n_named_sentences + other.n_named_sentences,
            classes=classes,
            class_documents=_by_class(self.classes, self.class_documents, classes)
            + _by_class(other.classes, other.class_documents, classes),
            n_class_documents=_by_class(self.classes, self.n_class_documents, classes)
            + _by_class(other.classes, other.n_class_documents, classes),
        )


def _by_class(
    own: tuple[Label, ...], counts: NDArray[np.int64], classes: tuple[Label, ...]
) -> NDArray[np.int64]:
    """Put the rows of some classes at their places among more classes."""
    rows = np.zeros((len(classes), *counts.shape[1:]), np.int64)
    rows[[classes.index(label) for label in own]] = counts
    return rows


def count_domains(
    corpora: Sequence[AnyCorpus], *, min_count: int = 1, min_documents: int = 1
) -> tuple[DomainCounts, ...]:
    """Count the features of all domains, the rare ones left out.

    Parameters
    ----------
    corpora
        The domains, analyzed alike.
    min_count, min_documents
        How often a feature must occur, and in how many documents, over all domains together.

    Returns
    -------
    counts
        One a domain, all over the same features, the most frequent first.

    Examples
    --------
    >>> films = Corpus.from_texts(["a good plot", "good music"], name="films")
    >>> tools = Corpus.from_texts(["a good saw"], name="tools")
    >>> count_domains([films, tools], min_count=2)[0].features
    ('good',)
    """
    if not corpora:
        raise InputError("corpora: found none; give one a domain")
    # A bigram occurs at most as often as its words, and no feature in more documents than
    # it has occurrences: dropping by occurrences first loses nothing.
    minimum = max(min_count, min_documents)
    with progress("count", total=3 * len(corpora)) as advance:
        survivors = _frequent_words(corpora, minimum, advance)
        features = list(survivors)
        if corpora[0].text_settings.bigrams:
            features += _frequent_bigrams(corpora, survivors, minimum)
            advance(len(corpora))
        counts = []
        for corpus in corpora:
            counts.append(count_features(corpus, features))
            advance(1)
    return _frequent_first(counts, min_count, min_documents)


def _frequent_words(corpora: Sequence[AnyCorpus], minimum: int, advance: Advance) -> list[str]:
    """Find the words that occur often enough, by their keys first: most words are rare."""
    keys = frequent_keys(corpora, count_word_keys, minimum)
    words: Counter[str] = Counter()
    for corpus in corpora:
        found = corpus.aggregate(partial(count_words, keys=keys), _add_words)
        if not found and len(corpus.aggregate(count_word_keys).keys) == 0:
            raise InputError(
                f"domain {corpus.name!r}: no words but stop words were found; check its "
                "file and the stop_words of its text settings"
            )
        words.update(found)
        advance(1)
    # Words may share a key and be frequent only together.
    return sorted(word for word, count in words.items() if count >= minimum)


def _add_words(total: Counter[str], more: Counter[str]) -> Counter[str]:
    """Add up without a change to either: a cluster may add the same counts once more."""
    larger, smaller = (total, more) if len(total) >= len(more) else (more, total)
    words = Counter(larger)
    words.update(smaller)
    return words


def _frequent_bigrams(
    corpora: Sequence[AnyCorpus], words: Sequence[str], minimum: int
) -> list[str]:
    """Find the bigrams of the given words that occur often enough."""
    keys = frequent_keys(corpora, partial(count_bigrams, words=FeatureIndex(words)), minimum)
    return [f"{words[key >> 32]} {words[key & 0xFFFFFFFF]}" for key in keys.tolist()]


def count_word_keys(corpus: Corpus, *, start: int = 0) -> KeyCounts:
    """Count the words of a corpus by their keys, from the key `start` on, stop words left out."""
    keys, occurrences = word_keys(corpus.words), _occurrences(corpus)
    chosen = np.flatnonzero((occurrences > 0) & (keys >= start))
    # Each word stands once, but two words may share a key.
    keys, places = np.unique(keys[chosen], return_inverse=True)
    total = np.zeros(len(keys), np.int64)
    np.add.at(total, places, occurrences[chosen])
    return KeyCounts(keys, total)


def count_words(corpus: Corpus, keys: NDArray[np.int64] | None = None) -> Counter[str]:
    """Count the words of a corpus, stop words left out, or those with one of the keys alone."""
    occurrences = _occurrences(corpus)
    chosen = occurrences > 0
    if keys is not None:
        chosen &= np.isin(word_keys(corpus.words), keys)
    return Counter(
        {corpus.words[word]: int(occurrences[word]) for word in np.flatnonzero(chosen).tolist()}
    )


def _occurrences(corpus: Corpus) -> NDArray[np.int64]:
    """Count every word of a corpus, stop words as nothing."""
    occurrences = np.zeros(len(corpus.words), np.int64)
    for block in word_blocks(corpus):
        occurrences += np.bincount(block.unigrams, minlength=len(corpus.words))
    return occurrences


def count_bigrams(corpus: Corpus, words: Sequence[str], *, start: int = 0) -> KeyCounts:
    """Count the bigrams that join two of the given words, from the key `start` on."""
    number_of_id = FeatureIndex.of(words).of_words(corpus.words)
    total, recent = KeyCounts.none(), KeyCounts.none()
    for block_number, block in enumerate(word_blocks(corpus), start=1):
        numbered = replace(block, unigrams=number_of_id[block.unigrams])
        both = (numbered.unigrams[:-1] >= 0) & (numbered.unigrams[1:] >= 0)
        keys = block_bigram_keys(numbered)[:-1][both]
        recent += KeyCounts.of(keys[keys >= start])
        # The large sum is seldom touched.
        if block_number % 16 == 0:
            total, recent = total + recent, KeyCounts.none()
    return total + recent


def count_features(corpus: AnyCorpus, features: Sequence[str]) -> DomainCounts:
    """Count the given features of a corpus: occurrences, sentences, documents, labels."""
    # The name's words are followed even if they are too rare to be features.
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
    """Count features without naming them, for names would travel with every part's counts."""
    size = len(followed)
    asked = slice(n_asked)
    occurrences = np.zeros(size, np.int64)
    sentences, documents, named_sentences = (_Presence(size) for _ in range(3))
    by_class = [_Presence(size) for _ in corpus.classes]
    for block in feature_blocks(corpus, followed):
        for column in (block.unigrams, block.bigrams):
            occurrences += np.bincount(column[column >= 0], minlength=size)
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
        add_presence(
            block.unigrams, block.bigrams, offsets, chosen, self._last, self._seen, self.total
        )
        self._seen += len(offsets) - 1
        self.units += int(chosen.sum())


def _holding(block: FeatureBlock, features: Sequence[int]) -> NDArray[np.bool_]:
    """Tell which sentences hold one of the features as a word."""
    lengths = np.diff(block.sentence_offsets)
    sentence = np.repeat(np.arange(len(lengths)), lengths)
    holding = np.zeros(len(lengths), bool)
    holding[sentence[np.isin(block.unigrams, features)]] = True
    return holding


def _frequent_first(
    counts: Sequence[DomainCounts], min_count: int, min_documents: int
) -> tuple[DomainCounts, ...]:
    """Drop features below a minimum and order the rest by (-occurrences, feature)."""
    features = counts[0].features
    total = np.sum([part.occurrences for part in counts], axis=0)
    documents = np.sum([part.documents for part in counts], axis=0)
    kept = np.flatnonzero((total >= min_count) & (documents >= min_documents))
    order = sorted(kept.tolist(), key=lambda index: (-total[index], features[index]))
    for part in counts:
        if not part.occurrences[order].any():
            raise InputError(
                f"domain {part.domain!r}: none of its words is frequent enough; lower "
                f"min_count={min_count} or min_documents={min_documents}, or give more text"
            )
    return tuple(
        replace(
            part,
            features=tuple(features[index] for index in order),
            occurrences=part.occurrences[order],
            sentences=part.sentences[order],
            documents=part.documents[order],
            named_sentences=part.named_sentences[order],
            class_documents=part.class_documents[:, order],
        )
        for part in counts
    )
