"""What is found of a word: its neighbors in a domain, and its domains side by side."""

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from crosslex.optional import import_optional
from crosslex.tables import html_table

MIN_COUNT = 5
"""Uses below which a word says too little about a domain to be shown as a neighbor there."""


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
        return html_table(self.word, self._rows())

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
