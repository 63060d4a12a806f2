"""Timelines of several groups, from the vectors of their periods and the comparison of groups."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from crosslex.arrays import Float64s, Int64s
from crosslex.checks import check_whole
from crosslex.corpus.periods import check_cells, period_of
from crosslex.counts.vocabulary import Vocabulary
from crosslex.errors import InputError
from crosslex.lookup import MIN_COUNT, known_form
from crosslex.results import MAX_Q
from crosslex.timeline.find import OrderedVectors, TurnSettings, WordUses
from crosslex.timeline.group_result import Difference, GroupTables, GroupTimeline, GroupTurns
from crosslex.timeline.profiles import Anchors
from crosslex.timeline.result import TurnTable
from crosslex.vectors import DomainVectors, unit_rows

NEAREST = 10
"""Nearest words in the other group that are not shown as a difference."""


@dataclass(frozen=True, eq=False)
class GroupPeriods:
    """The domains of one group: their numbers, and their vectors by the names of the periods."""

    places: tuple[int, ...]
    vocabulary: Vocabulary
    vectors: Mapping[str, DomainVectors]


def periods_of_groups(
    vocabulary: Vocabulary, vectors: Mapping[str, DomainVectors], groups: Sequence[str]
) -> dict[str, GroupPeriods]:
    """Return the periods of each group, given the group of each domain."""
    found = {}
    for group in sorted(set(groups)):
        places = [at for at, each in enumerate(groups) if each == group]
        periods = tuple(period_of(vocabulary.domains[at], group) for at in places)
        own = Vocabulary(
            periods, vocabulary.features, vocabulary.counts[places], vocabulary.present[places]
        )
        cells = [vectors[vocabulary.domains[at]] for at in places]
        found[group] = GroupPeriods(tuple(places), own, dict(zip(periods, cells, strict=True)))
    return found


def measure_groups(
    vocabulary: Vocabulary,
    vectors: Mapping[str, DomainVectors],
    groups: Sequence[str],
    measure: Callable[[GroupPeriods], TurnTable],
) -> GroupTables:
    """Return the turns of each group; the groups are not compared yet."""
    check_cells(vocabulary.domains, groups)
    periods = periods_of_groups(vocabulary, vectors, groups)
    none = np.zeros((0, len(vocabulary.features)))
    return GroupTables(
        tuple(groups),
        {group: measure(each) for group, each in periods.items()},
        np.zeros((0, 2), np.int64),
        none,
        none,
    )


@dataclass(frozen=True, eq=False)
class GroupedVectors:
    """The vectors of groups in periods, where their words turn, and where the groups differ."""

    vocabulary: Vocabulary
    vectors: Mapping[str, DomainVectors]
    tables: GroupTables

    @cached_property
    def periods(self) -> tuple[str, ...]:
        """The names of all periods, in the order of the domains."""
        domains = zip(self.vocabulary.domains, self.tables.groups, strict=True)
        return tuple(dict.fromkeys(period_of(name, group) for name, group in domains))

    @cached_property
    def of_group(self) -> dict[str, OrderedVectors]:
        """The ordered vectors of each group, with words in common that others are compared with."""
        anchors = Anchors.of(self.vocabulary, self.vectors)
        periods = periods_of_groups(self.vocabulary, self.vectors, self.tables.groups)
        return {
            group: OrderedVectors(each.vocabulary, each.vectors, self.tables.turns[group], anchors)
            for group, each in periods.items()
        }

    def timeline(self, word: str, *, top: int = 10) -> GroupTimeline:
        """Return a word's way through the periods in each group, and where the groups differ."""
        check_whole("top", top, least=1)
        word = known_form(word, self.vectors)
        ends = self.pooled([word], self.periods), self.pooled([word], reversed(self.periods))
        timelines = {group: each.follow(word, top, ends) for group, each in self.of_group.items()}
        number = self.vocabulary.number[word]
        compared = np.flatnonzero(self.tables.p[:, number] >= 0)
        differences = tuple(
            self._difference(int(at), number, q, top)
            for at, (_, _, q) in zip(compared, self.compared(word), strict=True)
        )
        return GroupTimeline(word, self.periods, timelines, differences)

    def compared(self, word: str) -> list[tuple[str, tuple[str, str], float]]:
        """Return the period, the two groups and q of each comparison of a word.

        The false discovery rate is that over the word's own comparisons.
        """
        p = self.tables.p[:, self.vocabulary.number[word]]
        known = np.flatnonzero(p >= 0)
        return [
            (*self._pair(int(at)), float(q))
            for at, q in zip(known, _discovery_rates(p[known]), strict=True)
        ]

    def turns(self, settings: TurnSettings) -> GroupTurns:
        """Return the words that differ between groups, and those that turn in each group."""
        turns = {group: each.turns(settings) for group, each in self.of_group.items()}
        pairs, numbers = np.nonzero(self.tables.p >= 0)
        q = _discovery_rates(self.tables.p[pairs, numbers])
        certain = np.flatnonzero(q <= MAX_Q)
        order = np.argsort(-self.tables.changes[pairs, numbers][certain], kind="stable")
        words = tuple(
            self._difference(int(pairs[at]), int(numbers[at]), float(q[at]), settings.neighbors)
            for at in certain[order][: settings.top]
        )
        of_pair = [self.periods.index(self._pair(at)[0]) for at in range(len(self.tables.pairs))]
        different = np.bincount(
            np.array(of_pair, np.int64)[pairs[certain]], minlength=len(self.periods)
        )
        return GroupTurns(self.periods, turns, words, len(q), tuple(map(int, different)))

    def pooled(self, words: Sequence[str], periods: Iterable[str]) -> WordUses:
        """Return the words in the first of some periods that has each, in all groups together."""
        size = next(iter(self.vectors.values())).vectors.shape[1]
        vectors, uses = np.zeros((len(words), size), np.float32), np.zeros(len(words), np.int64)
        for period in periods:
            total, number = np.zeros_like(vectors), np.zeros_like(uses)
            for each in self.of_group.values():
                if period in each.vectors:
                    cell = each.vectors[period]
                    rows = np.array([cell.positions.get(word, -1) for word in words])
                    known = rows >= 0
                    assert cell.counts is not None
                    number[known] += cell.counts[rows[known]]
                    weights = cell.counts[rows[known]][:, None]
                    total[known] += weights * unit_rows(cell.vectors[rows[known]])
            new = uses == 0
            vectors[new], uses[new] = unit_rows(total)[new], number[new]
        return WordUses(vectors, uses)

    def to_last(self, words: Sequence[str]) -> Float64s:
        """Return how similar words are in each domain to their last use in all groups together.

        The result is words × domains × 3, as that of `OrderedVectors.to_last`.
        """
        last = self.pooled(words, reversed(self.periods))
        found = np.full((len(words), len(self.vectors), 3), np.nan)
        for group, each in self.of_group.items():
            places = [at for at, name in enumerate(self.tables.groups) if name == group]
            found[:, places] = each.to_last(words, last)
        return found

    def _pair(self, at: int) -> tuple[str, tuple[str, str]]:
        """Return the period and the two groups of a comparison."""
        one, other = (int(place) for place in self.tables.pairs[at])
        groups = self.tables.groups[one], self.tables.groups[other]
        return period_of(self.vocabulary.domains[one], groups[0]), groups

    def _difference(self, at: int, number: int, q: float, neighbors: int) -> Difference:
        word, (period, groups) = self.vocabulary.features[number], self._pair(at)
        places = self.tables.pairs[at]
        cells = [self.vectors[self.vocabulary.domains[place]] for place in places]
        near = [
            cell.neighbors(word, max(neighbors, NEAREST), min_count=MIN_COUNT) for cell in cells
        ]
        names = [{other for other, _ in side[:NEAREST]} for side in near]
        one, other = (
            tuple(each for each in side if each[0] not in known)[:neighbors]
            for side, known in zip(near, reversed(names), strict=True)
        )
        uses: Int64s = self.vocabulary.counts[places, number]
        return Difference(
            word,
            period,
            groups,
            (int(uses[0]), int(uses[1])),
            float(self.tables.changes[at, number]),
            q,
            (one, other),
        )


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


def _discovery_rates(p: Float64s) -> Float64s:
    """Return the false discovery rate of each p-value."""
    # Imported here: looking up a word loads this file, but needs no scipy.
    from scipy.stats import false_discovery_control

    return np.asarray(false_discovery_control(p))
