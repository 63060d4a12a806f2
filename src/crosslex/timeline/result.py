"""Results about ordered domains: a word's values per period, and the words that turn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from crosslex.arrays import Bools, Float64s, Int64s
from crosslex.results import MAX_Q, Interval, ListResult, TableResult, words_of
from crosslex.text.tokens import is_content_word
from crosslex.vectors import Neighbor

ABSENT = "–"
MIN_PERIODS = 3
"""Periods in which a word must be used: the halves of two have too few permutations."""
MIN_HALF_USES = 3
"""Uses in each half of a period's documents for the period to count in the test of a turn."""
MIN_OWN_USES = 10
"""Uses in a period from which a word is compared with itself elsewhere. With fewer, more than 70 %
of its vector is borrowed (median over the addresses of the presidents): it is like all periods, and
a turn may be a period off."""
MIN_CHANGE = 0.3
"""Change below which a word does not turn, and groups do not differ, however certain; chosen on the
addresses of the presidents, where words whose nearest words stay the same, such as *expedient*,
*reduce* and *so*, have 0.15 to 0.3 over two centuries."""
MAX_SHARE_RARE = 0.1
"""Share of its mean rate over periods below which a word is rare in a period."""
NEAREST = 10
"""Nearest words among which the difference between two sides is sought."""


def is_ranked(feature: str) -> bool:
    """Return whether a feature is a single word of letters, which alone are tested for turns."""
    return " " not in feature and is_content_word(feature)


def are_rare(rates: Float64s) -> Bools:
    """Return in which periods, the rows, words are rare for them.

    >>> are_rare(np.array([[0.0, 5.0], [40.0, 9.0]])).tolist()
    [[True, False], [False, False]]
    """
    return np.asarray(rates < MAX_SHARE_RARE * rates.mean(axis=0))


def contrast(
    one: Sequence[Neighbor], other: Sequence[Neighbor], top: int
) -> tuple[tuple[Neighbor, ...], tuple[Neighbor, ...]]:
    """Return the first neighbors of each side that are not among the ten nearest of the other.

    >>> contrast([("solar", 0.8), ("fuel", 0.7)], [("zeal", 0.6), ("fuel", 0.5)], 3)
    ((('solar', 0.8),), (('zeal', 0.6),))
    """
    here, there = ({word for word, _ in side[:NEAREST]} for side in (one, other))
    first = tuple(each for each in one if each[0] not in there)[:top]
    return first, tuple(each for each in other if each[0] not in here)[:top]


@dataclass(frozen=True)
class Period:
    """One word in one period; an absent word has no uses, no neighbors and no similarities.

    Parameters
    ----------
    name
        The period's name.
    uses, per_million, documents
        How often the word occurs, per million words, and in how many documents (at most 3,000
        are counted).
    neighbors
        The nearest words and their cosines.
    domain_weight
        How much of its vector is its own evidence in the period; the rest is borrowed from all.
    to_first, to_previous, to_last
        How similar it is to itself in the first and the last period with at least 10 uses, and in
        the one before: the correlation of its cosines to frequent words, with its 95 % interval
        over documents. None where it has fewer uses.
    """

    name: str
    uses: int
    per_million: float
    documents: int
    neighbors: tuple[Neighbor, ...] = ()
    domain_weight: float | None = None
    to_first: Interval | None = None
    to_previous: Interval | None = None
    to_last: Interval | None = None

    def near(self, limit: int) -> str:
        """Return its nearest words, or why there are none, as tables and figures show it."""
        return words_of(self.neighbors, limit) or ("too rare" if self.uses else "absent")


