"""Sentences to show: for each word, a few raw sentences of each domain that hold it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from crosslex.corpus import AnyCorpus, Corpus
from crosslex.counting.kernels import choose_sentences
from crosslex.counting.stream import FeatureIndex, feature_blocks
from crosslex.text import TextSettings, analyze, raw_sentences
from crosslex.text import features as features_of

LONGEST = 400
NOT_SHOWN = -1


@dataclass(frozen=True)
class Examples:
    """Raw sentences of one domain, and which of them hold each word.

    Parameters
    ----------
    domain
        The domain's name.
    sentences
        The sentences, as people read them.
    of_word
        The numbers of the sentences that hold a word, by word.
    """

    domain: str
    sentences: tuple[str, ...]
    of_word: dict[str, tuple[int, ...]]

    def __add__(self, other: "Examples") -> "Examples":
        """Return the sentences of both, the second's after the first's."""
        size = len(self.sentences)
        of_word = dict(self.of_word)
        for word, numbers in other.of_word.items():
            moved = (NOT_SHOWN if number == NOT_SHOWN else size + number for number in numbers)
            of_word[word] = (*of_word.get(word, ()), *moved)
        return Examples(self.domain, self.sentences + other.sentences, of_word)

    def limited(self, limit: int) -> "Examples":
        """Return each word's first `limit` sentences, and no sentence that no word needs."""
        of_word = {word: numbers[:limit] for word, numbers in self.of_word.items()}
        needed = sorted({number for numbers in of_word.values() for number in numbers})
        needed = [number for number in needed if number != NOT_SHOWN]
        place = {number: index for index, number in enumerate(needed)} | {NOT_SHOWN: NOT_SHOWN}
        return Examples(
            self.domain,
            tuple(self.sentences[number] for number in needed),
            {
                word: tuple(place[number] for number in numbers)
                for word, numbers in of_word.items()
                if numbers
            },
        )

    def __getitem__(self, word: str) -> list[str]:
        """Return the sentences that hold a word; none where the word is not known."""
        return [self.sentences[number] for number in self.of_word.get(word, ())]


def collect_examples(corpus: AnyCorpus, features: Sequence[str], *, limit: int = 20) -> Examples:
    """Collect up to `limit` sentences for each feature, from its first so many documents.

    Of a long sentence the beginning is kept, as an example of what stands in it.

    >>> corpus = Corpus.from_texts(["A <b>dull</b> plot. Why?"], name="films")
    >>> collect_examples(corpus, ["dull"]).sentences
    ('A dull plot.',)
    """
    collect = partial(_collect_part, features=FeatureIndex.of(features), limit=limit)
    found = corpus.added_up(collect, partial(_joined, limit=limit))
    shown = {
        word: tuple(number for number in numbers if number != NOT_SHOWN)
        for word, numbers in found.of_word.items()
    }
    return Examples(
        found.domain, found.sentences, {word: numbers for word, numbers in shown.items() if numbers}
    )


def _joined(one: Examples, other: Examples, limit: int) -> Examples:
    return (one + other).limited(limit)


def _collect_part(corpus: Corpus, features: FeatureIndex, limit: int) -> Examples:
    """Collect examples; a document that shows a word only behind the cut counts as one, too.

    Else whether a later document is among a word's first ones would depend on how the text
    was cut into parts.
    """
    if corpus.texts is None:
        return Examples(corpus.name, (), {})
    last_document = np.full(len(features), -1, np.int64)
    taken = np.zeros(len(features), np.int64)
    sentences: list[str] = []
    of_word: dict[str, list[int]] = {}
    document_of_word: dict[str, int] = {}
    for block in feature_blocks(corpus, features):
        per_document = np.diff(block.document_offsets)
        document = block.first_document + np.repeat(np.arange(len(per_document)), per_document)
        chosen = np.zeros(len(block.sentence_offsets) - 1, bool)
        choose_sentences(
            block.unigrams,
            block.bigrams,
            block.sentence_offsets,
            document,
            limit,
            last_document,
            taken,
            chosen,
        )
        raw: list[str] = []
        raw_of = -1
        for sentence in np.flatnonzero(chosen).tolist():
            if document[sentence] != raw_of:
                raw_of = int(document[sentence])
                raw = raw_sentences(corpus.texts[raw_of], corpus.text_settings)
            place = slice(block.sentence_offsets[sentence], block.sentence_offsets[sentence + 1])
            held = np.concatenate([block.unigrams[place], block.bigrams[place]])
            within = sentence - int(block.document_offsets[raw_of - block.first_document])
            words = [features[feature] for feature in np.unique(held[held >= 0])]
            for word in words:
                numbers = of_word.setdefault(word, [])
                if document_of_word.get(word) != raw_of and len(numbers) < limit:
                    document_of_word[word] = raw_of
                    numbers.append(NOT_SHOWN)
            text, words = _cut(raw[within], words, corpus.text_settings)
            wanted = [
                word
                for word in words
                if document_of_word.get(word) == raw_of and of_word[word][-1] == NOT_SHOWN
            ]
            for word in wanted:
                of_word[word][-1] = len(sentences)
            if wanted:
                sentences.append(text)
    return Examples(
        corpus.name, tuple(sentences), {word: tuple(of) for word, of in of_word.items()}
    )


def _cut(text: str, words: list[str], settings: TextSettings) -> tuple[str, list[str]]:
    """Shorten a long sentence, and name those of its words that are still in it."""
    if len(text) <= LONGEST:
        return text, words
    text = text[:LONGEST].rpartition(" ")[0] or text[:LONGEST]
    if settings.analyzer is not None or settings.tokenizer is not None:
        # They may know whole texts alone; they are not asked about a part.
        return text, words
    held = {
        word for sentence in analyze(text, settings) for word in features_of(sentence, settings)
    }
    return text, [word for word in words if word in held]
