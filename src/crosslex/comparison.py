"""The neighbors of a word in several domains, side by side."""

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from crosslex.results import ListResult

MOST_COSINES = 6
"""Pairs of domains whose cosines are all told; of more, the lowest and the highest."""


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
    domain_weight
        How much of the word's vector is its own evidence in the domain, from 0 to 1; the rest is
        borrowed from the text of all domains. None where that is not known.
    neighbor_stability
        The share of its first ten neighbors that would stay if the texts were drawn anew.
    """

    domain: str
    among: str
    occurrences: int
    neighbors: tuple[Neighbor, ...] | None
    domain_weight: float | None = None
    neighbor_stability: float | None = None

    @property
    def place(self) -> str:
        """The domain, and whose words were searched if they are another's."""
        return self.domain if self.among == self.domain else f"{self.domain}, among {self.among}"


@dataclass(frozen=True)
class Likeness:
    """The cosine of a word's vectors in two domains."""

    domains: tuple[str, str]
    cosine: float


@dataclass(frozen=True, repr=False)
class Comparison(ListResult[Neighborhood]):
    """The neighbors of one word in several domains, side by side.

    Parameters
    ----------
    word
        The word, in the form that the domains know.
    domains
        Its neighbors, one entry per domain.
    likeness
        How alike its vectors are, one entry per pair of these domains that have the word.
    """

    word: str
    domains: tuple[Neighborhood, ...]
    likeness: tuple[Likeness, ...] = ()

    @property
    def entries(self) -> tuple[Neighborhood, ...]:
        """One neighborhood per domain."""
        return self.domains

    @property
    def columns(self) -> dict[str, tuple[tuple[str, float], ...] | None]:
        """Words and cosines of the neighbors by domain; None where the word has no vector."""
        return {
            each.domain: None
            if each.neighbors is None
            else tuple((near.word, near.cosine) for near in each.neighbors)
            for each in self.domains
        }

    @property
    def cosines(self) -> str:
        """The cosines of the word's vectors in a sentence; empty where one domain has the word.

        >>> Comparison("light", (), (Likeness(("books", "tools"), 0.625),)).cosines
        'cosine of its vectors: books and tools 0.62'
        """
        pairs, between = self.likeness, ", "
        if len(pairs) > MOST_COSINES:
            ranked = sorted(pairs, key=lambda pair: pair.cosine)
            pairs, between = (ranked[0], ranked[-1]), " to "
        told = between.join(f"{' and '.join(pair.domains)} {pair.cosine:.2f}" for pair in pairs)
        return told and f"cosine of its vectors: {told}"

    @property
    def verdict(self) -> str:
        """The word, and the cosines of its vectors."""
        return "; ".join(filter(None, (self.word, self.cosines)))

    def rows(self) -> list[tuple[str, ...]]:
        """Return a table with a heading: one column per domain, the nearest words first."""
        columns = [
            ["no vector"]
            if each.neighbors is None
            else [f"{near.cosine:5.2f} {near.word}" for near in each.neighbors]
            for each in self.domains
        ]
        return [tuple(each.place for each in self.domains), *zip_longest(*columns, fillvalue="")]

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record per neighbor."""
        return [
            {
                "word": self.word,
                "domain": each.domain,
                "among": each.among,
                "rank": rank,
                "neighbor": near.word,
                "cosine": near.cosine,
                "occurrences": near.occurrences,
            }
            for each in self.domains
            for rank, near in enumerate(each.neighbors or (), start=1)
        ]
