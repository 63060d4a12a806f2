"""Groups over time: a timeline for each, and the periods in which they differ."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from crosslex.arrays import Float64s, discovery_rates
from crosslex.corpus.periods import period_of
from crosslex.counts.vocabulary import Vocabulary
from crosslex.errors import InputError
from crosslex.lookup import MIN_COUNT, known_form
from crosslex.results import MAX_Q, ListResult, TableResult, listed, words_of
from crosslex.timeline.find import OrderedVectors, Reference
from crosslex.timeline.result import (
    ABSENT,
    MIN_CHANGE,
    NEAREST,
    GroupTables,
    Timeline,
    Turns,
    TurnTable,
    contrast,
    when_most,
)
from crosslex.vectors import DomainVectors, Neighbor


@dataclass(frozen=True)
class Difference:
    """One word in one period, compared between two groups.

    Parameters
    ----------
    word, period, groups
        What is compared.
    uses
        How often each of the two groups uses the word.
    change
        1 minus the correlation of its similarities to all shared words, in the one group and in
        the other, as in `shifts`.
    q
        False discovery rate: over the periods and pairs of groups of a word that was asked for,
        and over all words too where words are found by it.
    neighbors
        Its nearest words in each of the two groups that are not among those in the other.
    """

    word: str
    period: str
    groups: tuple[str, str]
    uses: tuple[int, int]
    change: float
    q: float
    neighbors: tuple[tuple[Neighbor, ...], tuple[Neighbor, ...]]

    @property
    def differs(self) -> bool:
        """Whether the two groups differ by more than chance, and not a little."""
        return self.q <= MAX_Q and self.change >= MIN_CHANGE


@dataclass(frozen=True, repr=False)
class GroupTimeline(TableResult):
    """A word's similarity, frequency and neighbors per period in groups, and where these differ.

    Parameters
    ----------
    word
        The word, as the model knows it.
    periods
        The names of all periods, in order.
    groups
        One timeline per group, by the group's name, over the periods in which it has text. Its
        `to_first` and `to_last` are similarities to the first and the last use in all groups
        together, so that groups can be compared; its turn is the group's own.
    differences
        The periods and pairs of groups in which the word is frequent enough to be compared.
    """

    word: str
    periods: tuple[str, ...]
    groups: Mapping[str, Timeline]
    differences: tuple[Difference, ...]

    @property
    def verdict(self) -> str:
        """Where the groups differ, and which turn, in a sentence."""
        found: dict[str, list[str]] = {}
        for each in filter(lambda each: each.differs, self.differences):
            figures = f"{each.period} (change {each.change:.2f}, q {each.q:.1g})"
            found.setdefault(" and ".join(each.groups), []).append(figures)
        told = [f"{two} differ in {listed(when)}" for two, when in found.items()]
        certain = [each.change for each in self.differences if each.q <= MAX_Q]
        if not self.differences:
            told = ["too rare to compare the groups in any period"]
        elif certain and not told:
            told = [f"the groups differ little in any period (largest change {max(certain):.2f})"]
        elif not told:
            least = min(each.q for each in self.differences)
            told = [f"the groups differ in no period by more than chance (lowest q {least:.1g})"]
        turns = ((group, each.turn) for group, each in self.groups.items() if each.turn)
        told += [f"turns in {turn} in {group}" for group, turn in turns]
        return f"{self.word}: {'; '.join(told)}"

    def rows(self, neighbors: int = 3) -> list[tuple[str, ...]]:
        """Return a table with a heading: one row per period and group, turns with an arrow."""
        tables = {group: each.rows(neighbors) for group, each in self.groups.items()}
        [(*_, like, near), *_] = next(iter(tables.values()))
        rows: list[tuple[str, ...]] = [("period", "q", "group", "uses", like, near)]
        for period in self.periods:
            found = [each for each in self.differences if each.period == period]
            first = (period, f"{min(each.q for each in found):.1g}" if found else ABSENT)
            only = {
                group: f"only here: {words_of(near, neighbors) or ABSENT}"
                for each in sorted(found, key=lambda each: -each.q)
                if each.differs
                for group, near in zip(each.groups, each.neighbors, strict=True)
            }
            for group, (_, *table) in tables.items():
                no_text = ("", period, "0", "", ABSENT, "no text")
                turn, _, uses, _, like, near = {row[1]: row for row in table}.get(period, no_text)
                rows.append((*first, f"{turn} {group}".strip(), uses, like, only.get(group, near)))
                first = ("", "")
        return rows

    def differs(self, period: str) -> bool:
        """Return whether two groups differ in a period."""
        return any(each.period == period and each.differs for each in self.differences)

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record per group and period; `differs_from` are groups, if any."""
        found = []
        for group, timeline in self.groups.items():
            own = [each for each in self.differences if group in each.groups]
            for record in timeline.records():
                here = [each for each in own if each.period == record["period"]]
                others = (each.groups[each.groups[0] == group] for each in here if each.differs)
                least = min((each.q for each in here), default=None)
                told = {"differs_from": ", ".join(others), "q": least}
                found.append({"group": group} | record | told)
        return found


