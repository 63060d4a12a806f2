"""A word of a model, looked up as people type it: its neighbors, and its domains side by side."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, zip_longest
from typing import Any

import numpy as np

from crosslex.checks import check_choice, check_whole
from crosslex.errors import UnknownWordError
from crosslex.optional import import_optional
from crosslex.spelling import forms_of, spelling_hint
from crosslex.vectors import DomainVectors


@dataclass(frozen=True)
class Neighbor:
    """A word, how near it is, and how often it occurs in the domain where it was found."""

    word: str
    cosine: float
    occurrences: int


@dataclass(frozen=True)
class Neighborhood:
    """The neighbors of a domain's word among the words of the same or another domain.

    Parameters
    ----------
    domain, among
        Whose vector of the word was taken, and whose words were searched.
    occurrences
        How often the word occurs in the domain.
    neighbors
        The nearest first; None where the word has no vector in the domain.
    """

    domain: str
    among: str
    occurrences: int
    neighbors: tuple[Neighbor, ...] | None


@dataclass(frozen=True)
class Likeness:
    """The cosine of a word's vectors in two domains."""

    domains: tuple[str, str]
    cosine: float


@dataclass(frozen=True)
class Comparison:
    """The neighbors of one word in every domain, side by side.

    Parameters
    ----------
    word
        The word, in the form that the domains know.
    domains
        Its neighbors, one entry per domain.
    likeness
        How alike its vectors are, one entry per pair of domains that have the word.
    """

    word: str
    domains: tuple[Neighborhood, ...]
    likeness: tuple[Likeness, ...] = ()

    @property
    def columns(self) -> dict[str, tuple[tuple[str, float], ...] | None]:
        """Words and cosines of the neighbors by domain; None where the word has no vector."""
        return {
            each.domain: None
            if each.neighbors is None
            else tuple((near.word, near.cosine) for near in each.neighbors)
            for each in self.domains
        }

    def __str__(self) -> str:
        width = max(len(cell) for row in self._rows() for cell in row)
        lines = ("  ".join(cell.ljust(width) for cell in row).rstrip() for row in self._rows())
        return "\n".join((self.word, *lines))

    def _repr_html_(self) -> str:
        head, *body = (
            [f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row]
            for tag, row in zip_longest(("th",), self._rows(), fillvalue="td")
        )
        rows = "".join(f"<tr>{''.join(cells)}</tr>" for cells in body)
        caption = f"<caption>{html.escape(self.word)}</caption>"
        return (
            f"<table>{caption}<thead><tr>{''.join(head)}</tr></thead><tbody>{rows}</tbody></table>"
        )

    def to_frame(self) -> Any:
        """Return a pandas data frame, one row per neighbor: domain, rank, neighbor, cosine."""
        rows = [
            (domain, rank, word, cosine)
            for domain, column in self.columns.items()
            for rank, (word, cosine) in enumerate(column or (), start=1)
        ]
        pandas = import_optional("pandas", needed_for="to_frame")
        return pandas.DataFrame(rows, columns=["domain", "rank", "neighbor", "cosine"])

    def _rows(self) -> list[tuple[str, ...]]:
        columns = [
            ["no vector"]
            if column is None
            else [f"{cosine:5.2f} {word}" for word, cosine in column]
            for column in self.columns.values()
        ]
        return [tuple(self.columns), *zip_longest(*columns, fillvalue="")]


def known_form(
    word: str, vectors: Mapping[str, DomainVectors], domains: Sequence[str] | None = None
) -> str:
    """Return a word as the domains know it: as typed, in lower case, or analyzed as texts were.

    Parameters
    ----------
    word
        The word as typed: `Knives` finds `knife`.
    vectors
        The vectors of each domain, by its name.
    domains
        Which domains may know it; None takes all.

    Raises
    ------
    UnknownWordError
        If none of the domains has it; the message names other domains or near spellings.
    """
    asked = list(vectors) if domains is None else list(domains)
    settings = next((each.text_settings for each in vectors.values()), None)
    known = dict.fromkeys(word for domain in asked for word in vectors[domain])
    forms = []
    for form in forms_of(word, settings):
        if form in known:
            return form
        forms.append(form)
    where = f"domain {asked[0]!r}" if len(asked) == 1 else "any domain"
    holders = [name for name, other in vectors.items() if any(form in other for form in forms)]
    hint = f"; it has one in {', '.join(holders)}" if holders else spelling_hint(word, tuple(known))
    raise UnknownWordError(f"{word!r} has no vector in {where}{hint}")


