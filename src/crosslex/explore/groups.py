"""The page's data of groups within periods: where they differ, and each word's way in each."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from crosslex.corpus.periods import period_of
from crosslex.explore.content import Sentences, short
from crosslex.explore.data import DifferenceData, DomainData, GroupData, TimelineData, WordTimeline
from crosslex.explore.periods import hundredths, period_examples
from crosslex.timeline import GroupedVectors, GroupTurns

if TYPE_CHECKING:
    from crosslex.embedding import CrossDomainEmbedding


def group_timelines(
    model: "CrossDomainEmbedding",
    grouped: GroupedVectors,
    turns: GroupTurns,
    words: Sequence[str],
    domains: Sequence[DomainData],
    sentences: Sentences,
    limit: int,
) -> TimelineData:
    """Return the differences and the timelines of the page's words, with `limit` sentences."""
    number = {word: place for place, word in enumerate(words)}
    names = list(grouped.of_group)
    groups = GroupData(
        tuple(names),
        grouped.periods,
        tuple(
            (names.index(group), grouped.periods.index(period_of(domain.name, group)))
            for domain, group in zip(domains, grouped.tables.groups, strict=True)
        ),
        tuple(
            DifferenceData(
                number[each.word],
                grouped.periods.index(each.period),
                (names.index(each.groups[0]), names.index(each.groups[1])),
                (_numbers(each.neighbors[0], number), _numbers(each.neighbors[1], number)),
            )
            for each in turns
            if each.word in number
        ),
        tuple(
            tuple(
                (grouped.periods.index(period), names.index(one), names.index(other), short(q))
                for period, (one, other), q in grouped.compared(word)
            )
            for word in words
        ),
    )
    totals = np.zeros(len(domains), np.int64)
    for group, each in grouped.of_group.items():
        totals[[at for at, name in enumerate(grouped.tables.groups) if name == group]] = (
            each.table.totals
        )
    return TimelineData(
        turns.verdict,
        turns.tested,
        turns.different,
        tuple(map(int, totals)),
        (),
        (),
        (),
        tuple(WordTimeline(-1, None, None, hundredths(each)) for each in grouped.to_last(words)),
        period_examples(model, words, domains, sentences, limit),
        groups,
    )


def _numbers(near: Sequence[tuple[str, float]], number: dict[str, int]) -> tuple[int, ...]:
    return tuple(number[word] for word, _ in near if word in number)
