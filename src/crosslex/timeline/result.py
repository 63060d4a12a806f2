"""Results about ordered domains: a word's way through the periods, and the words that turn."""

from dataclasses import dataclass
from typing import Any

from crosslex.arrays import Float64s, Int64s
from crosslex.results import Interval, ListResult, TableResult
from crosslex.vectors import Neighbor

ABSENT = "–"
MIN_PERIODS = 3
"""Periods in which a word must be used: the halves of two have too few permutations."""
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
    """A word's way through the periods.

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
        if self.turn is None:
            how = "changes little at any step" if self.q <= 0.05 else "no step beyond chance"
            return f"{self.word} does not turn: {how} (change {self.change:.2f}, q {self.q:.1g})"
        return f"{self.word} turns in {self.turn} (change {self.change:.2f}, q {self.q:.1g})"

    def rows(self, neighbors: int = 3) -> list[tuple[str, ...]]:
        """Return a table with a heading: one row per period, the turn marked by an arrow."""
        head = ("", "period", "uses", "per million", "like last", "nearest words")
        return [head, *(self._row(period, neighbors) for period in self.periods)]

    def _row(self, period: Period, neighbors: int) -> tuple[str, ...]:
        near = ", ".join(word for word, _ in period.neighbors[:neighbors])
        return (
            "→" if period.name == self.turn else "",
            period.name,
            f"{period.uses:,}",
            f"{period.per_million:,.0f}",
            _shown(period),
            near or ("too rare" if period.uses else "absent"),
        )

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record per period."""
        found = []
        for period in self.periods:
            record: dict[str, Any] = {
                "word": self.word,
                "period": period.name,
                "uses": period.uses,
                "per_million": period.per_million,
                "documents": period.documents,
                "domain_weight": period.domain_weight,
            }
            for name in ("to_first", "to_previous", "to_last"):
                value = getattr(period, name)
                record[name] = None if value is None else value.value
                record[f"{name}_low"] = None if value is None else value.low
                record[f"{name}_high"] = None if value is None else value.high
            record["turn"] = period.name == self.turn
            record["neighbors"] = ", ".join(word for word, _ in period.neighbors)
            found.append(record)
        return found


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
    def entries(self) -> tuple[Turn, ...]:
        """The words that turn."""
        return self.words

    @property
    def verdict(self) -> str:
        """How many words turn, and when most do, in a sentence."""
        if len(self.periods) < MIN_PERIODS:
            return "a turn needs three periods; shifts compares two"
        total = sum(self.turned)
        told = f"{total:,} of {self.tested:,} words turn"
        if total:
            most = max(range(len(self.periods)), key=self.turned.__getitem__)
            told += f", most of them in {self.periods[most]} ({self.turned[most]:,})"
        return told

    def rows(self, neighbors: int = 3) -> list[tuple[str, ...]]:
        """Return a table with a heading, one row per word."""
        found: list[tuple[str, ...]] = [("word", "turns in", "change", "q", "from", "to")]
        for turn in self.words:
            before, after = (
                ", ".join(word for word, _ in side[:neighbors])
                for side in (turn.before, turn.after)
            )
            change, q = f"{turn.change:.2f}", f"{turn.q:.1g}"
            found.append((turn.word, turn.period, change, q, before, after))
        return found

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
                "before": ", ".join(word for word, _ in turn.before),
                "after": ", ".join(word for word, _ in turn.after),
            }
            for turn in self.words
        ]


def _shown(period: Period) -> str:
    """Return the similarity to the last period, unless it is that of a borrowed vector."""
    similarity = period.to_last
    if similarity is None:
        return ABSENT
    weight = period.domain_weight
    if weight is not None and weight < MIN_DOMAIN_WEIGHT and period.uses < MIN_USES:
        return "borrowed"
    if similarity.low == similarity.high:
        return f"{similarity.value:.2f}"
    return f"{similarity.value:.2f} ±{(similarity.high - similarity.low) / 2:.2f}"


@dataclass(frozen=True, eq=False)
class TurnTable:
    """What timelines need besides vectors, for all features of a vocabulary.

    Parameters
    ----------
    turns
        Number of the period that begins with each word's largest step; -1 for untested words.
    changes
        1 - the correlation of its profiles before and after that step.
    q
        False discovery rate over all tested words (Benjamini and Hochberg, 1995).
    spreads
        Variance of the Fisher transform of a word's similarity to itself, times its uses.
    documents
        Periods × features: number of documents that use each.
    totals
        Number of words in each period, without those too rare to be counted.
    """

    turns: Int64s
    changes: Float64s
    q: Float64s
    spreads: Float64s
    documents: Int64s
    totals: Int64s
