"""Domains of a model whose words are compared: their uses, neighbors and sentences."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from typing import TypeAlias

import numpy as np
import simplemma
from numpy.typing import ArrayLike

from crosslex.arrays import Float32s, Int64s, largest_columns, offsets_of
from crosslex.corpus.corpus import Corpus
from crosslex.counts.samples import SentenceSample, sample_sentences
from crosslex.counts.stream import FeatureIndex
from crosslex.errors import InputError
from crosslex.lookup import MIN_COUNT
from crosslex.model import FittedModel
from crosslex.shifts.result import name_mark
from crosslex.shifts.score import CHUNK, SHARPNESS, WordVectors
from crosslex.shifts.uses import (
    ContextVectors,
    Uses,
    both_sides,
    collect_uses,
    context_vectors,
    halves_along_main,
    topic_halves,
)
from crosslex.text.lemmas import CAPITAL_NOUNS, has_dictionary
from crosslex.text.settings import TextSettings
from crosslex.text.tokens import is_content_word
from crosslex.text.uses import find_feature
from crosslex.vectors import Neighbor, unit_rows

Place = tuple[int, int]
UseEncoder: TypeAlias = Callable[[Sequence[str], Sequence[Place]], ArrayLike]
"""Returns one vector per sentence, given the sentences and where the word begins and ends in each.

