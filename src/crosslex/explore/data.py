"""The data of the explorer page: its types, its JSON, and its reduction to a maximum size."""

import json
import re
from bisect import bisect_left
from dataclasses import dataclass, fields, replace
from math import isfinite
from typing import NamedTuple

MAX_BYTES = 5_900_000
"""Of data; with scripts and style the page stays below six million."""
REDUCTIONS = (
    *((7, 10), (5, 10), (3, 10), (2, 10)),
    *((2, 8), (1, 8), (1, 7), (1, 6), (1, 5), (1, 4), (1, 3), (1, 2), (0, 2)),
)
"""Sentences per word and domain, and neighbors: the first step that is enough is taken."""
EXAMPLES_FACTOR_SENSES = 3
"""Times as many sentences of the words that change most, which are shown with senses."""

# Characters that could end a script or open a comment, and halves of characters, which have no
# UTF-8.
_UNSAFE = re.compile("[<>&\u2028\u2029\ud800-\udfff]")


class Example(NamedTuple):
    """A sentence by its number, and the places of the word in it.

    `places` are start, end, start, end, … in UTF-16 units, as JavaScript counts.
    """

    sentence: int
    places: tuple[int, ...]


Examples = tuple[Example, ...]


class PageNeighborhood(NamedTuple):
    """A word's nearest words in one domain, by number: the page's words, and then its `others`.

    `cosines` are in hundredths. `points` are x and y, from -99 to 99, of the word itself and then
    of its neighbors, in a plane that is common to all domains. Periods have neither.
    """

    words: tuple[int, ...]
    cosines: tuple[int, ...] = ()
    points: tuple[int, ...] = ()

    def nearest(self, size: int) -> "PageNeighborhood":
        """Return the first neighbors only."""
        return PageNeighborhood(
            self.words[:size], self.cosines[:size], self.points[: 2 * (1 + size)]
        )


@dataclass(frozen=True)
class DomainData:
    """One domain: for each word of the page its count, examples and, with a vector, neighbors.

    `distinctive` are z-scores of the difference between the domain's use of a word and the
    others'. `domain_weights` are the shares of vectors that come from this domain, and
    `neighbor_stability` the shares of neighbors that would stay if the documents were resampled,
    both in hundredths; None if not known.
    """

    name: str
    counts: tuple[int, ...] = ()
    neighborhoods: tuple[PageNeighborhood | None, ...] = ()
    examples: tuple[Examples, ...] = ()
    distinctive: tuple[float, ...] = ()
    domain_weights: tuple[int | None, ...] = ()
    neighbor_stability: tuple[int | None, ...] = ()


class ShiftFigures(NamedTuple):
    """The change of a word between two domains, and its rank among all words tested.

    `change` is value, low, high and q, None for a number that is not finite. `contrasts` are the
    words, by number, that are near it in one domain and not in the other. `mark` says that the
    word is a name, or in no dictionary.
    """

    rank: int
    change: tuple[float | None, ...]
    contrasts: tuple[tuple[int, ...], ...] = ((), ())
    mark: str = ""


@dataclass(frozen=True)
class PairData:
    """Two domains, by number: for each word of the page its change, None if it was not tested.

    `tested` is the number of words tested, not all of which are on the page, and `typical` their
    median change.
    """

    domains: tuple[int, int]
    verdict: str
    tested: int
    typical: float
    shifts: tuple[ShiftFigures | None, ...]


class SenseData(NamedTuple):
    """A group of a word's uses: typical contexts and, per domain, its share and its examples.

    `shares` are value, low and high of each domain, in hundredths.
    """

    contexts: tuple[str, ...]
    shares: tuple[tuple[int, int, int], ...]
    examples: tuple[Examples, ...]


class SensesData(NamedTuple):
    """The senses of a word in the domains, by number, that use it often enough.

    `note` is a warning if the groups may not be senses, and empty otherwise.
    """

    domains: tuple[int, ...]
    senses: tuple[SenseData, ...]
    note: str = ""


class TurnData(NamedTuple):
    """A word that turns with a period, or that two groups use differently in it, by number.

    `near` are words near it only before and only after, or only in one group and only in the
    other; they need not be on the page.
    """

    word: int
    period: int
    near: tuple[tuple[str, ...], ...]
    groups: tuple[int, ...] = ()