def find_neighbors(
    word: str,
    vectors: Mapping[str, DomainVectors],
    *,
    domain: str | None = None,
    among: str | None = None,
    top: int = 10,
    min_count: int = 1,
) -> tuple[Neighborhood, ...]:
    """Return a word's neighbors in one domain, or in each domain that has it.

    Parameters
    ----------
    word
        The word as typed: see `known_form`.
    vectors
        The vectors of each domain, by its name.
    domain
        Whose vector of the word to take; None takes every domain's that has one.
    among
        Whose words to search; None searches the domain's own.
    top
        How many neighbors to find at most.
    min_count
        How often a neighbor must occur in the domain where it is found.

    Examples
    --------
    >>> books = DomainVectors("books", ("novel", "story"), np.array([[1, 0], [3, 4]]))
    >>> find_neighbors("Novel", {"books": books})[0].neighbors
    (Neighbor(word='story', cosine=0.6, occurrences=0),)
    """
    for name, value in (("domain", domain), ("among", among)):
        if value is not None:
            check_choice(name, value, vectors)
    asked = list(vectors) if domain is None else [domain]
    word = known_form(word, vectors, asked)
    return tuple(
        _neighborhood(word, vectors[name], vectors[among or name], top, min_count)
        for name in asked
        if word in vectors[name]
    )


def compare(
    word: str, vectors: Mapping[str, DomainVectors], top: int = 10, min_count: int = 1
) -> Comparison:
    """Return the neighbors of a word in every domain, and how alike its vectors are.

    >>> books = DomainVectors("books", ("light", "novel"), np.array([[1, 0], [3, 4]]))
    >>> kitchen = DomainVectors("kitchen", ("knife",), np.array([[0, 2]]))
    >>> print(compare("light", {"books": books, "kitchen": kitchen}))
    light
    books       kitchen
     0.60 novel no vector
    """
    word = known_form(word, vectors)
    return Comparison(
        word,
        tuple(_neighborhood(word, each, each, top, min_count) for each in vectors.values()),
        tuple(
            Likeness((a, b), vectors[a].similarity(word, word, across=vectors[b]))
            for a, b in combinations(vectors, 2)
            if word in vectors[a] and word in vectors[b]
        ),
    )


def differing_words(
    vectors: Mapping[str, DomainVectors], *, min_count: int = 20, top: int = 10
) -> list[str]:
    """Return words that two domains use often and whose vectors there are least alike.

    A hint where to look, not a measure of change: single words of letters alone, by the least
    cosine between any two domains that hold them so often.
    """
    least: dict[str, float] = {}
    for a, b in combinations(vectors.values(), 2):
        a, b = frequent_words(a, min_count), frequent_words(b, min_count)
        shared = [word for word in a if word in b and word.isalpha()]
        if not shared:
            continue
        here = np.array([a[word] for word in shared], float)
        there = np.array([b[word] for word in shared], float)
        lengths = np.linalg.norm(here, axis=1) * np.linalg.norm(there, axis=1)
        cosines = (here * there).sum(axis=1) / np.where(lengths > 0, lengths, 1)
        for word, cosine in zip(shared, cosines.tolist(), strict=True):
            least[word] = min(cosine, least.get(word, 1.0))
    return sorted(least, key=least.__getitem__)[:top]


def frequent_words(vectors: DomainVectors, min_count: int) -> DomainVectors:
    """Return the vectors of the words that occur so often in the domain."""
    check_whole("min_count", min_count, least=1)
    if min_count == 1 or vectors.counts is None:
        return vectors
    return vectors.restricted(np.flatnonzero(vectors.counts >= min_count))


def _neighborhood(
    word: str, here: DomainVectors, there: DomainVectors, top: int, min_count: int
) -> Neighborhood:
    if word not in here:
        return Neighborhood(here.domain, there.domain, 0, None)
    check_whole("top", top, least=1)
    # Among a selection of its own domain's words a word finds itself, so one more is needed.
    near = here.neighbors(word, top + 1, among=frequent_words(there, min_count))
    others = [pair for pair in near if here is not there or pair[0] != word][:top]
    found = tuple(Neighbor(other, cosine, there.count(other)) for other, cosine in others)
    return Neighborhood(here.domain, there.domain, here.count(word), found)
