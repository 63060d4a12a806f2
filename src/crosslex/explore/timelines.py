"""The page's data of ordered domains: words that turn or differ, and each word's timeline."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from crosslex.arrays import Float64s
from crosslex.corpus.periods import period_of
from crosslex.explore.data import GroupData, TimelineData, TurnData, WordTimeline, short
from crosslex.timeline import GroupedVectors, GroupTurns, OrderedVectors, Turns
from crosslex.vectors import Neighbor

NAMED = 3
"""Words named per side of a turn, on the page or not."""


def timeline_data(ordered: OrderedVectors, turns: Turns, number: Mapping[str, int]) -> TimelineData:
    """Return the words that turn, and the timelines of the page's words, which are numbered."""
    period = {name: place for place, name in enumerate(turns.periods)}
    came, went = (
        tuple((number[each.word], period[each.period]) for each in some if each.word in number)
        for some in (turns.came, turns.went)
    )
    every = ordered.turns(top=None, min_count=1, neighbors=NAMED)
    near = {each.word: _named((each.before, each.after)) for each in every}
    turned = (
        TurnData(number[each.word], period[each.period], near[each.word])
        for each in turns
        if each.word in number
    )
    table, timelines = ordered.table, []
    for word, similarities in zip(number, ordered.similarities(list(number))[:, :, 2], strict=True):
        at = ordered.vocabulary.number[word]
        turn = int(table.turns[at]) if ordered.turning[at] else -1
        figures = (table.changes[at], table.q[at]) if table.turns[at] >= 0 else (np.nan, np.nan)
        change, q = map(short, map(float, figures))
        timelines.append(
            WordTimeline(_hundredths(similarities), turn, change, q, near.get(word, ()))
        )
    return TimelineData(
        turns.verdict,
        turns.tested,
        turns.turned,
        tuple(map(int, table.totals)),
        tuple(turned),
        tuple(timelines),
        came,
        went,
    )


def group_timelines(
    grouped: GroupedVectors, turns: GroupTurns, number: Mapping[str, int]
) -> TimelineData:
    """Return the words on which groups differ, and the timelines of the page's words."""
    group = {name: place for place, name in enumerate(grouped.of_group)}
    period = {name: place for place, name in enumerate(grouped.periods)}
    cells = list(zip(grouped.vocabulary.domains, grouped.tables.groups, strict=True))
    totals = {name: iter(each.table.totals) for name, each in grouped.of_group.items()}
    different = (
        TurnData(
            number[each.word],
            period[each.period],
            _named(each.neighbors),
            tuple(group[name] for name in each.groups),
        )
        for each in turns
        if each.word in number
    )
    compared = (
        tuple(
            (period[each.period], group[one], group[other], short(each.q), each.differs)
            for each in grouped.differences(word)
            for one, other in [each.groups]
        )
        for word in number
    )
    return TimelineData(
        turns.verdict,
        turns.tested,
        turns.different,
        tuple(int(next(totals[name])) for _, name in cells),
        tuple(different),
        tuple(
            WordTimeline(_hundredths(each)) for each in grouped.similarities(list(number))[:, :, 2]
        ),
        groups=GroupData(
            tuple(group),
            grouped.periods,
            tuple((group[name], period[period_of(domain, name)]) for domain, name in cells),
            tuple(compared),
        ),
    )


def _named(sides: Iterable[Sequence[Neighbor]]) -> tuple[tuple[str, ...], ...]:
    """Return the first words of each side."""
    return tuple(tuple(word for word, _ in side[:NAMED]) for side in sides)


def _hundredths(similarities: Float64s) -> tuple[tuple[int, ...] | None, ...]:
    """Return a word's similarities with their intervals; None where it is absent."""
    return tuple(
        None if np.isnan(ends[0]) else tuple(np.rint(100 * ends).astype(int).tolist())
        for ends in similarities
    )
