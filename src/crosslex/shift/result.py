"""What is said of a word that changes meaning between two domains."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crosslex.vectors import Neighbor


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval and what it tells against chance.

    Parameters
    ----------
    value, low, high
        The estimate and its interval.
    p
        How often chance alone gives as much.
    q
        The share of false discoveries among all words whose q is no larger
        (Benjamini and Hochberg, 1995).
    """

    value: float
    low: float
    high: float
    p: float
    q: float


@dataclass(frozen=True)
class Shift:
    """How one word differs between two domains.

    Parameters
    ----------
    word
        The word.
    domains
        The two domains.
    counts
        How often the word occurs in each.
    change
        Does it differ more than words of like frequency and meaning do? In standard
        deviations among words of like frequency; the ranking is by its value.
    difference
        Does it differ at all? The squared distance of the word's mean contexts, with what
        chance would give taken off.
    neighbors
        The words nearest to it, in each of the two domains.
    examples
        Sentences from each of the two domains that show the difference best, the best first.
    """

    word: str
    domains: tuple[str, str]
    counts: tuple[int, int]
    change: Estimate
    difference: Estimate
    neighbors: tuple[tuple[Neighbor, ...], tuple[Neighbor, ...]]
    examples: tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True)
class Shifts(Sequence[Shift]):
    """Words by change of meaning between two domains, the most changed first.

    Parameters
    ----------
    domains
        The two domains.
    words
        One entry a word.
    tested
        How many words were tested: those that occur often enough in both domains.
    """

    domains: tuple[str, str]
    words: tuple[Shift, ...]
    tested: int

    def __len__(self) -> int:
        return len(self.words)

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        return self.words[place]

    def __iter__(self) -> Iterator[Shift]:
        return iter(self.words)
