"""Slow and obvious counting, straight from the definitions, and random corpora to count.

A document is a list of sentences, a sentence a list of words, stop words among them.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from hypothesis import strategies as st

from crosslex.corpus.corpus import Corpus
from crosslex.text.settings import TextSettings

Sentence = list[str]
Documents = list[list[Sentence]]

STOP_WORDS = frozenset({"of", "the"})
# Few words, so that repeats, shared bigrams and overlaps such as "a a a" are common.
WORDS = ["a", "b", "c", "d", "of", "the"]
CONTENT = ["a", "b", "c", "d"]
FEATURES = [*CONTENT, *(f"{first} {second}" for first in CONTENT for second in CONTENT)]

sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9)
documents = st.lists(st.lists(sentences, max_size=4), max_size=6)
# One that no text holds, a stop word and a bigram of a stop word are asked for, too.
features = st.lists(
    st.sampled_from([*FEATURES, "z", "z a", "a z", "of", "of a"]), unique=True, max_size=12
)


def split_sentences(text: str) -> list[Sentence]:
    return [part.split() for part in text.split("|")]


SETTINGS = TextSettings(analyzer=split_sentences, stop_words=STOP_WORDS)


def corpus_of(texts: Documents, name: str = "a", settings=SETTINGS) -> Corpus:
    joined = ["|".join(" ".join(sentence) for sentence in text) for text in texts]
    return Corpus.from_texts(joined, name=name, text_settings=settings)


def decoded(corpus: Corpus) -> Documents:
    """The words of each sentence of each document, read off the arrays one by one."""
    words = [corpus.words[number] for number in corpus.ids]
    sentences = [words[start:stop] for start, stop in pairwise(corpus.sentence_offsets)]
    return [sentences[start:stop] for start, stop in pairwise(corpus.document_offsets)]


@dataclass(frozen=True)
class Occurrence:
    """A feature where it stands: its first and last position once stop words are dropped."""

    feature: str
    first: int
    last: int

    def overlaps(self, other: "Occurrence") -> bool:
        return self.first <= other.last and other.first <= self.last

    def distance(self, other: "Occurrence") -> int:
        """Positions from the nearer ends of two that do not overlap."""
        return max(self.first - other.last, other.first - self.last)


def occurrences(sentence: Sentence) -> list[Occurrence]:
    kept = [word for word in sentence if word not in STOP_WORDS]
    found = []
    for place, word in enumerate(kept):
        found.append(Occurrence(word, place, place))
        if place + 1 < len(kept):
            found.append(Occurrence(f"{word} {kept[place + 1]}", place, place + 1))
    return found


def feature_occurrences(texts: Documents) -> Counter[str]:
    return Counter(
        occurrence.feature
        for text in texts
        for sentence in text
        for occurrence in occurrences(sentence)
    )


def feature_sentences(texts: Documents) -> Counter[str]:
    return Counter(
        feature
        for text in texts
        for sentence in text
        for feature in {occurrence.feature for occurrence in occurrences(sentence)}
    )


def document_features(text: list[Sentence]) -> set[str]:
    return {occurrence.feature for sentence in text for occurrence in occurrences(sentence)}


def feature_documents(texts: Documents) -> Counter[str]:
    return Counter(feature for text in texts for feature in document_features(text))


def window_pairs(texts: Documents, window: int) -> list[tuple[str, str, int]]:
    """Every (pivot, word, document) of features that stand within the window."""
    return [
        (pivot.feature, word.feature, number)
        for number, text in enumerate(texts)
        for sentence in text
        for pivot in occurrences(sentence)
        for word in occurrences(sentence)
        if not pivot.overlaps(word) and pivot.distance(word) <= window
    ]


def unit_pairs(sentences: list[Sentence]) -> set[tuple[str, str]]:
    """The features that occur together at least once without overlapping."""
    placed = [
        (number, occurrence)
        for number, sentence in enumerate(sentences)
        for occurrence in occurrences(sentence)
    ]
    return {
        (pivot.feature, word.feature)
        for here, pivot in placed
        for there, word in placed
        if here != there or not pivot.overlaps(word)
    }


def cooccurrences(texts: Documents, context: str, window: int) -> Counter[tuple[str, str]]:
    if context == "window":
        return Counter((pivot, word) for pivot, word, _ in window_pairs(texts, window))
    alone = [[sentence] for text in texts for sentence in text]
    units = alone if context == "sentence" else texts
    return Counter(pair for unit in units for pair in unit_pairs(unit))
