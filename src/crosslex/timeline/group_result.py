"""Results about groups over time: one timeline per group, and the periods in which they differ."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from crosslex.arrays import Float64s, Int64s
from crosslex.results import MAX_Q, ListResult, TableResult, listed
from crosslex.timeline.result import ABSENT, Timeline, Turns, TurnTable
from crosslex.vectors import Neighbor


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
    """A word's way through the periods in several groups, and where the groups differ.

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
        certain = [each for each in self.differences if each.is_certain]
        if certain:
            told = [
                f"{' and '.join(each.groups)} differ in {each.period} (change {each.change:.2f}, "
                f"q {each.q:.1g})"
                for each in certain
            ]
        elif self.differences:
            least = min(each.q for each in self.differences)
            told = [f"the groups differ in no period by more than chance (lowest q {least:.1g})"]
        else:
            told = ["too rare to compare the groups in any period"]
        told += [
            f"turns in {each.turn} in {group}" for group, each in self.groups.items() if each.turn
        ]
        return f"{self.word}: {'; '.join(told)}"

    def rows(self, neighbors: int = 3) -> list[tuple[str, ...]]:
        """Return a table with a heading: one row per period and group, turns with an arrow."""
        rows: list[tuple[str, ...]] = [
            ("period", "q", "group", "uses", "like last", "nearest words")
        ]
        for period in self.periods:
            first = (period, self.lowest_q(period))
            for group, timeline in self.groups.items():
                cells = next((row for row in timeline.rows(neighbors) if row[1] == period), None)
                turn, _, uses, _, like, near = cells or ("", period, "0", "", ABSENT, "no text")
                rows.append((*first, f"{turn} {group}".strip(), uses, like, near))
                first = ("", "")
        return rows

    def differs(self, period: str) -> bool:
        """Return whether two groups differ in a period by more than chance."""
        return any(each.period == period and each.is_certain for each in self.differences)

    def lowest_q(self, period: str) -> str:
        """Return the lowest q of two groups in a period, as it is shown."""
        found = [each.q for each in self.differences if each.period == period]
        return f"{min(found):.1g}" if found else ABSENT

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
    def entries(self) -> tuple[Difference, ...]:
        """The words that differ."""
        return self.words

    @property
    def verdict(self) -> str:
        """How many words differ, and when most do, in a sentence."""
        names, total = listed(list(self.groups)), sum(self.different)
        compared = f"{self.tested:,} comparisons of a word in a period"
        if not total:
            return f"{names} differ in none of {compared}"
        most = max(range(len(self.periods)), key=self.different.__getitem__)
        told = f"{names} differ in {total:,} of {compared}"
        return f"{told}, most of them in {self.periods[most]} ({self.different[most]:,})"

    def rows(self, neighbors: int = 3) -> list[tuple[str, ...]]:
        """Return a table with a heading, one row per word and period."""
        two = len(self.groups) == 2
        between = tuple(self.groups) if two else ("groups", "near the first", "near the second")
        found: list[tuple[str, ...]] = [("word", "period", "change", "q", *between)]
        for each in self.words:
            near = (", ".join(word for word, _ in side[:neighbors]) for side in each.neighbors)
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
                "near_1": ", ".join(word for word, _ in each.neighbors[0]),
                "near_2": ", ".join(word for word, _ in each.neighbors[1]),
            }
            for each in self.words
        ]


@dataclass(frozen=True, eq=False)
class GroupTables:
    """What timelines of groups need besides vectors.

    Parameters
    ----------
    groups
        The group of each domain.
    turns
        The table of each group, over its own periods.
    pairs
        The two domains, by number, of each comparison of two groups in a period.
    changes, p
        Comparisons × features: how much a word differs, and its p-value, -1 where it is too rare.
    """

    groups: tuple[str, ...]
    turns: Mapping[str, TurnTable]
    pairs: Int64s
    changes: Float64s
    p: Float64s
