"""Results about ordered domains: a word's values per period, and the words that turn."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from crosslex.arrays import Float64s, Int64s
from crosslex.results import MAX_Q, Interval, ListResult, TableResult, words_of
from crosslex.vectors import Neighbor

ABSENT = "–"
MIN_PERIODS = 3
"""Periods in which a word must be used: the halves of two have too few permutations."""
FEW_USES = 10
"""Uses on either side of a turn below which it may be a period off."""
MIN_DOMAIN_WEIGHT, MIN_USES = 0.2, 5
"""Weight of a period's own evidence in a vector, and uses there, below both of which similarities
are those of all periods together."""


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
        How similar it is to itself in the first and last period that have it, and in the one
        before: the correlation of its cosines to frequent words, with its 95 % interval over
        documents.
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


@dataclass(frozen=True, repr=False)
class Timeline(TableResult):
    """A word's similarity, frequency and neighbors per period.

    Parameters
    ----------
    word
        The word, as the model knows it.
    periods
        One entry per period, in order.
    turn
        The period that begins with the word's change; None if it does not turn.
    change
        How much its profile differs before and after its largest step: 0 not at all, 1 as
        unrelated words do. None if it is too rare to be tested.
    q
        False discovery rate among all words whose q is no larger.
    """

    word: str
    periods: tuple[Period, ...]
    turn: str | None
    change: float | None
    q: float | None

    @property
    def verdict(self) -> str:
        """The turn in a sentence."""
        if len(self.periods) < MIN_PERIODS:
            return f"{self.word}: a turn needs three periods; shifts compares two"
        if self.change is None or self.q is None:
            return f"{self.word} is too rare to say whether it turns"
        figures = f"(change {self.change:.2f}, q {self.q:.1g})"
        if self.turn is None:
            how = "changes little at any step" if self.q <= MAX_Q else "no step beyond chance"
            return f"{self.word} does not turn: {how} {figures}"
        place = [each.name for each in self.periods].index(self.turn)
        rare = min(each.uses for each in self.periods[max(place - 1, 0) : place + 1]) < FEW_USES
        told = f"{self.word} turns in{' or near' if rare else ''} {self.turn} {figures}"
        known = [each.to_first for each in self.periods[place:] if each.to_first is not None]
        returns = len(known) > 1 and known[-1].low > known[0].high
        return f"{told}, and comes back: at the end more like its first use" if returns else told

    def rows(self, neighbors: int = 3) -> list[tuple[str, ...]]:
        """Return a table with a heading: one row per period, the turn marked by an arrow."""
        rows: list[tuple[str, ...]] = [
            ("", "period", "uses", "per million", "like last", "nearest words")
        ]
        for each in self.periods:
            near = words_of(each.neighbors, neighbors)
            rows.append(
                (
                    "→" if each.name == self.turn else "",
                    each.name,
                    f"{each.uses:,}",
                    f"{each.per_million:,.0f}",
                    _shown(each),
                    near or ("too rare" if each.uses else "absent"),
                )
            )
        return rows

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
    """Return the similarity to the last period, unless it is that of a borrowed vector."""
    similarity, weight = period.to_last, period.domain_weight
    if similarity is None:
        return ABSENT
    if weight is not None and weight < MIN_DOMAIN_WEIGHT and period.uses < MIN_USES:
        return "borrowed"
    if similarity.low == similarity.high:
        return f"{similarity.value:.2f}"
    return f"{similarity.value:.2f} ±{(similarity.high - similarity.low) / 2:.2f}"


@dataclass(frozen=True)
class Turn:
    """A word that turns: when, how much, how sure, and its nearest words before and after."""

    word: str
    period: str
    change: float
    q: float
    uses: tuple[int, int]
    before: tuple[Neighbor, ...]
    after: tuple[Neighbor, ...]


@dataclass(frozen=True)
class Arrival:
    """A word that came with a period and stayed, or that has gone with a period."""

    word: str
    period: str
    uses: int


@dataclass(frozen=True, repr=False)
class Turns(ListResult[Turn]):
    """The words that turn, the most changed first.

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
        Words that only came or went, the most frequent first.
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
                    *(each.word, each.period, f"{each.change:.2f}", f"{each.q:.1g}"),
                    *(words_of(side, neighbors) for side in (each.before, each.after)),
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
                "change": turn.change,
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
    q: Float64s  # false discovery rate over all tested words (Benjamini and Hochberg, 1995)
    spreads: Float64s  # variance of Fisher's transform of its similarity to itself, times its uses
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
