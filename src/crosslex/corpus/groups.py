"""Groups of texts within periods: a second column, such as the party, divides each period."""

from collections.abc import Mapping, Sequence

from crosslex.checks import did_you_mean
from crosslex.errors import InputError

MAX_GROUPS = 6
"""As many as a picture can tell apart by color."""

SHOWN = 8

Words = Mapping[str, int]
"""How many words the texts of each value, or of each cell, have."""


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
    found = sorted(set(groups))
    if len(found) > MAX_GROUPS:
        more = ", …" if len(found) > SHOWN else ""
        raise InputError(
            f"domains: found {len(found)} groups ({', '.join(found[:SHOWN])}{more}); give up to "
            f"{MAX_GROUPS}"
        )


def words_by_group(words: Words) -> dict[str, dict[str, int]]:
    """Return for each group, in alphabetical order, how many words its values have.

    >>> words_by_group({"Whig 1841": 5, "Democratic 1841": 3, "Democratic 1845": 4})
    {'Democratic': {'1841': 3, '1845': 4}, 'Whig': {'1841': 5}}
    """
    found: dict[str, dict[str, int]] = {}
    for name in sorted(words):
        group, value = split_cell(name)
        found.setdefault(group, {})[value] = words[name]
    return found


def total_words(groups: Mapping[str, Words]) -> dict[str, int]:
    """Return how many words the texts of each value have, over all groups."""
    total: dict[str, int] = {}
    for words in groups.values():
        for value, size in words.items():
            total[value] = total.get(value, 0) + size
    return total


def chosen_groups(
    by: str | None, groups: Mapping[str, Words], asked: Sequence[str]
) -> Mapping[str, Words]:
    """Return the groups asked for, all if none is; refuse those that cannot be compared."""
    if by is None:
        return groups
    found = list(groups)
    for group in asked:
        if group not in groups:
            raise InputError(
                f"groups: no text has {group!r} in the column {by!r}{did_you_mean(group, found)}; "
                f"choose from {', '.join(found[:SHOWN])}"
            )
    chosen = {group: groups[group] for group in found if group in asked or not asked}
    if len(chosen) < 2:
        named = f"only {next(iter(chosen))!r}" if chosen else "no value"
        raise InputError(f"by: found {named} in the column {by!r}; two groups or more are needed")
    if len(chosen) > MAX_GROUPS:
        more = ", …" if len(found) > SHOWN else ""
        raise InputError(
            f"by: the column {by!r} has {len(found)} values ({', '.join(found[:SHOWN])}{more}); "
            f"name up to {MAX_GROUPS} of them in groups"
        )
    return chosen
