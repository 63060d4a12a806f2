"""The page's data of domains, pairs of domains and senses, from a model and its results."""

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from crosslex.arrays import Float32s
from crosslex.counts.vocabulary import Vocabulary
from crosslex.distinctive import distinctive_words
from crosslex.explore.data import (
    DomainData,
    Example,
    PairData,
    SenseData,
    SensesData,
    ShiftFigures,
)
from crosslex.explore.neighborhoods import find_neighborhoods
from crosslex.progress import progress
from crosslex.senses.result import Senses
from crosslex.shifts.result import Shift, Shifts
from crosslex.text.settings import TextSettings
from crosslex.text.uses import find_feature
from crosslex.vectors import DomainVectors

if TYPE_CHECKING:
    from crosslex.embedding import CrossDomainEmbedding

CONTRASTS = 5
"""Words near a word in one domain and not in the other, per word and domain."""


def find_distinctive(vocabulary: Vocabulary, words: Sequence[str]) -> dict[str, tuple[float, ...]]:
    """Return by domain the z-scores of the page's words."""
    found = distinctive_words(vocabulary.domains, vocabulary.features, vocabulary.counts)
    places = [vocabulary.number[word] for word in words]
    scores = np.round(found.z_scores[:, places], 1).tolist()
    return dict(zip(found.domains, map(tuple, scores), strict=True))


def domain_data(
    vectors: DomainVectors,
    words: Sequence[str],
    top: int,
    distinctive: tuple[float, ...],
    *,
    brief: bool = False,
) -> DomainData:
    """Return the page's data of one domain, only counts and nearest words of many periods."""
    counts = dict.fromkeys(words, 0)
    if vectors.counts is not None:
        counts |= dict(zip(vectors.words, vectors.counts.tolist(), strict=True))
    return DomainData(
        vectors.domain,
        tuple(counts.values()),
        find_neighborhoods(vectors, words, top, cosines=not brief),
        distinctive,
        () if brief else _hundredths(vectors, vectors.domain_weights, words),
        () if brief else _hundredths(vectors, vectors.neighbor_stability, words),
    )


def _hundredths(
    vectors: DomainVectors, shares: Float32s | None, words: Sequence[str]
) -> tuple[int | None, ...]:
    """Return the shares of the page's words; None for words that the domain does not have."""
    if shares is None:
        return (None,) * len(words)
    known = dict(zip(vectors.words, np.rint(100 * shares).astype(int).tolist(), strict=True))
    return tuple(known.get(word) for word in words)


class Sentences:
    """The different sentences of the page, numbered in their order.

    >>> sentences = Sentences(TextSettings())
    >>> sentences.mark("knife", ["Sharp knives.", "A knife!"])
    (Example(sentence=0, places=(6, 12)), Example(sentence=1, places=(2, 7)))
    >>> sentences.mark("sharp", ["Sharp knives."])
    (Example(sentence=0, places=(0, 5)),)
    >>> sentences.all
    ('Sharp knives.', 'A knife!')
    """

    def __init__(self, settings: TextSettings) -> None:
        self._settings = settings
        self._numbers: dict[str, int] = {}

    @property
    def all(self) -> tuple[str, ...]:
        """The sentences in the order of their numbers."""
        return tuple(self._numbers)

    def mark(self, word: str, sentences: Iterable[str]) -> tuple[Example, ...]:
        """Return the numbers of a word's different sentences, and its places in them."""
        return tuple(
            Example(
                self._numbers.setdefault(sentence, len(self._numbers)),
                tuple(
                    _utf16_length(sentence[:place])
                    for span in find_feature(word, sentence, self._settings)
                    for place in span
                ),
            )
            for sentence in dict.fromkeys(sentences)
        )


def _utf16_length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def pair_data(
    model: "CrossDomainEmbedding",
    shifts: Shifts,
    words: Sequence[str],
    sentences: Sentences,
    limit: int,
) -> PairData:
    """Return the change, the contrasts and the examples of all words between two domains."""
    names = list(model.vectors_)
    a, b = (names.index(domain) for domain in shifts.domains)
    number = {word: place for place, word in enumerate(words)}
    ranked = {shift.word: (rank, shift) for rank, shift in enumerate(shifts, start=1)}
    figures, examples = [], []
    with progress(f"examples of {' and '.join(shifts.domains)}", total=len(words)) as advance:
        for word in words:
            rank, shift = ranked.get(word, (0, None))
            figures.append(None if shift is None else _figures(rank, shift, number))
            if shift is None:
                first, second = (model.examples(word, domain) for domain in shifts.domains)
            else:
                first, second = map(list, shift.examples)
            examples.append(
                (sentences.mark(word, first[:limit]), sentences.mark(word, second[:limit]))
            )
            advance(1)
    return PairData(
        (a, b),
        shifts.verdict,
        shifts.tested,
        round(shifts.typical, 3),
        tuple(figures),
        tuple(examples),
    )


def _figures(rank: int, shift: Shift, number: Mapping[str, int]) -> ShiftFigures:
    change = shift.change
    figures = (short(change.value), short(change.low), short(change.high), short(shift.q))
    first, second = (
        tuple(number[word] for word, _ in side if word in number)[:CONTRASTS]
        for side in shift.neighbors
    )
    return ShiftFigures(rank, figures, (first, second), shift.mark)


def short(number: float) -> float | None:
    """Return a number with three digits; None if it is not finite."""
    return float(f"{number:.3g}") if isfinite(number) else None


def senses_data(
    senses: Senses, names: Sequence[str], sentences: Sentences, limit: int
) -> SensesData:
    """Return the senses of a word, its sentences by their numbers."""
    return SensesData(
        tuple(names.index(domain) for domain in senses.domains),
        tuple(
            SenseData(
                sense.contexts,
                tuple(
                    (round(100 * share.value), round(100 * share.low), round(100 * share.high))
                    for share in sense.shares
                ),
                tuple(sentences.mark(senses.word, shown[:limit]) for shown in sense.examples),
            )
            for sense in senses
        ),
        senses.note,
    )
