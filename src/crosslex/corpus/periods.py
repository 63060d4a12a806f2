"""Periods: the values of a sortable column, such as a year or a date, cut into parts in order.

A second column, such as the party, may divide each period into groups: a group in a period is a
cell, and a domain.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from itertools import pairwise
from operator import index
from typing import SupportsIndex

from crosslex.checks import did_you_mean
from crosslex.errors import InputError

MAX_PERIODS = 200
MAX_GROUPS = 6
"""As many as a picture can tell apart by color."""
SHOWN_GROUPS = 8
NUMBER = re.compile(r"[+-]?[0-9]{1,18}(\.[0-9]{1,18})?")
DATE = re.compile(r"[0-9]{4}(-[01][0-9](-[0-3][0-9]([T ].*)?)?)?")
NO_ORDER = (
    "which has no order; write numbers, or dates as 1999, 1999-12 or 1999-12-31, or give each "
    "period a file of its own with ordered=True"
)
PRECISIONS = (4, 7, 10)
"""Letters of a date up to its year, month and day."""

Key = tuple[float, str]
Words = Mapping[str, int]
"""How many words the texts of each value, or of each cell, have."""


@dataclass(frozen=True)
class Periods:
    """Parts of a column's values, in order: the first value and the name of each.

    Without any, every value is a period of its own.

    >>> Periods(("1790", "1914"), ("1790-1913", "1914-2026")).name_of("1912")
    '1790-1913'
    """

    firsts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()

    def name_of(self, value: str) -> str:
        """Return the name of the period that a value is in."""
        if not self.names:
            return value
        return self.names[max(bisect_right(self._starts, sort_key(value)) - 1, 0)]

    def cell_order(self, name: str) -> tuple[int, str]:
        """Return what domains are sorted by: their period, and then their group.

        >>> periods = Periods(("1790", "1914"), ("1790-1913", "1914-2026"))
        >>> sorted(["Whig 1914-2026", "Whig 1790-1913"], key=periods.cell_order)
        ['Whig 1790-1913', 'Whig 1914-2026']
        """
        group, period = split_cell(name)
        return self.names.index(period), group

    @cached_property
    def _starts(self) -> list[Key]:
        return [sort_key(first) for first in self.firsts]


def sort_key(value: str) -> Key:
    """Return what a number or a date is sorted by.

    >>> sorted(["12", "-3", "1.5"], key=sort_key), sorted(["1999-12", "1999"], key=sort_key)
    (['-3', '1.5', '12'], ['1999', '1999-12'])
    """
    if NUMBER.fullmatch(value):
        return float(value), ""
    return float(value[:4]), value[4:]


def normalized(value: str) -> str:
    """Return a time stamp in UTC and without its zone, as they are sorted; others as they are.

    >>> normalized("1999-12-31T23:30-02:00"), normalized("1999-12-31 00:00:00"), normalized("1999")
    ('2000-01-01T01:30:00', '1999-12-31', '1999')
    """
    moment = _moment(value) if len(value) > PRECISIONS[-1] else None
    return value if moment is None else moment.isoformat().removesuffix("T00:00:00")


def _moment(value: str) -> datetime | None:
    """Return when a date begins, in UTC; None if there is no such date."""
    if not DATE.fullmatch(value):
        return None
    try:
        found = datetime.fromisoformat(value + "0000-01-01"[len(value) :])
        return found if found.tzinfo is None else found.astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError):
        return None


def has_order(value: str) -> bool:
    """Return whether a value is a number or a date.

    >>> has_order("2001.5"), has_order("2001-02"), has_order("2001-02-30"), has_order("c. 2001")
    (True, True, False, False)
    """
    return NUMBER.fullmatch(value) is not None or _moment(value) is not None


def cut_periods(
    column: str, words: Words, wanted: int | Sequence[str | int] | None = None
) -> Periods:
    """Return periods of a column's values.

    Parameters
    ----------
    column
        The column's name, for messages.
    words
        How many words the texts of each value have.
    wanted
        How many periods, of about equal amounts of text; or the first value of every period but
        the first; or None for one period per value.

    Examples
    --------
    >>> cut_periods("year", {"1790": 10, "1791": 5, "1792": 5, "1793": 10}, 3).names
    ('1790', '1791-1792', '1793')
    >>> cut_periods("year", {"1790": 10, "1791": 5, "1792": 5, "1793": 10}, [1791, 1793]).names
    ('1790', '1791-1792', '1793')
    >>> cut_periods("date", {"1790-01-08": 10, "1790-12-08": 5, "1791-10-25": 9}, ["1791"]).names
    ('1790', '1791')
    """
    values = sorted(checked(column, words), key=sort_key)
    if len(values) < 2:
        raise InputError(
            f"over: found {len(values)} values in the column {column!r}, and two periods or more "
            "are needed; name another column"
        )
    cuts = _cuts(column, values, words, wanted)
    return Periods(tuple(values[cut] for cut in cuts), _names(values, cuts))


def checked(column: str, values: Iterable[str]) -> list[str]:
    """Return values that are all numbers or all dates; refuse others, with an example.

    >>> checked("season", ["1790", "spring"])
    Traceback (most recent call last):
    crosslex.errors.InputError: season: found 'spring', which has no order...
    """
    found = list(values)
    for value in found:
        if not has_order(value):
            raise InputError(f"{column}: found {value[:40]!r}, {NO_ORDER}")
    dates = [value for value in found if not NUMBER.fullmatch(value)]
    odd = [value for value in found if dates and not DATE.fullmatch(value)]
    if odd:
        raise InputError(
            f"{column}: found the date {dates[0]!r} and the number {odd[0]!r}; write them alike"
        )
    return found


def _cuts(
    column: str, values: Sequence[str], words: Words, wanted: int | Sequence[str | int] | None
) -> list[int]:
    """Return the place of each period's first value."""
    most = min(len(values), MAX_PERIODS)
    if wanted is None:
        wanted = len(values)
    if isinstance(wanted, SupportsIndex):
        wanted = index(wanted)
        if not 2 <= wanted <= most:
            raise InputError(
                f"periods: found {wanted}, and the {len(values)} values of {column!r} allow 2 to "
                f"{most}; give one of these"
            )
        return _equal_cuts(values, words, wanted)
    if isinstance(wanted, str) or not isinstance(wanted, Sequence) or not wanted:
        raise InputError(
            f"periods: found {wanted!r:.40}; give a number, or a list of first values such as "
            "[1800, 1850]"
        )
    asked = [normalized(str(each)) for each in wanted]
    checked("periods", [values[0], *asked])
    starts = sorted(map(sort_key, asked))
    keys = [sort_key(each) for each in values]
    cuts = [0, *(sum(key < start for key in keys) for start in starts)]
    if any(after <= before for before, after in pairwise([*cuts, len(values)])):
        raise InputError(
            f"periods: {','.join(asked)} leaves a period without text: {column!r} goes from "
            f"{values[0]} to {values[-1]}; give years or dates between them"
        )
    return cuts


