"""What the page knows of its words: their change between two domains, examples, senses."""

from collections.abc import Sequence
from math import isfinite

from crosslex.embedding import CrossDomainEmbedding
from crosslex.explore.data import Interval, PairData, SenseData, SensesData, ShiftFigures
from crosslex.explore.sentences import Sentences
from crosslex.progress import progress
from crosslex.senses.result import Senses
from crosslex.shifts.result import Shift, Shifts


def pair_data(
    model: CrossDomainEmbedding,
    shifts: Shifts,
    words: Sequence[str],
    sentences: Sentences,
    limit: int,
) -> PairData:
    """Return the change and the examples of all words between two domains."""
    names = list(model.vectors_)
    a, b = (names.index(domain) for domain in shifts.domains)
    ranked = {shift.word: (rank, shift) for rank, shift in enumerate(shifts, start=1)}
    known = (model.examples_[a], model.examples_[b])
    figures, examples = [], []
    with progress(f"examples of {' and '.join(shifts.domains)}", total=len(words)) as advance:
        for word in words:
            rank, shift = ranked.get(word, (0, None))
            figures.append(None if shift is None else _figures(rank, shift))
            first, second = (known[0][word], known[1][word]) if shift is None else shift.examples
            examples.append(
                (sentences.mark(word, first[:limit]), sentences.mark(word, second[:limit]))
            )
            advance(1)
    return PairData(
        (a, b),
        shifts.tested,
        shifts.different,
        float(f"{shifts.min_effect:.2g}"),
        tuple(figures),
        tuple(examples),
    )


def _figures(rank: int, shift: Shift) -> ShiftFigures:
    change, distance = shift.change, shift.distance
    numbers = (change.value, change.low, change.high, shift.q)
    shown = [float(f"{each:.3g}") if isfinite(each) else None for each in numbers]
    low, value, high = (
        round(10_000 * each) if isfinite(each) else None
        for each in (distance.low, distance.value, distance.high)
    )
    return ShiftFigures(rank, Interval(*shown), (value, low, high))


def senses_data(
    senses: Senses, names: Sequence[str], sentences: Sentences, limit: int
) -> SensesData:
    """Return the senses of a word, its sentences by their numbers."""
    return SensesData(
        tuple(names.index(domain) for domain in senses.domains),
        tuple(
            SenseData(
                sense.contexts,
                tuple(
                    (round(100 * share.value), round(100 * share.low), round(100 * share.high))
                    for share in sense.shares
                ),
                tuple(sentences.mark(senses.word, shown[:limit]) for shown in sense.examples),
            )
            for sense in senses
        ),
        senses.note,
    )