XL-LEXEME (Cassotti et al., 2023) or any transformer's vectors of the word can be passed in.
"""
Located = Sequence[Mapping[str, Place]]
"""For each word, its sentences and where it begins and ends in each."""

MIN_CAPITALS = 3
"""Uses inside a sentence that it takes to say whether a word is written as a name."""
JUDGED_SENTENCES = 25
"""Sentences per domain by which that is said: enough for a majority, few enough to be quick."""


class ComparedDomains:
    """Some domains of a model, to compare words between them.

    `all_samples` are sentences of each domain as feature numbers; `window` is the number of
    positions on either side of a word that count as its context.
    """

    def __init__(self, model: FittedModel, domains: tuple[str, ...]) -> None:
        self.model, self.domains = model, domains
        self.vocabulary, self.vectors = model.vocabulary, model.vectors
        self.text_settings, self.window = model.text_settings, model.window
        self.places = [model.vocabulary.domains.index(name) for name in domains]
        self.all_samples = tuple(model.sentence_samples[place] for place in self.places)

    @cached_property
    def samples(self) -> tuple[SentenceSample, ...]:
        """The sentences of documents that repeat no other."""
        return tuple(sample.without_repeats() for sample in self.all_samples)

    @cached_property
    def contexts(self) -> ContextVectors:
        """The vectors of context words that uses are compared by."""
        return context_vectors(self.vocabulary, self.vectors, window=self.window)

    @cached_property
    def sense_contexts(self) -> ContextVectors:
        """The vectors of context words that uses are grouped by, without their common direction."""
        return context_vectors(self.vocabulary, self.vectors, window=self.window, keep_common=False)

    def sentences(self, side: int, word: str) -> list[str]:
        """Return the kept sentences of a domain with a word; manuals and reviews repeat some."""
        return list(dict.fromkeys(self.model.examples(word, self.domains[side])))

    def word_vectors(self, words: Sequence[str]) -> WordVectors:
        """Return vectors of words in both domains; half the difference of halves is their error."""
        shown, errors = [], []
        for domain in self.domains:
            known = self.vectors[domain]
            rows = [known.positions[word] for word in words]
            weights = np.ones(len(known)) if known.domain_weights is None else known.domain_weights
            difference = self.model.half_difference(domain, words)
            shown.append(known.vectors[rows].astype(np.float64))
            error = np.zeros_like(shown[-1])
            # The dimensions of pre-trained vectors come last and do not vary with the documents.
            error[:, : difference.shape[1]] = weights[rows][:, None] * difference
            errors.append(error)
        numbers = [self.vocabulary.number[word] for word in words]
        first, second = self.vocabulary.counts[self.places][:, numbers]
        return WordVectors((shown[0], shown[1]), (errors[0], errors[1]), (first, second))

    def neighbors(
        self, words: Sequence[str], limit: int
    ) -> list[tuple[tuple[Neighbor, ...], tuple[Neighbor, ...]]]:
        """Return for each word up to `limit` words near it in each domain and not in the other.

        A cosine c counts as exp(SHARPNESS · c), as in the score; the words are those with the
        largest difference between the domains, if it is above 0, without numbers and letters.
        """
        if not limit:
            return [((), ())] * len(words)
        sides = []
        for domain, other in zip(self.domains, reversed(self.domains), strict=True):
            here, there = self.vectors[domain], self.vectors[other]
            counts = np.ones(len(here)) if here.counts is None else here.counts
            often = (here.words[row] for row in np.flatnonzero(counts >= MIN_COUNT).tolist())
            names = [each for each in often if " " not in each and is_content_word(each)]
            near = unit_rows(here.vectors[[here.positions[name] for name in names]])
            # A word that the other domain lacks has its vector of this one there, too.
            elsewhere = near.copy()
            shared = [at for at, name in enumerate(names) if name in there.positions]
            rows = [there.positions[names[at]] for at in shared]
            elsewhere[shared] = unit_rows(there.vectors[rows])
            found = []
            for start in range(0, len(words), CHUNK):
                some = words[start : start + CHUNK]
                cosines, cosines_there = (
                    unit_rows(known.vectors[[known.positions[word] for word in some]]) @ rows.T
                    for known, rows in ((here, near), (there, elsewhere))
                )
                differences = np.exp(SHARPNESS * cosines) - np.exp(SHARPNESS * cosines_there)
                best = largest_columns(differences, limit + 1)
                for row, (word, places) in enumerate(zip(some, best.tolist(), strict=True)):
                    only = (at for at in places if differences[row, at] > 0 and names[at] != word)
                    chosen = islice(only, limit)
                    found.append(tuple((names[at], float(cosines[row, at])) for at in chosen))
            sides.append(found)
        return list(zip(*sides, strict=True))

    def mark(self, word: str) -> str:
        """Return where a word is a name, or that the language's dictionary lacks it, or nothing."""
        settings = self.text_settings
        names = [
            domain
            for domain in self.domains
            if is_name(word, self.model.spread_sentences(word, domain, JUDGED_SENTENCES), settings)
        ]
        if names:
            return name_mark(names)
        unknown = has_dictionary(settings.language) and len(word.split()) == 1
        is_odd = unknown and not simplemma.is_known(word, lang=settings.language)
        return "in no dictionary" if is_odd else ""

    @cached_property
    def _index(self) -> FeatureIndex:
        return FeatureIndex(self.vocabulary.features)

    def sample_of(self, texts: Sequence[str]) -> SentenceSample:
        """Return raw sentences as feature numbers, each a document of its own."""
        corpus = Corpus.from_texts(texts, name="sentences", text_settings=self.text_settings)
        return sample_sentences(corpus, self._index, max_documents=len(texts))

    def sentence_uses(
        self, words: Sequence[str], sentences: Sequence[Sequence[str]], contexts: ContextVectors
    ) -> list[Float32s]:
        """Return the vectors of each word's uses in raw sentences, zeros where it is not found."""
        place = {text: at for at, text in enumerate(dict.fromkeys(chain.from_iterable(sentences)))}
        numbers = np.array([self.vocabulary.number[word] for word in words], np.int64)
        size = len(self.vocabulary.features)
        uses = collect_uses(self.sample_of(list(place)), numbers, size, contexts)
        found = []
        for word, own in enumerate(sentences):
            rows = np.zeros((len(own), uses.vectors.shape[1]), np.float32)
            documents = uses.documents[uses.starts[word] : uses.starts[word + 1]].tolist()
            held = dict(zip(documents, uses.of(word), strict=True))
            for at, text in enumerate(own):
                rows[at] = held.get(place[text], 0)
            found.append(rows)
        return found


