"""The page's data of single domains, pairs of domains and words, from a model and its results."""

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from crosslex.arrays import Float32s
from crosslex.counts.vocabulary import Vocabulary
from crosslex.distinctive import distinctive_words
from crosslex.explore.data import (
    DomainData,
    Example,
    Neighborhood,
    PairData,
    SenseData,
    SensesData,
    ShiftFigures,
)
from crosslex.lookup import MIN_COUNT
from crosslex.progress import progress
from crosslex.senses.result import Senses
from crosslex.shifts.result import Shift, Shifts
from crosslex.text.analysis import find_feature
from crosslex.text.settings import TextSettings
from crosslex.vectors import DomainVectors, unit_rows

if TYPE_CHECKING:
    from crosslex.embedding import CrossDomainEmbedding

EDGE = 99
"""Coordinates are whole numbers from minus to plus this, finer than a pixel of the page."""


def restrict(vectors: DomainVectors, words: Sequence[str]) -> DomainVectors:
    """Return the vectors of the page's words only, so that each neighbor is on the page."""
    wanted = set(words)
    # In the domain's own order, which decides between neighbors that are equally near.
    places = np.array([place for place, word in enumerate(vectors) if word in wanted], np.intp)
    return vectors.restricted(places)


def lay_in_plane(neighborhoods: Sequence[Sequence[Float32s]]) -> tuple[int, ...]:
    """Return points in the plane that keep most of the distances between several neighborhoods.

    Vectors count by their direction, as in a cosine; the plane is that of the first two
    principal components, with the first neighborhood to the left of the last.

    >>> lay_in_plane([[np.array([2.0, 0.0])], [np.array([0.0, 3.0])]])
    (-99, 0, 99, 0)
    """
    rows = unit_rows(np.array([vector for each in neighborhoods for vector in each], float))
    rows -= rows.mean(axis=0)
    left, sizes, _ = np.linalg.svd(rows, full_matrices=False)
    points = np.zeros((len(rows), 2))
    kept = min(2, len(sizes))
    points[:, :kept] = left[:, :kept] * sizes[:kept]
    first, last = len(neighborhoods[0]), len(neighborhoods[-1])
    if points[:first, 0].mean() > points[-last:, 0].mean():
        points[:, 0] *= -1
    # A component is known up to its sign: the point farthest off it goes up.
    if points[np.abs(points[:, 1]).argmax(), 1] < 0:
        points[:, 1] *= -1
    largest = np.abs(points).max()
    scaled = np.rint(points * (EDGE / largest)) if largest > 1e-9 else np.zeros_like(points)
    return tuple(scaled.astype(int).ravel().tolist())


def find_distinctive(vocabulary: Vocabulary, words: Sequence[str]) -> dict[str, tuple[float, ...]]:
    """Return by domain the z-scores of the page's words."""
    found = distinctive_words(vocabulary.domains, vocabulary.features, vocabulary.counts)
    places = [vocabulary.number[word] for word in words]
    scores = np.round(found.z_scores[:, places], 1).tolist()
    return dict(zip(found.domains, map(tuple, scores), strict=True))


def domain_data(
    vectors: DomainVectors, words: Sequence[str], top: int, distinctive: tuple[float, ...]
) -> DomainData:
    """Return the page's data of one domain."""
    number = {word: place for place, word in enumerate(words)}
    counts = dict.fromkeys(words, 0)
    if vectors.counts is not None:
        counts |= dict(zip(vectors.words, vectors.counts.tolist(), strict=True))
    neighborhoods = []
    with progress(f"neighbors in {vectors.domain}", total=len(words)) as advance:
        for word in words:
            near = None
            if word in vectors.positions:
                found = vectors.neighbors(word, top, min_count=MIN_COUNT)
                others, cosines = zip(*found, strict=True) if found else ((), ())
                near = Neighborhood(
                    tuple(number[other] for other in others),
                    tuple(round(100 * cosine) for cosine in cosines),
                )
            neighborhoods.append(near)
            advance(1)
    return DomainData(
        vectors.domain,
        tuple(counts.values()),
        tuple(neighborhoods),
        distinctive,
        _hundredths(vectors, vectors.domain_weights, words),
        _hundredths(vectors, vectors.neighbor_stability, words),
    )


def _hundredths(
    vectors: DomainVectors, shares: Float32s | None, words: Sequence[str]
) -> tuple[int | None, ...]:
    """Return the shares of the page's words; None for words that the domain does not have."""
    if shares is None:
        return (None,) * len(words)
    known = dict(zip(vectors.words, np.rint(100 * shares).astype(int).tolist(), strict=True))
    return tuple(known.get(word) for word in words)


def find_planes(
    vectors: Sequence[DomainVectors], domains: Sequence[DomainData], words: Sequence[str]
) -> tuple[tuple[int, ...], ...]:
    """Return for each word the points of its neighborhoods in all domains."""
    planes = []
    for place, word in enumerate(words):
        drawn = []
        for own, domain in zip(vectors, domains, strict=True):
            near = domain.neighborhoods[place]
            if near is not None:
                drawn.append([own[word], *(own[words[other]] for other in near.words)])
        planes.append(lay_in_plane(drawn))
    return tuple(planes)


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
    """Return the change and the examples of all words between two domains."""
    names = list(model.vectors_)
    a, b = (names.index(domain) for domain in shifts.domains)
    ranked = {shift.word: (rank, shift) for rank, shift in enumerate(shifts, start=1)}
    known = (model.examples_[a], model.examples_[b])
    figures, examples = [], []
    with progress(f"examples of {' and '.join(shifts.domains)}", total=len(words)) as advance:
        for word in words:
            rank, shift = ranked.get(word, (0, None))
            figures.append(None if shift is None else _figures(rank, shift))
            first, second = (known[0][word], known[1][word]) if shift is None else shift.examples
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


def _figures(rank: int, shift: Shift) -> ShiftFigures:
    change = shift.change
    figures = (_short(change.value), _short(change.low), _short(change.high), _short(shift.q))
    return ShiftFigures(rank, figures, shift.mark)


def _short(number: float) -> float | None:
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
