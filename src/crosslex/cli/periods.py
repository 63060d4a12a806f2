"""Options that order texts: columns of periods and of groups, read from one path."""

import warnings
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

from crosslex.cli.domains import MIN_TOKENS
from crosslex.cli.options import flag, option, split_names
from crosslex.errors import CrosslexWarning, InputError
from crosslex.progress import progress

if TYPE_CHECKING:
    from crosslex.corpus import ReadOptions

PANEL = "Periods"
_order = partial(option, panel=PANEL)

Over = Annotated[
    str | None,
    _order(
        help="Column of a year, a number or a date such as 1999-12-31: the domains are its "
        "periods, in order; give one PATH.",
        metavar="NAME",
    ),
]
Periods = Annotated[
    str | None,
    _order(
        help="How many periods, of about equal amounts of text, or where all but the first "
        "begin: 1800,1850,1900.",
        default="one per value",
        metavar="N",
    ),
]
By = Annotated[
    str | None,
    _order(
        help="Second column, such as the party: each period is divided into its groups, and "
        "timeline compares them.",
        metavar="NAME",
    ),
]
Groups = Annotated[
    str | None,
    _order(
        help="Values of --by to read; texts of others are left out.",
        default="all",
        metavar="A,B",
    ),
]
Ordered = Annotated[
    bool,
    flag("--ordered", help="The domains NAME=PATH are periods, in this order.", panel=PANEL),
]


def column_of_domains(
    domain_column: str | None,
    over: str | None,
    ordered: bool,
    needing_over: dict[str, str | None],
) -> str | None:
    """Return the column that says which domain a document is of, if there is one.

    `needing_over` are the options that have a meaning with `--over` only.
    """
    if over is None:
        for name, value in needing_over.items():
            if value is not None:
                raise InputError(
                    f"{name}: only a column of years or dates has periods; name it with --over"
                )
        if domain_column is not None and ordered:
            raise InputError("ordered: the names of a column have no order; give NAME=PATH …")
        return domain_column
    if domain_column is not None or ordered:
        other = "--ordered" if ordered else "--domain-column"
        raise InputError(f"over: given with {other}; give one of them")
    return over


def in_periods(path: str, how: "ReadOptions", over: str, wanted: str | None) -> "ReadOptions":
    """Return how to read each document into its period; warn of periods with little text."""
    from crosslex.corpus import (
        MAX_PERIODS,
        cell_name,
        chosen_groups,
        count_values,
        cut_periods,
        most_periods,
        total_words,
        words_by_group,
    )

    with progress(f"read {over}"):
        counted = words_by_group(count_values(path, how))
    groups = chosen_groups(how.group_column, counted, how.groups)
    words = total_words(groups)
    many = None if wanted is None else split_names("--periods", wanted)
    # One number is how many periods, one year where the second begins.
    if many and len(many) == 1 and many[0].isdigit() and int(many[0]) <= MAX_PERIODS:
        found = cut_periods(over, words, int(many[0]))
    else:
        found = cut_periods(over, words, many)
    sizes: dict[str, int] = {}
    for group, of_group in groups.items():
        for value, size in of_group.items():
            name = cell_name(group, found.name_of(value))
            sizes[name] = sizes.get(name, 0) + size
    small = [name for name in sorted(sizes, key=found.cell_order) if sizes[name] < MIN_TOKENS]
    if small:
        most = most_periods(groups, MIN_TOKENS)
        fewer = f"--periods {most} is the most that gives each as much"
        what = "periods" if how.group_column is None else "groups in periods"
        warnings.warn(
            f"{len(small)} of {len(sizes)} {what}, such as {small[0]}, have fewer than "
            f"{MIN_TOKENS:,} words: rare words there have no vectors of their own but lean on all "
            f"text; {fewer if most > 1 else 'give more text'}",
            CrosslexWarning,
            stacklevel=2,
        )
    return replace(how, periods=found)