@dataclass(frozen=True, repr=False)
class GroupTurns(ListResult[Difference]):
    """The words that groups use differently, the most different first, and each group's turns.

    Parameters
    ----------
    periods
        The names of all periods.
    groups
        The words that turn in each group, by its name.
    words
        Words that differ between two groups in a period, as many as were asked for.
    tested
        How many comparisons of a word in a period between two groups were made.
    different
        For each period, how many of these differ.
    """

    periods: tuple[str, ...]
    groups: Mapping[str, Turns]
    words: tuple[Difference, ...]
    tested: int
    different: tuple[int, ...]

    @property
    def verdict(self) -> str:
        """How many words differ, and when most do, in a sentence."""
        number = f"{sum(self.different):,}" if any(self.different) else "none"
        told = f"{listed(list(self.groups))} differ in {number} of {self.tested:,} comparisons"
        return f"{told} of a word in a period{when_most(self.periods, self.different)}"

    def rows(self, neighbors: int = 3) -> list[tuple[str, ...]]:
        """Return a table with a heading, one row per word and period."""
        two = len(self.groups) == 2
        between = tuple(self.groups) if two else ("groups", "near the first", "near the second")
        found: list[tuple[str, ...]] = [("word", "period", "change", "q", *between)]
        for each in self.words:
            near = (words_of(side, neighbors) for side in each.neighbors)
            names = () if two else (" and ".join(each.groups),)
            figures = (f"{each.change:.2f}", f"{each.q:.1g}")
            found.append((each.word, each.period, *figures, *names, *near))
        return found

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record per word and period that differs."""
        return [
            {
                "word": each.word,
                "period": each.period,
                "group_1": each.groups[0],
                "group_2": each.groups[1],
                "change": each.change,
                "q": each.q,
                "uses_1": each.uses[0],
                "uses_2": each.uses[1],
                "near_1": words_of(each.neighbors[0]),
                "near_2": words_of(each.neighbors[1]),
            }
            for each in self.words
        ]


def parts_of(
    vocabulary: Vocabulary, vectors: Mapping[str, DomainVectors], groups: Sequence[str]
) -> dict[str, tuple[list[int], Vocabulary, dict[str, DomainVectors]]]:
    """Return the numbers of each group's domains, and their words and vectors by period."""
    found = {}
    for group in sorted(set(groups)):
        places = [at for at, each in enumerate(groups) if each == group]
        domains = [vocabulary.domains[at] for at in places]
        cells = {period_of(domain, group): vectors[domain] for domain in domains}
        counts, present = vocabulary.counts[places], vocabulary.present[places]
        own = Vocabulary(tuple(cells), vocabulary.features, counts, present)
        found[group] = places, own, cells
    return found