def _equal_cuts(values: Sequence[str], words: Words, number: int) -> list[int]:
    """Return where to cut so that the parts have about equal numbers of words."""
    before = [0]
    for value in values:
        before.append(before[-1] + words[value])
    cuts = [0]
    for place in range(1, number):
        goal = before[-1] * place / number
        # Leaves a value for this period, and one for each period to come.
        possible = range(cuts[-1] + 1, len(values) - (number - place) + 1)
        cuts.append(min(possible, key=lambda cut: abs(before[cut] - goal)))
    return cuts


def _names(values: Sequence[str], cuts: Sequence[int]) -> tuple[str, ...]:
    """Return the first and last value of each period, dates as short as keeps periods apart.

    The names can be typed on any keyboard: 1790-1829, and 1999-12..2000-01 where a value may hold
    a hyphen itself.
    """
    ends = [(values[a], values[b - 1]) for a, b in pairwise([*cuts, len(values)])]
    if not all(NUMBER.fullmatch(value) for value in values):
        for precision in PRECISIONS:
            short = [(first[:precision], last[:precision]) for first, last in ends]
            if all(last != first for (_, last), (first, _) in pairwise(short)):
                ends = short
                break
    between = ".." if any("-" in value for end in ends for value in end) else "-"
    return tuple(first if first == last else f"{first}{between}{last}" for first, last in ends)


def cell_name(group: str, period: str) -> str:
    """Return the name of a group in a period, which is a domain.

    >>> cell_name("Whig", "1841-1852"), cell_name("", "1841-1852")
    ('Whig 1841-1852', '1841-1852')
    """
    return f"{group} {period}" if group else period


def split_cell(name: str) -> tuple[str, str]:
    """Return the group and the period of a cell; a period holds no white space.

    >>> split_cell("National Union 1865-1868"), split_cell("1865-1868")
    (('National Union', '1865-1868'), ('', '1865-1868'))
    """
    group, _, period = name.rpartition(" ")
    return group, period


def period_of(domain: str, group: str) -> str:
    """Return the period of a group's domain.

    >>> period_of("Whig New Deal", "Whig"), period_of("1790-1829", "")
    ('New Deal', '1790-1829')
    """
    return domain.removeprefix(f"{group} ") if group else domain


def check_cells(domains: Sequence[str], groups: Sequence[str]) -> None:
    """Refuse domains of which only some belong to a group or are named after it; many groups."""
    for domain, group in zip(domains, groups, strict=True):
        if not group or period_of(domain, group) in ("", domain):
            raise InputError(
                f"domain {domain!r}: its group is {group!r}; give each domain a group, and name it "
                "after the group and the period"
            )
    _check_number_of_groups("domains", sorted(set(groups)), f"give up to {MAX_GROUPS}")


def _check_number_of_groups(argument: str, groups: Sequence[str], remedy: str) -> None:
    if len(groups) > MAX_GROUPS:
        more = ", …" if len(groups) > SHOWN_GROUPS else ""
        raise InputError(
            f"{argument}: found {len(groups)} groups ({', '.join(groups[:SHOWN_GROUPS])}{more}); "
            f"{remedy}"
        )


def total_words(groups: Mapping[str, Words]) -> dict[str, int]:
    """Return how many words the texts of each value have, over all groups."""
    total: dict[str, int] = {}
    for words in groups.values():
        for value, size in words.items():
            total[value] = total.get(value, 0) + size
    return total


def chosen_groups(
    by: str | None, groups: dict[str, dict[str, int]], asked: Sequence[str]
) -> dict[str, dict[str, int]]:
    """Return the groups asked for, all if none is; refuse those that cannot be compared."""
    if by is None:
        return groups
    found = list(groups)
    for group in asked:
        if group not in groups:
            raise InputError(
                f"groups: no text has {group!r} in the column {by!r}{did_you_mean(group, found)}; "
                f"choose from {', '.join(found[:SHOWN_GROUPS])}"
            )
    chosen = {group: groups[group] for group in found if group in asked or not asked}
    if len(chosen) < 2:
        named = f"only {next(iter(chosen))!r}" if chosen else "no value"
        raise InputError(f"by: found {named} in the column {by!r}; two groups or more are needed")
    _check_number_of_groups("by", list(chosen), f"name up to {MAX_GROUPS} of them in groups")
    return chosen
