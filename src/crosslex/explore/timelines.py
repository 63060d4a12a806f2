"""The page's data of ordered domains: words that turn or differ, and each word's timeline."""

from collections.abc import Iterable, Mapping

import numpy as np

from crosslex.arrays import Float64s
from crosslex.corpus.periods import period_of
from crosslex.explore.data import GroupData, TimelineData, TurnData, WordTimeline, short
from crosslex.timeline import GroupedVectors, GroupTurns, OrderedVectors, Turns

Near = Iterable[tuple[str, float]]

NAMED = 3
"""Words named per side of a turn, on the page or not."""


def timeline_data(ordered: OrderedVectors, turns: Turns, number: Mapping[str, int]) -> TimelineData:
    """Return the words that turn, and the timelines of the page's words, which are numbered."""
    period = {name: place for place, name in enumerate(turns.periods)}
    came, went = (
        tuple((number[each.word], period[each.period]) for each in some if each.word in number)
        for some in (turns.came, turns.went)
    )
    shown = (each for each in turns if each.word in number)
    turned = (
        TurnData(number[each.word], period[each.period], _only(each.before, each.after))
        for each in shown
    )
    table, turning = ordered.table, ordered.turning
    timelines = []
    for word, similarities in zip(number, ordered.similarities(list(number))[:, :, 2], strict=True):
        feature = ordered.vocabulary.number[word]
        turn = int(table.turns[feature])
        figures = [
            short(float(each[feature])) if turn >= 0 else None for each in (table.changes, table.q)
        ]
        timelines.append(
            WordTimeline(_hundredths(similarities), turn if turning[feature] else -1, *figures)
        )
    return TimelineData(
        turns.verdict,
        turns.tested,
        turns.turned,
        tuple(map(int, table.totals)),
        tuple(turned),
        came,
        went,
        tuple(timelines),
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
            _only(*each.neighbors),
            tuple(group[name] for name in each.groups),
        )
        for each in turns
        if each.word in number
    )
    compared = (
        tuple(
            (period[when], group[one], group[other], short(q))
            for when, (one, other), q in grouped.compared(word)
        )
        for word in number
    )
    return TimelineData(
        turns.verdict,
        turns.tested,
        turns.different,
        tuple(int(next(totals[name])) for _, name in cells),
        tuple(different),
        (),
        (),
        tuple(
            WordTimeline(_hundredths(each)) for each in grouped.similarities(list(number))[:, :, 2]
        ),
        GroupData(
            tuple(group),
            grouped.periods,
            tuple((group[name], period[period_of(domain, name)]) for domain, name in cells),
            tuple(compared),
        ),
    )


def _only(one: Near, other: Near) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the first words that are on one side and not on the other."""
    sides = [[word for word, _ in side] for side in (one, other)]
    first, second = (
        tuple(word for word in side if word not in opposite)[:NAMED]
        for side, opposite in zip(sides, reversed(sides), strict=True)
    )
    return first, second


def _hundredths(similarities: Float64s) -> tuple[tuple[int, ...] | None, ...]:
    """Return a word's similarities with their intervals; None where it is absent."""
    return tuple(
        None if np.isnan(ends[0]) else tuple(np.rint(100 * ends).astype(int).tolist())
        for ends in similarities
    )
