"""What the explorer page is given."""

import json
import re
from dataclasses import dataclass, fields
from typing import NamedTuple

# What could end a script, open a comment, or is half a character that no file can hold.
_UNSAFE = re.compile("[<>&\u2028\u2029\ud800-\udfff]")


class Interval(NamedTuple):
    """An estimate, its 95 % interval and its q; None stands for a number that is not finite."""

    value: float | None
    low: float | None
    high: float | None
    q: float | None


class ShiftFigures(NamedTuple):
    """How a word changes between two domains, and its place among all words tested.

    `distance` is what is tested: value, low and high, in ten-thousandths.
    """

    rank: int
    change: Interval
    distance: tuple[int | None, int | None, int | None]


class Example(NamedTuple):
    """A sentence by its number, and where the word stands in it.

    `places` are start, end, start, end, …, counted in UTF-16 units, as JavaScript does.
    """

    sentence: int
    places: tuple[int, ...]


class Neighborhood(NamedTuple):
    """A word's nearest words in one domain, by number, and their cosines in hundredths."""

    words: tuple[int, ...]
    cosines: tuple[int, ...]


class SenseData(NamedTuple):
    """A group of a word's uses: typical contexts and, per domain, its share and its examples.

    `shares` are value, low and high of each domain, in hundredths.
    """

    contexts: tuple[str, ...]
    shares: tuple[tuple[int, int, int], ...]
    examples: tuple[tuple[Example, ...], ...]


class SensesData(NamedTuple):
    """The senses of a word in the domains, by number, that use it often enough.

    `note` says so where its groups may be no senses, and is empty elsewhere.
    """

    domains: tuple[int, ...]
    senses: tuple[SenseData, ...]
    note: str = ""


@dataclass(frozen=True)
class DomainData:
    """One domain: for each word of the page its count and, where it has a vector, neighbors.

    `distinctive` are z-scores: how much more the domain uses a word than the others do.
    `domain_weights` are how much of a vector is the word's own in this domain, and
    `neighbor_stability` how many of its neighbors would stay if the documents were drawn anew,
    both in hundredths; None where that is not known.
    """

    name: str
    counts: tuple[int, ...]
    neighborhoods: tuple[Neighborhood | None, ...]
    distinctive: tuple[float, ...] = ()
    domain_weights: tuple[int | None, ...] = ()
    neighbor_stability: tuple[int | None, ...] = ()


@dataclass(frozen=True)
class PairData:
    """Two domains, by number: for each word of the page its change and its examples in both.

    `shifts` are None where a word was not tested; `tested` is how many words were, of which
    the page may hold some, and `different` how many differ by more than `min_effect`.
    """

    domains: tuple[int, int]
    tested: int
    different: int
    min_effect: float
    shifts: tuple[ShiftFigures | None, ...]
    examples: tuple[tuple[tuple[Example, ...], tuple[Example, ...]], ...]


@dataclass(frozen=True)
class PageData:
    """All that the page knows of its words, the most frequent first, and of every pair of domains.

    `planes` have for each word x and y of points, from -99 to 99: in every domain that has the
    word, itself and then its neighbors there. `sentences` are what the examples number.
    `senses` are None where a word's uses were not grouped.
    """

    title: str
    version: str
    words: tuple[str, ...]
    planes: tuple[tuple[int, ...], ...]
    sentences: tuple[str, ...]
    domains: tuple[DomainData, ...]
    pairs: tuple[PairData, ...]
    senses: tuple[SensesData | None, ...] = ()


def to_json(data: PageData) -> str:
    r"""Write the data as JSON that may stand inside an HTML script, whatever its texts hold.

    >>> films = DomainData("</script>", (), ())
    >>> to_json(PageData("R&D", "1", (), (), (), (films,), ()))[:32]
    '{"title":"R\\u0026D","version":"1'
    """
    plain = json.dumps(
        data, default=_by_name, ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", plain)


def _by_name(data: PageData | DomainData | PairData) -> dict[str, object]:
    # Not as deep as `dataclasses.asdict`, which copies every number of a page.
    return {field.name: getattr(data, field.name) for field in fields(data)}