@dataclass(frozen=True, eq=False)
class FoundUses:
    """The uses of words in two domains, and the halves of each domain's uses, by topic.

    `sentences` are those of each word's uses, where these come from an encoder.
    """

    words: Sequence[str]
    uses: tuple[Uses, Uses]
    halves: tuple[Int64s, Int64s]
    sentences: tuple[Located, Located] | None = None

    @classmethod
    def collected(cls, compared: ComparedDomains, words: Sequence[str]) -> "FoundUses":
        """Return the uses of words in the sampled sentences, by the vectors of their contexts."""
        numbers = np.array([compared.vocabulary.number[word] for word in words], np.int64)
        size, contexts = len(compared.vocabulary.features), compared.contexts
        first, second = (collect_uses(each, numbers, size, contexts) for each in compared.samples)
        one, other = (topic_halves(sample, contexts) for sample in compared.samples)
        return cls(words, (first, second), (one[first.documents], other[second.documents]))

    @classmethod
    def encoded(
        cls, compared: ComparedDomains, words: Sequence[str], encoder: UseEncoder, least: int
    ) -> "FoundUses":
        """Return the uses that an encoder makes of the kept sentences, of words with two or more.

        Fewer than `least` such words are an error.
        """
        located = [
            [locate(word, compared.sentences(side, word), compared.text_settings) for word in words]
            for side in (0, 1)
        ]
        known = [
            at for at, both in enumerate(zip(*located, strict=True)) if min(map(len, both)) > 1
        ]
        if len(known) < least:
            raise InputError(
                f"encoder: {len(known)} words have two sentences in each domain, too few to "
                "compare; learn the model with more max_examples"
            )
        first, second = ([own[at] for at in known] for own in located)
        uses = encoded_uses(encoder, first), encoded_uses(encoder, second)
        one, other = (halves_along_main(both_sides(e.vectors).astype(np.float64)) for e in uses)
        return cls([words[at] for at in known], uses, (one, other), (first, second))

    def examples(
        self, compared: ComparedDomains, places: Sequence[int], limit: int
    ) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Return up to `limit` sentences of each domain, those that show the difference best first.

        They are farthest along the direction from the other domain's mean use of the word.
        """
        if not limit or not len(places):
            return [((), ())] * len(places)
        sides = []
        for side, uses in enumerate(self.uses):
            if self.sentences is None:
                words = [self.words[at] for at in places]
                texts = [compared.sentences(side, word) for word in words]
                vectors = compared.sentence_uses(words, texts, compared.contexts)
            else:
                texts = [list(self.sentences[side][at]) for at in places]
                vectors = [uses.of(at) for at in places]
            chosen = []
            for at, own, rows in zip(places, texts, vectors, strict=True):
                direction = uses.of(at).mean(axis=0) - self.uses[1 - side].of(at).mean(axis=0)
                best = np.argsort(-(rows @ direction), kind="stable")[:limit]
                chosen.append(tuple(own[place] for place in best))
            sides.append(chosen)
        return list(zip(*sides, strict=True))


def locate(word: str, sentences: Sequence[str], settings: TextSettings) -> dict[str, Place]:
    """Return where a word first begins and ends in sentences, without those that lack it."""
    found = {sentence: find_feature(word, sentence, settings) for sentence in sentences}
    last = len(word.split(" ")) - 1
    return {sentence: (at[0][0], at[last][1]) for sentence, at in found.items() if at}


def encoded_uses(encoder: UseEncoder, located: Located) -> Uses:
    """Return the uses of words that an encoder makes of sentences, each a document of its own.

    Uses have no sides, so each of the three parts of a use's vector is the encoder's.
    """
    texts = [sentence for own in located for sentence in own]
    if not texts:
        raise InputError(
            "encoder: the model keeps no sentences to encode; learn it with some, such as "
            "max_examples=100"
        )
    try:
        places = [place for own in located for place in own.values()]
        vectors = np.asarray(encoder(texts, places), np.float32)
    except (TypeError, ValueError) as error:
        raise InputError(f"encoder: it failed on {len(texts)} sentences ({error})") from error
    shaped = vectors.ndim == 2 and len(vectors) == len(texts)
    if not shaped or not vectors.any() or not np.isfinite(vectors).all():
        raise InputError(
            f"encoder: it made an array of shape {vectors.shape} of {len(texts)} sentences; it "
            "must make one row of finite numbers per sentence, not all zero"
        )
    starts = offsets_of(np.array([len(own) for own in located]))
    return Uses(np.tile(unit_rows(vectors), 3), starts, np.arange(len(texts)))


def is_name(word: str, sentences: Sequence[str], settings: TextSettings) -> bool:
    """Return whether a word is mostly capitalized inside sentences that are not all in capitals.

    Where every noun has a capital letter, that says nothing.

    >>> is_name("trick", ["I saw Cheap Trick.", "A Trick song.", "By Trick"], TextSettings())
    True
    """
    capital = [
        sentence[start].isupper()
        for sentence in sentences
        if settings.language not in CAPITAL_NOUNS and not sentence.isupper()
        for start, _ in find_feature(word, sentence, settings)
        if start and sentence[:start].rstrip(" \"'“‘(")[-1:] not in (".", "!", "?", ":", "")
    ]
    return len(capital) >= MIN_CAPITALS and 2 * sum(capital) > len(capital)
