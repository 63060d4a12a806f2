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
from crosslex.timeline.result import ABSENT, GroupTables, Timeline, Turns, TurnTable, when_most
from crosslex.vectors import DomainVectors, Neighbor

NEAREST = 10
"""Nearest words in the other group that are not shown as a difference."""


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
    def is_certain(self) -> bool:
        """Whether the two groups differ by more than chance."""
        return self.q <= MAX_Q


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
        told = [
            f"{' and '.join(each.groups)} differ in {each.period} (change {each.change:.2f}, "
            f"q {each.q:.1g})"
            for each in self.differences
            if each.is_certain
        ]
        if not self.differences:
            told = ["too rare to compare the groups in any period"]
        elif not told:
            least = min(each.q for each in self.differences)
            told = [f"the groups differ in no period by more than chance (lowest q {least:.1g})"]
        turns = ((group, each.turn) for group, each in self.groups.items() if each.turn)
        told += [f"turns in {turn} in {group}" for group, turn in turns]
        return f"{self.word}: {'; '.join(told)}"

    def rows(self, neighbors: int = 3) -> list[tuple[str, ...]]:
        """Return a table with a heading: one row per period and group, turns with an arrow."""
        tables = {
            group: {row[1]: row for row in each.rows(neighbors)}
            for group, each in self.groups.items()
        }
        rows: list[tuple[str, ...]] = [
            ("period", "q", "group", "uses", "like last", "nearest words")
        ]
        for period in self.periods:
            found = [each.q for each in self.differences if each.period == period]
            first = (period, f"{min(found):.1g}" if found else ABSENT)
            for group, table in tables.items():
                no_text = ("", period, "0", "", ABSENT, "no text")
                turn, _, uses, _, like, near = table.get(period, no_text)
                rows.append((*first, f"{turn} {group}".strip(), uses, like, near))
                first = ("", "")
        return rows

    def differs(self, period: str) -> bool:
        """Return whether two groups differ in a period by more than chance."""
        return any(each.period == period and each.is_certain for each in self.differences)

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record per group and period; `differs_from` are groups, if any."""
        found = []
        for group, timeline in self.groups.items():
            for record in timeline.records():
                others = [
                    (each.groups[each.groups[0] == group], each.q)
                    for each in self.differences
                    if each.period == record["period"] and group in each.groups
                ]
                differs = ", ".join(other for other, q in others if q <= MAX_Q)
                least = min((q for _, q in others), default=None)
                found.append({"group": group} | record | {"differs_from": differs, "q": least})
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
        periods = tuple(period_of(domain, group) for domain in domains)
        counts, present = vocabulary.counts[places], vocabulary.present[places]
        own = Vocabulary(periods, vocabulary.features, counts, present)
        cells = [vectors[domain] for domain in domains]
        found[group] = places, own, dict(zip(periods, cells, strict=True))
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
        together = [
            [at for at, each in enumerate(self.period_of_domain) if each == period]
            for period in self.periods
        ]
        reference = Reference(self.vocabulary, self.vectors, together)
        parts = parts_of(self.vocabulary, self.vectors, self.tables.groups)
        return {
            group: OrderedVectors(own, vectors, self.tables.turns[group], reference)
            for group, (_, own, vectors) in parts.items()
        }

    def timeline(self, word: str, *, top: int = 10) -> GroupTimeline:
        """Return a word's timeline in each group, and where the groups differ."""
        timelines = {group: each.timeline(word, top=top) for group, each in self.of_group.items()}
        word = known_form(word, self.vectors)
        number = self.vocabulary.number[word]
        differences = tuple(
            self._difference(at, number, q, top) for at, q in self._rates(number).items()
        )
        return GroupTimeline(word, self.periods, timelines, differences)

    def compared(self, word: str) -> list[tuple[str, tuple[str, str], float]]:
        """Return the period, the two groups and q of each comparison of a word."""
        rates = self._rates(self.vocabulary.number[word])
        return [(*self._pair(at), q) for at, q in rates.items()]

    def turns(self, *, top: int | None = 50, min_count: int = 50, neighbors: int = 5) -> GroupTurns:
        """Return the words that differ between groups, and those that turn in each group."""
        turns = {
            group: each.turns(top=top, min_count=min_count, neighbors=neighbors)
            for group, each in self.of_group.items()
        }
        pairs, numbers = np.nonzero(self.tables.p >= 0)
        q = discovery_rates(self.tables.p[pairs, numbers])
        certain = np.flatnonzero(q <= MAX_Q)
        order = np.argsort(-self.tables.changes[pairs, numbers][certain], kind="stable")
        words = tuple(
            self._difference(int(pairs[at]), int(numbers[at]), float(q[at]), neighbors)
            for at in certain[order][:top]
        )
        periods = [self._pair(int(at))[0] for at in pairs[certain]]
        different = tuple(map(periods.count, self.periods))
        return GroupTurns(self.periods, turns, words, len(q), different)

    def similarities(self, words: Sequence[str]) -> Float64s:
        """Return how similar words are in each domain to their uses in all groups together.

        The result is words × domains × 3 × 3, as that of `OrderedVectors.similarities`.
        """
        found = np.full((len(words), len(self.vectors), 3, 3), np.nan)
        for group, each in self.of_group.items():
            places = [at for at, name in enumerate(self.tables.groups) if name == group]
            found[:, places] = each.similarities(words)
        return found

    def _rates(self, number: int) -> dict[int, float]:
        """Return the false discovery rate of a word's comparisons among each other."""
        p = self.tables.p[:, number]
        known = np.flatnonzero(p >= 0)
        return dict(zip(known.tolist(), discovery_rates(p[known]).tolist(), strict=True))

    def _pair(self, at: int) -> tuple[str, tuple[str, str]]:
        """Return the period and the two groups of a comparison."""
        one, other = self.tables.pairs[at]
        return self.period_of_domain[one], (self.tables.groups[one], self.tables.groups[other])

    def _difference(self, at: int, number: int, q: float, neighbors: int) -> Difference:
        word, places = self.vocabulary.features[number], self.tables.pairs[at]
        near = [
            self.vectors[self.vocabulary.domains[place]].neighbors(
                word, max(neighbors, NEAREST), min_count=MIN_COUNT
            )
            for place in places
        ]
        names = [{other for other, _ in side[:NEAREST]} for side in near]
        one, other = (
            tuple(each for each in side if each[0] not in known)[:neighbors]
            for side, known in zip(near, reversed(names), strict=True)
        )
        here, there = self.vocabulary.counts[places, number].tolist()
        change = float(self.tables.changes[at, number])
        return Difference(word, *self._pair(at), (here, there), change, q, (one, other))


def ordered_vectors(
    vocabulary: Vocabulary,
    vectors: Mapping[str, DomainVectors],
    table: TurnTable | GroupTables | None,
) -> OrderedVectors | GroupedVectors:
    """Return ordered vectors, of groups if there are any; refuse domains without an order."""
    if table is None:
        raise InputError(
            "the model's domains have no order; learn it with ordered=True (crosslex learn … "
            "--over COLUMN or --ordered)"
        )
    if isinstance(table, GroupTables):
        return GroupedVectors(vocabulary, vectors, table)
    return OrderedVectors(vocabulary, vectors, table)