class WordTimeline(NamedTuple):
    """A word's similarity, frequency and neighbors per period.

    `similarity` is that to the last period that uses the word often enough, with its interval, in
    hundredths; None for periods that do not. `turn` is the number of the period that begins with
    its change, -1 for none. `change` and `q` are None for words that were not tested. `near` are
    words near it only before its turn and only after, if it turns.
    """

    similarity: tuple[tuple[int, ...] | None, ...]
    turn: int = -1
    change: float | None = None
    q: float | None = None
    near: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class GroupData:
    """Groups within periods: the group and the period of each domain.

    `words` have for each word of the page the periods and the two groups of each comparison, by
    number, q, and whether they differ.
    """

    names: tuple[str, ...]
    periods: tuple[str, ...]
    domains: tuple[tuple[int, int], ...]
    words: tuple[tuple[tuple[int, int, int, float | None, bool], ...], ...]


@dataclass(frozen=True)
class TimelineData:
    """Ordered domains: the words that turn most, and for each word of the page its timeline.

    `turned` are the numbers of words that turn with each period, `totals` the numbers of words in
    each. `came` and `went` are words and the periods with which they did. With `groups`, turns
    are differences between groups, and `turned` are numbers of words that differ.
    """

    verdict: str
    tested: int
    turned: tuple[int, ...]
    totals: tuple[int, ...]
    turns: tuple[TurnData, ...]
    words: tuple[WordTimeline, ...]
    came: tuple[tuple[int, int], ...] = ()
    went: tuple[tuple[int, int], ...] = ()
    groups: GroupData | None = None


@dataclass(frozen=True)
class PageData:
    """All data of the page: its words, the most frequent first, and every pair of domains.

    Ordered domains have a `timeline` and no pairs. Examples refer to `sentences` by number.
    `senses` are None for words whose uses were not grouped. `others` are only near these words.
    """

    title: str
    version: str
    words: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    domains: tuple[DomainData, ...] = ()
    pairs: tuple[PairData, ...] = ()
    senses: tuple[SensesData | None, ...] = ()
    timeline: TimelineData | None = None
    others: tuple[str, ...] = ()


def short(number: float) -> float | None:
    """Return a number with more digits than are shown, which rounds it once; None if infinite."""
    return float(f"{number:.6g}") if isfinite(number) else None


def to_json(data: PageData) -> str:
    r"""Return the data as JSON that is safe inside an HTML script.

    >>> to_json(PageData("R&D", "1", domains=(DomainData("</script>"),)))[:32]
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

    >>> reduced(PageData("R&D", "1")).title
    'R&D'
    """

    def after(step: int) -> PageData:
        if not step:
            return data
        examples, neighbors = REDUCTIONS[step - 1]
        return with_at_most(data, examples=examples, neighbors=neighbors)

    def fits(step: int) -> bool:
        return len(to_json(after(step)).encode()) <= max_bytes

    return after(bisect_left(range(len(REDUCTIONS)), True, key=fits))


def with_at_most(data: PageData, *, examples: int, neighbors: int) -> PageData:
    """Return the data with the first examples per word and domain, and the nearest neighbors.

    Words with senses keep more examples.
    """
    numbers: dict[int, int] = {}

    def first(shown: Examples, size: int) -> Examples:
        # Sentences get new numbers, in the order they come.
        return tuple(
            Example(numbers.setdefault(each.sentence, len(numbers)), each.places)
            for each in shown[:size]
        )

    more = EXAMPLES_FACTOR_SENSES * examples
    sizes = [more if senses else examples for senses in data.senses or (None,) * len(data.words)]
    domains = tuple(
        replace(
            domain,
            examples=tuple(map(first, domain.examples, sizes)),
            neighborhoods=tuple(near and near.nearest(neighbors) for near in domain.neighborhoods),
        )
        for domain in data.domains
    )
    senses = tuple(
        found
        and found._replace(
            senses=tuple(
                each._replace(examples=tuple(first(shown, more) for shown in each.examples))
                for each in found.senses
            )
        )
        for found in data.senses
    )
    sentences = tuple(data.sentences[number] for number in numbers)
    return replace(data, sentences=sentences, domains=domains, senses=senses)