@dataclass(frozen=True, eq=False)
class GroupedVectors:
    """The vectors of groups in periods, where their words turn, and where the groups differ."""

    vocabulary: Vocabulary
    vectors: Mapping[str, DomainVectors]
    tables: GroupTables

    @cached_property
    def period_of_domain(self) -> list[str]:
        """The period of each domain."""
        return list(map(period_of, self.vocabulary.domains, self.tables.groups))

    @cached_property
    def periods(self) -> tuple[str, ...]:
        """The names of all periods, in the order of the domains."""
        return tuple(dict.fromkeys(self.period_of_domain))

    @cached_property
    def of_group(self) -> dict[str, OrderedVectors]:
        """The ordered vectors of each group; words are compared with what all groups share."""
        reference = Reference(self.vocabulary, self.vectors, self.period_of_domain)
        parts = parts_of(self.vocabulary, self.vectors, self.tables.groups)
        return {
            group: OrderedVectors(own, vectors, self.tables.turns[group], reference)
            for group, (_, own, vectors) in parts.items()
        }

    def timeline(self, word: str, *, top: int = 10) -> GroupTimeline:
        """Return a word's timeline in each group, and where the groups differ."""
        timelines = {group: each.timeline(word, top=top) for group, each in self.of_group.items()}
        shown = next(iter(timelines.values())).word
        return GroupTimeline(shown, self.periods, timelines, self.differences(word, top))

    def differences(self, word: str, top: int = 0) -> tuple[Difference, ...]:
        """Return the comparisons of a word between groups, with `top` words near it in one only."""
        number = self.vocabulary.number[known_form(word, self.vectors)]
        compared = np.flatnonzero(self.tables.p[:, number] >= 0)
        q = discovery_rates(self.tables.p[compared, number])
        found = zip(compared.tolist(), q.tolist(), strict=True)
        return tuple(self._difference(at, number, rate, top) for at, rate in found)

    def turns(self, *, top: int | None = 50, min_count: int = 50, neighbors: int = 5) -> GroupTurns:
        """Return the words that differ between groups, and those that turn in each group."""
        turns = {
            group: each.turns(top=top, min_count=min_count, neighbors=neighbors)
            for group, each in self.of_group.items()
        }
        pairs, numbers = np.nonzero(self.tables.p >= 0)
        q = discovery_rates(self.tables.p[pairs, numbers])
        changes = self.tables.changes[pairs, numbers]
        certain = np.flatnonzero((q <= MAX_Q) & (changes >= MIN_CHANGE))
        order = np.argsort(-changes[certain], kind="stable")
        words = tuple(
            self._difference(int(pairs[at]), int(numbers[at]), float(q[at]), neighbors)
            for at in certain[order][:top]
        )
        periods = [self.period_of_domain[one] for one, _ in self.tables.pairs[pairs[certain]]]
        different = tuple(map(periods.count, self.periods))
        return GroupTurns(self.periods, turns, words, len(q), different)

    def similarities(self, words: Sequence[str]) -> Float64s:
        """Return how similar words are in each domain to their uses in all groups together.

        The result is words × domains × 3 × 3, as that of `OrderedVectors.similarities`.
        """
        found = np.full((len(words), len(self.vectors), 3, 3), np.nan)
        for group, each in self.of_group.items():
            found[:, np.array(self.tables.groups) == group] = each.similarities(words)
        return found

    def _difference(self, at: int, number: int, q: float, top: int) -> Difference:
        """Return the comparison of this number of a word, with `top` words near it in one only."""
        word, (one, other) = self.vocabulary.features[number], self.tables.pairs[at].tolist()
        near, far = (
            self.vectors[self.vocabulary.domains[place]].neighbors(
                word, max(top, NEAREST), min_count=MIN_COUNT
            )
            for place in (one, other)
        )
        here, there = self.vocabulary.counts[[one, other], number].tolist()
        return Difference(
            word,
            self.period_of_domain[one],
            (self.tables.groups[one], self.tables.groups[other]),
            (here, there),
            float(self.tables.changes[at, number]),
            q,
            contrast(near, far, top),
        )


def ordered_vectors(
    vocabulary: Vocabulary,
    vectors: Mapping[str, DomainVectors],
    table: TurnTable | GroupTables | None,
) -> OrderedVectors | GroupedVectors:
    """Return ordered vectors, of groups if there are any; refuse domains without an order."""
    if table is None:
        raise InputError(
            "the model's domains have no order; learn it with ordered=True, or "
            "over a column of dates"
        )
    if isinstance(table, GroupTables):
        return GroupedVectors(vocabulary, vectors, table)
    return OrderedVectors(vocabulary, vectors, table)
