"""The data of the explorer page: its types, its JSON, and its reduction to a maximum size."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import NamedTuple

MAX_BYTES = 5_900_000
"""Of data; with scripts and style the page stays below six million."""
REDUCTIONS = ((2, 10), (2, 8), (1, 8), (1, 6), (1, 5), (1, 4), (1, 3), (1, 2), (0, 2))
"""Sentences per word, domain and pair, and neighbors: the first step that is enough is taken."""

# Characters that could end a script or open a comment, and halves of characters, which have no
# UTF-8.
_UNSAFE = re.compile("[<>&\u2028\u2029\ud800-\udfff]")


class ShiftFigures(NamedTuple):
    """The change of a word between two domains, and its rank among all words tested.

    `change` is value, low, high and q, None for a number that is not finite. `contrasts` are the
    words, by number, that are near it in one domain and not in the other. `mark` says that the
    word is a name, or in no dictionary.
    """

    rank: int
    change: tuple[float | None, float | None, float | None, float | None]
    contrasts: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    mark: str = ""


class Example(NamedTuple):
    """A sentence by its number, and the places of the word in it.

    `places` are start, end, start, end, … in UTF-16 units, as JavaScript counts.
    """

    sentence: int
    places: tuple[int, ...]


class Neighborhood(NamedTuple):
    """A word's nearest words in one domain, by number, and their cosines in hundredths.

    Many periods have no room for cosines.
    """

    words: tuple[int, ...]
    cosines: tuple[int, ...] = ()


class SenseData(NamedTuple):
    """A group of a word's uses: typical contexts and, per domain, its share and its examples.

    `shares` are value, low and high of each domain, in hundredths.
    """

    contexts: tuple[str, ...]
    shares: tuple[tuple[int, int, int], ...]
    examples: tuple[tuple[Example, ...], ...]


class SensesData(NamedTuple):
    """The senses of a word in the domains, by number, that use it often enough.

    `note` is a warning if the groups may not be senses, and empty otherwise.
    """

    domains: tuple[int, ...]
    senses: tuple[SenseData, ...]
    note: str = ""


@dataclass(frozen=True)
class DomainData:
    """One domain: for each word of the page its count and, if it has a vector, its neighbors.

    `distinctive` are z-scores of the difference between the domain's use of a word and the
    others'. `domain_weights` are the shares of vectors that come from this domain, and
    `neighbor_stability` the shares of neighbors that would stay if the documents were resampled,
    both in hundredths; None if not known.
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

    `shifts` are None for words that were not tested. `tested` is the number of words tested, not
    all of which are on the page, and `typical` their median change.
    """

    domains: tuple[int, int]
    verdict: str
    tested: int
    typical: float
    shifts: tuple[ShiftFigures | None, ...]
    examples: tuple[tuple[tuple[Example, ...], tuple[Example, ...]], ...]


class TurnData(NamedTuple):
    """A word that turns and what is near it only before and only after, all by number."""

    word: int
    before: tuple[int, ...]
    after: tuple[int, ...]


class DifferenceData(NamedTuple):
    """A word that two groups use differently in a period, and what is near it in only one of them.

    Word, period, groups and neighbors are by number.
    """

    word: int
    period: int
    groups: tuple[int, int]
    near: tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class GroupData:
    """Groups within periods: the group and the period of each domain, and where groups differ.

    `differences` are the most different words; `words` have for each word of the page the periods
    and the two groups of each comparison, by number, and q.
    """

    names: tuple[str, ...]
    periods: tuple[str, ...]
    domains: tuple[tuple[int, int], ...]
    differences: tuple[DifferenceData, ...]
    words: tuple[tuple[tuple[int, int, int, float | None], ...], ...]


class WordTimeline(NamedTuple):
    """A word's way through the periods.

    `turn` is the number of the period that begins with its change, -1 for none. `change` and `q`
    are None for words that were not tested. `similarity` is that to the last period that has the
    word, with its interval, in hundredths; None for periods that lack it.
    """

    turn: int
    change: float | None
    q: float | None
    similarity: tuple[tuple[int, ...] | None, ...]


@dataclass(frozen=True)
class TimelineData:
    """Ordered domains: the words that turn most, and for each word of the page its timeline.

    `turned` are the numbers of words that turn with each period, `totals` the numbers of words in
    each. `came` and `went` are words and the periods with which they did. `examples` are those of
    each word in each period. With `groups`, there are no turns, and `turned` are numbers of words
    that differ.
    """

    verdict: str
    tested: int
    turned: tuple[int, ...]
    totals: tuple[int, ...]
    turns: tuple[TurnData, ...]
    came: tuple[tuple[int, int], ...]
    went: tuple[tuple[int, int], ...]
    words: tuple[WordTimeline, ...]
    examples: tuple[tuple[tuple[Example, ...], ...], ...]
    groups: GroupData | None = None


@dataclass(frozen=True)
class PageData:
    """All data of the page: its words, the most frequent first, and every pair of domains.

    Ordered domains have a `timeline` and no pairs.

    `planes` have for each word x and y of points, from -99 to 99: in every domain that has the
    word, itself and then its neighbors there. Examples refer to `sentences` by number. `senses`
    are None for words whose uses were not grouped.
    """

    title: str
    version: str
    words: tuple[str, ...]
    planes: tuple[tuple[int, ...], ...]
    sentences: tuple[str, ...]
    domains: tuple[DomainData, ...]
    pairs: tuple[PairData, ...]
    senses: tuple[SensesData | None, ...] = ()
    timeline: TimelineData | None = None

    @property
    def tested(self) -> int:
        """Number of words tested, in all pairs of domains or over all periods."""
        return sum(pair.tested for pair in self.pairs) + (
            self.timeline.tested if self.timeline else 0
        )


def to_json(data: PageData) -> str:
    r"""Return the data as JSON that is safe inside an HTML script.

    >>> films = DomainData("</script>", (), ())
    >>> to_json(PageData("R&D", "1", (), (), (), (films,), ()))[:32]
    '{"title":"R\\u0026D","version":"1'
    """
    plain = json.dumps(
        data, default=_by_name, ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )
    return _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", plain)


def _by_name(
    data: PageData | DomainData | PairData | TimelineData | GroupData,
) -> dict[str, object]:
    # Not as deep as `dataclasses.asdict`, which copies every number of a page.
    return {field.name: getattr(data, field.name) for field in fields(data)}


def reduced(data: PageData, max_bytes: int = MAX_BYTES) -> PageData:
    """Return the data without its last examples and neighbors, small enough for a page.

    >>> reduced(PageData("R&D", "1", (), (), (), (), ())).title
    'R&D'
    """
    smaller = data
    for examples, neighbors in REDUCTIONS:
        if len(to_json(smaller).encode()) <= max_bytes:
            break
        smaller = with_at_most(data, examples=examples, neighbors=neighbors)
    return smaller


def with_at_most(data: PageData, *, examples: int, neighbors: int) -> PageData:
    """Return the data with the first examples per word, domain and pair, and nearest neighbors."""
    numbers: dict[int, int] = {}

    def first(shown: tuple[Example, ...]) -> tuple[Example, ...]:
        # Sentences get new numbers, in the order they come.
        return tuple(
            Example(numbers.setdefault(each.sentence, len(numbers)), each.places)
            for each in shown[:examples]
        )

    def nearest(near: Neighborhood | None) -> Neighborhood | None:
        return near and Neighborhood(near.words[:neighbors], near.cosines[:neighbors])

    def of_senses(found: SensesData) -> SensesData:
        kept = (each._replace(examples=tuple(map(first, each.examples))) for each in found.senses)
        return found._replace(senses=tuple(kept))

    pairs = tuple(
        replace(pair, examples=tuple((first(a), first(b)) for a, b in pair.examples))
        for pair in data.pairs
    )
    senses = tuple(each and of_senses(each) for each in data.senses)
    timeline = data.timeline and replace(
        data.timeline,
        examples=tuple(tuple(map(first, periods)) for periods in data.timeline.examples),
    )
    return replace(
        data,
        planes=tuple(tuple(_points(data, word, neighbors)) for word in range(len(data.planes))),
        sentences=tuple(data.sentences[number] for number in numbers),
        domains=tuple(
            replace(domain, neighborhoods=tuple(map(nearest, domain.neighborhoods)))
            for domain in data.domains
        ),
        pairs=pairs,
        senses=senses,
        timeline=timeline,
    )


def _points(data: PageData, word: int, limit: int) -> Iterator[int]:
    """Yield x and y of the word itself and its nearest neighbors, domain after domain."""
    at = 0
    for domain in data.domains:
        near = domain.neighborhoods[word]
        if near is not None:
            yield from data.planes[word][at : at + 2 * (1 + min(limit, len(near.words)))]
            at += 2 * (1 + len(near.words))
