"""Domains of a model whose words are compared: their uses, neighbors and sentences."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import simplemma

from crosslex.arrays import Float32s, Float64s
from crosslex.counts.samples import SentenceSample
from crosslex.lookup import MIN_COUNT
from crosslex.model import FittedModel
from crosslex.shifts.score import WordVectors, contrasts
from crosslex.shifts.uses import ContextVectors, context_vectors, sentence_uses
from crosslex.text.lemmas import has_dictionary
from crosslex.text.settings import TextSettings
from crosslex.text.uses import find_feature
from crosslex.vectors import Neighbor, unit_rows

MIN_CAPITALS = 3
"""Uses inside a sentence that it takes to say whether a word is written as a name."""


class ComparedDomains:
    """Some domains of a model, to compare words between them.

    `all_samples` are sentences of each domain as feature numbers; `window` is the number of
    positions on either side of a word that count as its context.
    """

    def __init__(self, model: FittedModel, domains: tuple[str, ...]) -> None:
        self.model, self.domains = model, domains
        self.vocabulary, self.vectors = model.vocabulary, model.vectors
        self.text_settings, self.window = model.text_settings, model.projection.shape.wide
        places = [model.vocabulary.domains.index(name) for name in domains]
        self.all_samples = tuple(model.sentence_samples[place] for place in places)

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

    def word_vectors(self, words: Sequence[str]) -> WordVectors:
        """Return vectors of words in both domains; half the difference of halves is their error."""
        shown, errors, counts = [], [], []
        for domain in self.domains:
            known = self.vectors[domain]
            rows = [known.positions[word] for word in words]
            weights = np.ones(len(known)) if known.domain_weights is None else known.domain_weights
            even, odd = self.model.half_vectors(domain, words)
            shown.append(known.vectors[rows].astype(np.float64))
            error = np.zeros_like(shown[-1])
            # The dimensions of pre-trained vectors come last and do not vary with the documents.
            error[:, : even.shape[1]] = weights[rows][:, None] * (even - odd) / 2
            errors.append(error)
            counts.append(self.vocabulary.counts[self.vocabulary.domains.index(domain)])
        numbers = [self.vocabulary.number[word] for word in words]
        return WordVectors(
            (shown[0], shown[1]),
            (errors[0], errors[1]),
            (counts[0][numbers], counts[1][numbers]),
        )

    def neighbors(
        self, words: Sequence[str], limit: int
    ) -> list[tuple[tuple[Neighbor, ...], tuple[Neighbor, ...]]]:
        """Return for each word up to `limit` words near it in each domain and not in the other."""
        if not limit:
            return [((), ())] * len(words)
        sides = []
        for side, domain in enumerate(self.domains):
            names, nearby = self._nearby[side]
            here, there = (
                unit_rows(known.vectors[[known.positions[word] for word in words]])
                for known in (self.vectors[domain], self.vectors[self.domains[1 - side]])
            )
            best = contrasts(here, there, nearby, limit + 1)
            found = []
            for word, vector, places in zip(words, here, best, strict=True):
                chosen = [place for place in places if names[place] != word][:limit]
                found.append(
                    tuple((names[place], float(nearby[0][place] @ vector)) for place in chosen)
                )
            sides.append(found)
        return list(zip(*sides, strict=True))

    @cached_property
    def _nearby(self) -> list[tuple[list[str], tuple[Float32s, Float32s]]]:
        """The frequent single words of each domain, and their unit vectors here and there.

        A word that the other domain lacks has its vector of this one there, too.
        """
        found = []
        for domain, other in zip(self.domains, reversed(self.domains), strict=True):
            here, there = self.vectors[domain], self.vectors[other]
            counts = np.ones(len(here)) if here.counts is None else here.counts
            rows = [
                row
                for row, word in enumerate(here.words)
                if " " not in word and counts[row] >= MIN_COUNT
            ]
            own = unit_rows(here.vectors[rows])
            elsewhere = own.copy()
            places = [there.positions.get(here.words[row], -1) for row in rows]
            known = np.flatnonzero(np.array(places) >= 0)
            elsewhere[known] = unit_rows(there.vectors[np.array(places)[known]])
            found.append(([here.words[row] for row in rows], (own, elsewhere)))
        return found

    def examples(self, word: str, domain: str) -> list[str]:
        """Return the different example sentences of a word: manuals and reviews repeat theirs."""
        return list(dict.fromkeys(self.model.examples(word, domain)))

    def sentences(
        self, word: str, direction: Float64s, limit: int
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return up to `limit` sentences of each domain, the farthest along a direction first.

        The direction is from the second domain's mean use of the word to the first's.
        """
        chosen = []
        for domain, sign in zip(self.domains, (1, -1), strict=True):
            sentences = self.examples(word, domain) if limit else []
            uses = sentence_uses(
                sentences, word, self.contexts, self.vocabulary, self.text_settings
            )
            best = np.argsort(-sign * (uses @ direction), kind="stable")[:limit]
            chosen.append(tuple(sentences[place] for place in best))
        return chosen[0], chosen[1]

    def mark(self, word: str) -> str:
        """Return where a word is a name, or that the language's dictionary lacks it, or nothing."""
        names = [
            domain
            for domain in self.domains
            if is_name(word, self.model.examples(word, domain), self.text_settings)
        ]
        if names:
            return f"name in {' and '.join(names)}"
        language = self.text_settings.language
        if not has_dictionary(language) or simplemma.is_known(word, lang=language):
            return ""
        return "" if len(word.split()) > 1 else "in no dictionary"


def is_name(word: str, sentences: Sequence[str], settings: TextSettings) -> bool:
    """Return whether a word is mostly capitalized inside sentences.

    >>> is_name("trick", ["I saw Cheap Trick.", "A Trick song.", "By Trick"], TextSettings())
    True
    """
    inside = capital = 0
    for sentence in sentences:
        for start, _ in find_feature(word, sentence, settings):
            if start > 0 and sentence[:start].rstrip(" \"'“‘(")[-1:] not in (
                ".",
                "!",
                "?",
                ":",
                "",
            ):
                inside += 1
                capital += sentence[start].isupper()
    return inside >= MIN_CAPITALS and 2 * capital > inside
