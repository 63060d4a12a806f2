"""Fewer examples and neighbors where many domains would make the page too large."""

from collections.abc import Iterator
from dataclasses import replace

from crosslex.explore.data import (
    DomainData,
    Example,
    Neighborhood,
    PageData,
    PairData,
    SensesData,
    to_json,
)

MOST_BYTES = 5_900_000
"""Of data; with scripts and style the page stays below six million."""

# Sentences of a word and domain in each pair, and neighbors: the first step that is enough.
STEPS = ((2, 10), (2, 8), (1, 8), (1, 6), (1, 5), (1, 4), (1, 3))


def reduced(data: PageData, most_bytes: int = MOST_BYTES) -> PageData:
    """Return the data without its last examples and neighbors, small enough for a page.

    >>> reduced(PageData("R&D", "1", (), (), (), (), ())).title
    'R&D'
    """
    smaller = data
    for examples, neighbors in STEPS:
        if len(to_json(smaller).encode()) <= most_bytes:
            break
        smaller = with_at_most(data, examples=examples, neighbors=neighbors)
    return smaller


def with_at_most(data: PageData, *, examples: int, neighbors: int) -> PageData:
    """Return the data with the first examples per word, domain and pair, and nearest neighbors."""
    numbers: dict[int, int] = {}
    pairs = tuple(_with_examples(pair, examples, numbers) for pair in data.pairs)
    senses = tuple(each and _with_sense_examples(each, examples, numbers) for each in data.senses)
    planes = tuple(tuple(_kept_points(data, word, neighbors)) for word in range(len(data.planes)))
    return replace(
        data,
        planes=planes,
        sentences=tuple(data.sentences[number] for number in numbers),
        domains=tuple(_with_neighbors(domain, neighbors) for domain in data.domains),
        pairs=pairs,
        senses=senses,
    )


def _with_examples(pair: PairData, limit: int, numbers: dict[int, int]) -> PairData:
    shown = tuple((_first(a, limit, numbers), _first(b, limit, numbers)) for a, b in pair.examples)
    return replace(pair, examples=shown)


def _with_sense_examples(senses: SensesData, limit: int, numbers: dict[int, int]) -> SensesData:
    return senses._replace(
        senses=tuple(
            sense._replace(examples=tuple(_first(each, limit, numbers) for each in sense.examples))
            for sense in senses.senses
        )
    )


def _first(
    examples: tuple[Example, ...], limit: int, numbers: dict[int, int]
) -> tuple[Example, ...]:
    """Keep the first examples; their sentences get new numbers, in the order they come."""
    return tuple(
        Example(numbers.setdefault(each.sentence, len(numbers)), each.places)
        for each in examples[:limit]
    )


def _with_neighbors(domain: DomainData, limit: int) -> DomainData:
    return replace(
        domain,
        neighborhoods=tuple(
            near and Neighborhood(near.words[:limit], near.cosines[:limit])
            for near in domain.neighborhoods
        ),
    )


def _kept_points(data: PageData, word: int, limit: int) -> Iterator[int]:
    """Yield x and y of the word itself and its nearest neighbors, domain after domain."""
    at = 0
    for domain in data.domains:
        near = domain.neighborhoods[word]
        if near is not None:
            yield from data.planes[word][at : at + 2 * (1 + min(limit, len(near.words)))]
            at += 2 * (1 + len(near.words))