@dataclass(frozen=True, repr=False)
class Timeline(TableResult):
    """A word's similarity, frequency and neighbors per period.

    Parameters
    ----------
    word
        The word, as the model knows it; a phrase as it was typed.
    periods
        One entry per period, in order.
    turn
        The period that begins with the word's change; None if it does not turn.
    change
        How much its profile differs before and after its largest step: 0 not at all, 1 as
        unrelated words do, with its 95 % interval. None if it is too rare to be tested.
    q
        False discovery rate among all words whose q is no larger.
    last
        The last period with at least 10 uses, which `to_last` compares with; None without any.
    """

    word: str
    periods: tuple[Period, ...]
    turn: str | None
    change: Interval | None
    q: float | None
    last: str | None = None

    @property
    def verdict(self) -> str:
        """The turn, and when the word was rare, in a sentence."""
        if len(self.periods) < MIN_PERIODS:
            return f"{self.word}: a turn needs three periods; shifts compares two"
        return "; ".join(filter(None, (self._told, *self._rare)))

    @property
    def _told(self) -> str:
        """The turn in a sentence."""
        if self.change is None or self.q is None:
            rule = f"fewer than {MIN_PERIODS} periods have {MIN_HALF_USES} uses in both halves of "
            rule = rule + "their documents" if is_ranked(self.word) else "only single words are"
            return f"{self.word} is not tested for a turn: {rule}"
        figures = f"(change {self.change.value:.2f}, q {self.q:.1g})"
        if self.turn is None:
            how = "changes little at any step" if self.q <= MAX_Q else "no step beyond chance"
            return f"{self.word} does not turn: {how} {figures}"
        place = [each.name for each in self.periods].index(self.turn)
        few = min(each.uses for each in self.periods[max(place - 1, 0) : place + 1]) < MIN_OWN_USES
        told = f"{self.word} turns in{' or near' if few else ''} {self.turn} {figures}"
        known = [each.to_first for each in self.periods[place:] if each.to_first is not None]
        returns = len(known) > 1 and known[-1].low > known[0].high
        return f"{told}, and comes back: at the end more like its first use" if returns else told

    @property
    def _rare(self) -> Iterator[str]:
        """When the word came into use, and when it went out of it, as parts of a sentence."""
        used = np.flatnonzero(~are_rare(np.array([each.per_million for each in self.periods])))
        if used[0]:
            yield f"rare before {self.periods[used[0]].name}"
        if later := self.periods[used[-1] + 1 :]:
            how = "rare" if any(each.uses for each in later) else "went out of use"
            yield f"{how} after {self.periods[used[-1]].name}"

    def rows(self, neighbors: int = 3) -> list[tuple[str, ...]]:
        """Return a table with a heading: one row per period, the turn marked by an arrow."""
        like = f"like {self.last or 'last'}"
        return [
            ("", "period", "uses", "per million", like, "nearest words"),
            *(
                (
                    "→" if each.name == self.turn else "",
                    each.name,
                    f"{each.uses:,}",
                    f"{each.per_million:,.0f}",
                    _shown(each),
                    each.near(neighbors),
                )
                for each in self.periods
            ),
        ]

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record per period."""
        found = []
        for each in self.periods:
            record: dict[str, Any] = {"word": self.word, "period": each.name}
            for name in ("uses", "per_million", "documents", "domain_weight"):
                record[name] = getattr(each, name)
            for name in ("to_first", "to_previous", "to_last"):
                for end, key in (("value", name), ("low", f"{name}_low"), ("high", f"{name}_high")):
                    record[key] = getattr(getattr(each, name), end, None)
            record["turn"] = each.name == self.turn
            record["neighbors"] = words_of(each.neighbors)
            found.append(record)
        return found


def _shown(period: Period) -> str:
    """Return the similarity to the last period, or why there is none."""
    if period.to_last is None:
        return "borrowed" if period.neighbors else ABSENT
    return _with_error(period.to_last)


def _with_error(found: Interval) -> str:
    """Return a value with half its interval."""
    half = (found.high - found.low) / 2
    return f"{found.value:.2f} ±{half:.2f}" if half else f"{found.value:.2f}"


@dataclass(frozen=True)
class Turn:
    """A word that turns: when, how much, how sure, and the words near it only before or after."""

    word: str
    period: str
    change: Interval
    q: float
    uses: tuple[int, int]
    before: tuple[Neighbor, ...]
    after: tuple[Neighbor, ...]


@dataclass(frozen=True)
class Arrival:
    """A word that is rare before a period and not later, or from it on and not earlier."""

    word: str
    period: str
    uses: int


@dataclass(frozen=True, repr=False)
class Turns(ListResult[Turn]):
    """The words that turn, by the lower end of their change.

    Parameters
    ----------
    periods
        The names of all periods.
    words
        The words, as many as were asked for.
    tested, turned
        How many words are frequent enough before and after their largest step, and for each period
        how many turn with it.
    came, went
        Words that are rare only before a period, or only from it on, the most frequent first.
    """

    periods: tuple[str, ...]
    words: tuple[Turn, ...]
    tested: int
    turned: tuple[int, ...]
    came: tuple[Arrival, ...]
    went: tuple[Arrival, ...]

    @property
    def verdict(self) -> str:
        """How many words turn, and when most do, in a sentence."""
        if len(self.periods) < MIN_PERIODS:
            return "a turn needs three periods; shifts compares two"
        told = f"{sum(self.turned):,} of {self.tested:,} words turn"
        return told + when_most(self.periods, self.turned)

    def rows(self, neighbors: int = 3) -> list[tuple[str, ...]]:
        """Return a table with a heading, one row per word."""
        return [
            ("word", "turns in", "change", "q", "from", "to"),
            *(
                (
                    *(each.word, each.period, _with_error(each.change), f"{each.q:.1g}"),
                    *(words_of(side, neighbors) or ABSENT for side in (each.before, each.after)),
                )
                for each in self.words
            ),
        ]

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record per word."""
        return [
            {
                "word": turn.word,
                "period": turn.period,
                "change": turn.change.value,
                "change_low": turn.change.low,
                "change_high": turn.change.high,
                "q": turn.q,
                "uses_before": turn.uses[0],
                "uses_after": turn.uses[1],
                "before": words_of(turn.before),
                "after": words_of(turn.after),
            }
            for turn in self.words
        ]


