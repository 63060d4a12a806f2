"""The page's data of ordered domains: turns, and each word's way through the periods."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from crosslex.arrays import Float64s
from crosslex.explore.content import Sentences, short
from crosslex.explore.data import DomainData, Example, TimelineData, TurnData, WordTimeline
from crosslex.progress import progress
from crosslex.timeline import OrderedVectors, Turns

if TYPE_CHECKING:
    from crosslex.embedding import CrossDomainEmbedding

BEST_LENGTH, LONG = 90, 140
"""Of a sentence, in characters: long enough to show a sense, short enough to read beside others."""


def timeline_data(
    model: "CrossDomainEmbedding",
    ordered: OrderedVectors,
    turns: Turns,
    words: Sequence[str],
    domains: Sequence[DomainData],
    sentences: Sentences,
    limit: int,
) -> TimelineData:
    """Return the turns and the timelines of the page's words, with `limit` sentences per period."""
    number = {word: place for place, word in enumerate(words)}
    period = {name: place for place, name in enumerate(turns.periods)}
    came, went = (
        tuple((number[each.word], period[each.period]) for each in some if each.word in number)
        for some in (turns.came, turns.went)
    )
    return TimelineData(
        turns.verdict,
        turns.tested,
        turns.turned,
        tuple(map(int, ordered.table.totals)),
        tuple(_turns(turns, number)),
        came,
        went,
        _timelines(ordered, words),
        period_examples(model, words, domains, sentences, limit),
    )


def _turns(turns: Turns, number: Mapping[str, int]) -> Iterator[TurnData]:
    """Yield the words that turn, with what is near them only before and only after."""
    for turn in turns:
        if turn.word in number:
            before, after = ([near for near, _ in side] for side in (turn.before, turn.after))
            yield TurnData(
                number[turn.word],
                tuple(number[near] for near in before if near in number and near not in after),
                tuple(number[near] for near in after if near in number and near not in before),
            )


def _timelines(ordered: OrderedVectors, words: Sequence[str]) -> tuple[WordTimeline, ...]:
    """Return where each word turns, and its similarities in hundredths."""
    table, turning = ordered.table, ordered.turning
    found = []
    for word, similarities in zip(words, ordered.similarities(words)[:, :, 2], strict=True):
        feature = ordered.vocabulary.number[word]
        tested = table.turns[feature] >= 0
        found.append(
            WordTimeline(
                int(table.turns[feature]) if turning[feature] else -1,
                short(float(table.changes[feature])) if tested else None,
                short(float(table.q[feature])) if tested else None,
                hundredths(similarities),
            )
        )
    return tuple(found)


def hundredths(similarities: Float64s) -> tuple[tuple[int, ...] | None, ...]:
    """Return a word's similarities with their intervals; None where it is absent."""
    return tuple(
        None if np.isnan(ends[0]) else tuple(np.rint(100 * ends).astype(int).tolist())
        for ends in similarities
    )


def period_examples(
    model: "CrossDomainEmbedding",
    words: Sequence[str],
    domains: Sequence[DomainData],
    sentences: Sentences,
    limit: int,
) -> tuple[tuple[tuple[Example, ...], ...], ...]:
    """Return sentences of each word and period: not long, if possible with one of its neighbors."""
    found = []
    with progress("sentences of all periods", total=len(words)) as advance:
        for place, word in enumerate(words):
            of_word = []
            for domain in domains:
                near = domain.neighborhoods[place]
                names = [words[number] for number in near.words] if near else []
                best = sorted(
                    model.examples(word, domain.name), key=lambda each: _rank(each, names)
                )[:limit]
                of_word.append(sentences.mark(word, best))
            found.append(tuple(of_word))
            advance(1)
    return tuple(found)


def _rank(sentence: str, neighbors: Sequence[str]) -> tuple[bool, bool, int]:
    lowered, size = sentence.lower(), len(sentence)
    return size > LONG, not any(each in lowered for each in neighbors), abs(size - BEST_LENGTH)
