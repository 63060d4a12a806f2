"""Phrases of two to four words that belong together, found by association in encoded text."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import pairwise
from math import log
from operator import add

import numpy as np

from crosslex.arrays import Int64s
from crosslex.checks import check_whole
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.features import ALL_KEYS, HashedCounts, frequent_keys
from crosslex.counts.stream import (
    BLOCK_TOKENS,
    FeatureIndex,
    document_ranges,
    not_stop_words,
    unit_of_position,
)
from crosslex.text.tokens import ADDRESS, NUMBER

LONGEST = 4
MIN_SCORE = 0.35
"""*State of the union* has 0.51 in the presidents' speeches, 0.39 as lemmas."""


@dataclass(frozen=True)
class Phrase:
    """Words that are used together, how often, and their normalized PMI."""

    text: str
    occurrences: int
    score: float


def find_phrases(
    corpora: Sequence[AnyCorpus], *, min_count: int = 20, min_score: float = MIN_SCORE
) -> list[Phrase]:
    """Return the phrases of all corpora together, the strongest first.

    They serve as `terms` of text settings. A phrase begins and ends with words that are not stop
    words; it is as it is written where texts were encoded with `lemmatize=False`. Its score is the
    normalized PMI of its two parts (Bouma, 2009), the lowest of all ways to cut it in two: 1 if
    the parts are only used together, 0 if they are together as often as by chance.

    Examples
    --------
    >>> texts = ["The cost of living rose.", "The cost of living fell.", "Oil fell."]
    >>> [phrase] = find_phrases([Corpus.from_texts(texts, name="x")], min_count=2)
    >>> phrase.text, round(phrase.score, 2)
    ('cost of live', 1.0)
    """
    check_whole("min_count", min_count, least=2)
    counted: Counter[str] = reduce(add, (corpus.aggregate(_count_words) for corpus in corpora))
    n_words = counted.total()
    counts = {word: count for word, count in sorted(counted.items()) if count >= min_count}
    index = FeatureIndex(tuple(counts))
    names = index.features
    levels: tuple[Int64s, ...] = ()
    stop_words = corpora[0].text_settings.stop_words_used
    found = []
    for _ in range(2, LONGEST + 1):
        count = partial(_count_sequences, index=index, levels=levels)
        keys, by_corpus = frequent_keys(corpora, count, min_count)
        occurrences = by_corpus.sum(axis=(0, 1))
        names = tuple(
            f"{names[key >> 32]} {index.features[key & 0xFFFFFFFF]}" for key in keys.tolist()
        )
        levels = (*levels, keys)
        counts |= dict(zip(names, occurrences.tolist(), strict=True))
        for name in names:
            words = name.split(" ")
            if words[-1] in stop_words or NUMBER in words or ADDRESS in words:
                continue
            score = min(
                _normalized_pmi(counts[name], counts[left], counts[right], n_words)
                for left, right in _cuts(words, stop_words)
            )
            if score >= min_score:
                found.append(Phrase(name, counts[name], score))
    return sorted(found, key=lambda phrase: (-phrase.score, phrase.text))


def _cuts(words: Sequence[str], stop_words: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Yield the two parts of a phrase for each way to cut it, stop words at the cut left out."""
    content = [place for place, word in enumerate(words) if word not in stop_words]
    for last, first in pairwise(content):
        yield " ".join(words[: last + 1]), " ".join(words[first:])


def _normalized_pmi(both: int, left: int, right: int, total: int) -> float:
    return log(both * total / (left * right)) / log(total / both)


def _count_words(corpus: Corpus) -> Counter[str]:
    """Return the counts of all words, stop words too."""
    occurrences = np.bincount(corpus.ids, minlength=len(corpus.words))
    return Counter(dict(zip(corpus.words, occurrences.tolist(), strict=True)))


def _count_sequences(
    corpus: Corpus, *, index: FeatureIndex, levels: tuple[Int64s, ...], start: int
) -> HashedCounts:
    """Return the counts of sequences of words one longer than those of the last level.

    A sequence's key is the number of the shorter one that it begins with, then that of its last
    word; `levels` are the sorted keys of all lengths from two on.
    """
    number_of_id = index.of_words(corpus.words)
    begins = not_stop_words(corpus)
    total = HashedCounts.of(np.empty(0, np.int64))
    for first, last in document_ranges(corpus, BLOCK_TOKENS):
        block = corpus.slice(first, last)
        words = number_of_id[block.ids].astype(np.int64)
        sentences = unit_of_position(block.sentence_offsets)
        sequences = np.where(begins[block.ids], words, -1)
        for length, level in enumerate(levels, start=1):
            places, keys = _longer(sequences, words, sentences, length)
            at = np.searchsorted(level, keys)
            known = np.append(level, ALL_KEYS)[at] == keys
            sequences = np.full(len(words), -1, np.int64)
            sequences[places[known]] = at[known]
        _, keys = _longer(sequences, words, sentences, len(levels) + 1)
        total += HashedCounts.of(keys[keys >= start])
    return total


def _longer(
    sequences: Int64s, words: Int64s, sentences: Int64s, length: int
) -> tuple[Int64s, Int64s]:
    """Return where sequences of so many words go on in their sentence, and the longer's keys."""
    here, after = sequences[:-length], words[length:]
    goes_on = (here >= 0) & (after >= 0) & (sentences[:-length] == sentences[length:])
    places = np.flatnonzero(goes_on)
    return places, here[places] << 32 | after[places]