def when_most(periods: tuple[str, ...], numbers: tuple[int, ...]) -> str:
    """Return in which period most of some words are, as the end of a sentence.

    >>> when_most(("1900", "1910"), (2, 5)), when_most(("1900", "1910"), (0, 0))
    (', most of them in 1910 (5)', '')
    """
    most = max(range(len(periods)), key=numbers.__getitem__)
    return f", most of them in {periods[most]} ({numbers[most]:,})" if any(numbers) else ""


@dataclass(frozen=True, eq=False)
class TurnTable:
    """Per-feature results that timelines need besides vectors."""

    turns: Int64s  # number of the period that begins with a word's largest step; -1 if untested
    changes: Float64s  # 1 - the correlation of its profiles before and after that step
    errors: Float64s  # standard errors of the changes
    q: Float64s  # false discovery rate over all tested words (Benjamini and Hochberg, 1995)
    spreads: Float64s  # variance of Fisher's transform of its similarity to itself, times its uses
    losses: Float64s  # what noise takes from that similarity, times its uses
    documents: Int64s  # periods × features: number of documents that use each
    totals: Int64s  # number of words in each period, without those too rare to be counted


@dataclass(frozen=True, eq=False)
class GroupTables:
    """Per-feature results that timelines of groups need besides vectors."""

    groups: tuple[str, ...]  # the group of each domain
    turns: Mapping[str, TurnTable]  # the table of each group, over its own periods
    pairs: Int64s  # the two domains of each comparison of two groups in a period, by number
    changes: Float64s  # comparisons × features: how much a word differs
    p: Float64s  # comparisons × features: its p-value, -1 where it is too rare
