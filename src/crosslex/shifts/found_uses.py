"""The uses of words in two domains: by their contexts, or by a user's own encoder."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from crosslex.arrays import Bools, Float32s, Int64s
from crosslex.errors import InputError
from crosslex.shifts.compared_domains import ComparedDomains
from crosslex.shifts.distance import halves_along_main, topic_halves
from crosslex.shifts.uses import Uses, both_sides, collect_uses
from crosslex.text.uses import find_feature
from crosslex.vectors import unit_rows

UseEncoder: TypeAlias = Callable[[Sequence[str], Sequence[tuple[int, int]]], ArrayLike]
"""Returns one vector per sentence, given the sentences and where the word begins and ends in each.

XL-LEXEME (Cassotti et al., 2023) or any transformer's vectors of the word can be passed in.
"""


Sentences = tuple[tuple[str, ...], tuple[str, ...]]
"""Of the first domain and of the second."""


@dataclass(frozen=True, eq=False)
class FoundUses:
    """The uses of words in two domains, and what else is known of them.

    `halves` are the halves of each domain's uses, by topic; `known` says which of the words that
    were asked for have uses; `sentences` returns examples of a word, given its place and a limit.
    """

    uses: tuple[Uses, Uses]
    halves: tuple[Int64s, Int64s]
    known: Bools
    sentences: Callable[[int, int], Sentences]


def collected(compared: ComparedDomains, tested: Int64s) -> FoundUses:
    """Return the uses of words in the sampled sentences, by the vectors of their contexts."""
    size, contexts = len(compared.vocabulary.features), compared.contexts
    first, second = (collect_uses(each, tested, size, contexts) for each in compared.samples)
    one, other = (topic_halves(sample, contexts) for sample in compared.samples)

    def sentences(place: int, limit: int) -> Sentences:
        direction = np.asarray(first.of(place).mean(axis=0) - second.of(place).mean(axis=0))
        return compared.sentences(compared.vocabulary.features[tested[place]], direction, limit)

    halves = (one[first.documents], other[second.documents])
    return FoundUses((first, second), halves, np.ones(len(tested), bool), sentences)


def encoded(
    compared: ComparedDomains, words: Sequence[str], encoder: UseEncoder, *, least: int
) -> FoundUses:
    """Return the uses of words that an encoder makes of the kept sentences.

    Fewer than `least` words with two sentences in each domain are an error.
    """
    (one, here), (other, there) = (
        encoded_uses(encoder, words, compared, domain) for domain in compared.domains
    )
    known = np.minimum(one.sizes, other.sizes) >= 2
    if known.sum() < least:
        raise InputError(
            f"encoder: {known.sum()} words have two sentences in each domain, too few to compare; "
            "learn the model with more max_examples"
        )
    uses = (one.select(known), other.select(known))
    kept = [(here[place], there[place]) for place in np.flatnonzero(known)]

    def sentences(place: int, limit: int) -> Sentences:
        direction = uses[0].of(place).mean(axis=0) - uses[1].of(place).mean(axis=0)
        chosen = []
        for each, own, sign in zip(uses, kept[place], (1, -1), strict=True):
            best = np.argsort(-sign * (each.of(place) @ direction), kind="stable")[:limit]
            chosen.append(tuple(own[at] for at in best))
        return chosen[0], chosen[1]

    first, second = (
        halves_along_main(both_sides(each.vectors).astype(np.float64)) for each in uses
    )
    return FoundUses(uses, (first, second), known, sentences)


def encoded_uses(
    encoder: UseEncoder, words: Sequence[str], compared: ComparedDomains, domain: str
) -> tuple[Uses, list[list[str]]]:
    """Return the uses of words in the kept sentences of a domain, and the sentence of each use.

    A sentence is a document of its own. Uses have no sides, so each of the three parts of a use's
    vector is the encoder's.
    """
    kept: list[list[str]] = []
    sentences: list[str] = []
    places: list[tuple[int, int]] = []
    for word in words:
        own = []
        for sentence in compared.examples(word, domain):
            spans = find_feature(word, sentence, compared.text_settings)
            if spans:
                own.append(sentence)
                places.append((spans[0][0], spans[len(word.split(" ")) - 1][1]))
        kept.append(own)
        sentences += own
    starts = np.concatenate([[0], np.cumsum([len(own) for own in kept])]).astype(np.int64)
    vectors = np.tile(unit_rows(_encode(encoder, sentences, places)), 3)
    return Uses(vectors, starts, np.arange(len(sentences))), kept


def _encode(
    encoder: UseEncoder, sentences: Sequence[str], places: Sequence[tuple[int, int]]
) -> Float32s:
    if not sentences:
        raise InputError(
            "encoder: the model keeps no sentences to encode; learn it with max_examples, such as "
            "100 (--examples 100)"
        )
    try:
        found = np.asarray(encoder(list(sentences), list(places)), np.float32)
    except (TypeError, ValueError) as error:
        raise InputError(f"encoder: it failed on {len(sentences)} sentences ({error})") from error
    shaped = found.ndim == 2 and len(found) == len(sentences)
    if not shaped or not found.any() or not np.isfinite(found).all():
        raise InputError(
            f"encoder: it made an array of shape {found.shape} of {len(sentences)} sentences; it "
            "must make one row of finite numbers per sentence, not all zero"
        )
    return found
