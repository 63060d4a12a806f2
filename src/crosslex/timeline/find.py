"""Timelines and turns, from the vectors of ordered domains and the table of their turns."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice

import numpy as np

from crosslex.arrays import Bools, Float32s, Float64s, Int64s
from crosslex.checks import check_whole
from crosslex.counts.vocabulary import Vocabulary
from crosslex.lookup import MIN_COUNT, known_form
from crosslex.results import MAX_Q, NORMAL_QUANTILE, Interval
from crosslex.timeline.result import (
    MIN_CHANGE,
    MIN_OWN_USES,
    NEAREST,
    Arrival,
    Period,
    Timeline,
    Turn,
    Turns,
    TurnTable,
    are_rare,
    contrast,
    is_ranked,
)
from crosslex.vectors import DomainVectors, sum_by_uses, unit_rows

MAX_ANCHORS = 1000
MAX_CORRELATION = 0.999
"""Where Fisher's transform ends: at 1 it has no value."""
LOSS_SHARE = 0.5
"""Share of what noise takes from a similarity by which its interval is wider on either side: shown
similarities of words that are alike are too low for the noise in them, and too high where vectors
are borrowed. Chosen by `crosslex-bench shifts thinned`."""
CHUNK = 512
"""Words whose profiles are in memory at a time."""


@dataclass(frozen=True, eq=False)
class Reference:
    """What words of a period are compared with: frequent words, and their own first and last uses.

    The vectors of the frequent words, the anchors, are the same in all periods: a period's own
    would share its noise, and two halves of one period would seem more alike than halves of two
    periods that differ in nothing. `periods` has the period of each domain; those of one period,
    which are groups, are taken together.
    """

    vocabulary: Vocabulary
    vectors: Mapping[str, DomainVectors]
    periods: Sequence[str]

    @cached_property
    def anchors(self) -> tuple[dict[str, int], Float32s]:
        """The most frequent words by number, and the mean of each one's vectors by uses."""
        order = np.argsort(-self.vocabulary.counts.sum(axis=0), kind="stable")
        ranked = (self.vocabulary.features[number] for number in order)
        words = list(islice(filter(is_ranked, ranked), MAX_ANCHORS))
        uses = self.vocabulary.counts[:, [self.vocabulary.number[word] for word in words]]
        cells = [self.vectors[domain] for domain in self.vocabulary.domains]
        total = sum_by_uses(cells, words, uses)
        numbers = {word: number for number, word in enumerate(words)}
        return numbers, unit_rows(total).astype(np.float32)

    def profiles(self, vectors: Float32s, words: Sequence[str]) -> Float32s:
        """Return the words' centered cosines to all anchors but the word itself, of unit length.

        Vectors may lack the last dimensions. The dot product of two profiles is the correlation
        of the cosines.
        """
        place, anchors = self.anchors
        found = unit_rows(vectors) @ anchors[:, : vectors.shape[1]].T
        own = [(row, place[word]) for row, word in enumerate(words) if word in place]
        rows, columns = np.array(own, np.intp).reshape(-1, 2).T
        found[rows, columns] = 0
        others = np.full(len(found), found.shape[1])
        others[rows] -= 1
        found -= (found.sum(axis=1) / np.maximum(others, 1))[:, None]
        found[rows, columns] = 0
        return unit_rows(found)

    @cached_property
    def own_uses(self) -> dict[str, Int64s]:
        """How often each period uses each feature, 0 where too seldom to be compared."""
        found = dict.fromkeys(self.periods, np.int64(0))
        for name, uses in zip(self.periods, self.vocabulary.counts, strict=True):
            found[name] = found[name] + uses
        return {name: np.where(uses >= MIN_OWN_USES, uses, 0) for name, uses in found.items()}

    def uses(self, words: Sequence[str], step: int) -> tuple[Float32s, Int64s]:
        """Return words' profiles and uses in the first period with enough, or last for step -1."""
        numbers = [self.vocabulary.number[word] for word in words]
        chosen, uses = np.zeros((len(self.periods), len(words)), bool), np.zeros(len(words), int)
        for name, own in [*self.own_uses.items()][::step]:
            new = np.where(uses == 0, own[numbers], 0)
            chosen |= (np.array(self.periods) == name)[:, None] & (new > 0)
            uses += new
        cells = [self.vectors[domain] for domain in self.vocabulary.domains]
        total = sum_by_uses(cells, words, self.vocabulary.counts[:, numbers] * chosen)
        return self.profiles(total.astype(np.float32), words), uses

    def last_period(self, word: str) -> str | None:
        """Return the last period that uses a word often enough."""
        number = self.vocabulary.number[word]
        return next((name for name in [*self.own_uses][::-1] if self.own_uses[name][number]), None)


def fisher(correlations: Float64s) -> Float64s:
    """Return Fisher's transform of correlations: their errors are about normal.

    >>> fisher(np.array([0.0, 0.5])).round(2).tolist()
    [0.0, 0.55]
    """
    return np.asarray(np.arctanh(np.clip(correlations, -MAX_CORRELATION, MAX_CORRELATION)))


@dataclass(frozen=True, eq=False)
class OrderedVectors:
    """The vectors of ordered domains, and where their words turn.

    `of_groups` is what words are compared with, if these are the domains of one group of several.
    """

    vocabulary: Vocabulary
    vectors: Mapping[str, DomainVectors]
    table: TurnTable
    of_groups: Reference | None = None

    @cached_property
    def reference(self) -> Reference:
        """What words are compared with."""
        return self.of_groups or Reference(self.vocabulary, self.vectors, tuple(self.vectors))

    @cached_property
    def turning(self) -> Bools:
        """Which features turn."""
        table = self.table
        return (table.turns >= 0) & (table.q <= MAX_Q) & (table.changes >= MIN_CHANGE)

    def timeline(self, word: str, *, top: int = 10) -> Timeline:
        """Return a word's similarity, frequency and `top` neighbors per period.

        It may be absent from all of them, if they are those of one group of several.
        """
        check_whole("top", top, least=1)
        typed, word = word, known_form(word, self.reference.vectors)
        number = self.vocabulary.number[word]
        [alike] = self.similarities([word])
        periods = []
        for at, (name, each) in enumerate(self.vectors.items()):
            uses, known = int(self.vocabulary.counts[at, number]), word in each.positions
            ends = (None if np.isnan(kind[0]) else Interval(*kind) for kind in alike[at].tolist())
            periods.append(
                Period(
                    name,
                    uses,
                    1e6 * uses / max(int(self.table.totals[at]), 1),
                    int(self.table.documents[at, number]),
                    tuple(each.neighbors(word, top, min_count=MIN_COUNT)) if known else (),
                    each.domain_weight(word) if known else None,
                    *ends,
                )
            )
        step, change, q = int(self.table.turns[number]), None, None
        if step >= 0:
            [change], q = self._changes(np.array([number])), float(self.table.q[number])
        turn = self.vocabulary.domains[step] if self.turning[number] else None
        shown = " ".join(typed.split()) if " " in word else word
        return Timeline(shown, tuple(periods), turn, change, q, self.reference.last_period(word))

    def turns(self, *, top: int | None = 50, min_count: int = 50, neighbors: int = 5) -> Turns:
        """Return the words that turn, the most surely changed first, and those that came or went.

        The arguments are those of `CrossDomainEmbedding.turns`.
        """
        check_whole("top", top, least=1, optional=True)
        check_whole("min_count", min_count, least=1)
        check_whole("neighbors", neighbors, least=1)
        table = self.table
        tested = np.flatnonzero(table.turns >= 0)
        often = (self._sides(tested) >= min_count).all(axis=0)
        kept = tested[often & self.turning[tested]]
        uses, changes = self._sides(kept).T.tolist(), self._changes(kept)
        periods = self.vocabulary.domains
        words = []
        for at in sorted(range(len(kept)), key=lambda at: -changes[at].low)[:top]:
            word, step = self.vocabulary.features[kept[at]], int(table.turns[kept[at]])
            before, after = (
                self._segment_of(*ends).neighbors(
                    word, max(neighbors, NEAREST), min_count=2 * MIN_COUNT
                )
                for ends in ((0, step), (step, len(periods)))
            )
            figures = periods[step], changes[at], float(table.q[kept[at]]), tuple(uses[at])
            words.append(Turn(word, *figures, *contrast(before, after, neighbors)))
        of_period = np.bincount(table.turns[kept], minlength=len(self.vectors)).tolist()
        came, went = self._arrivals(top)
        return Turns(periods, tuple(words), int(often.sum()), tuple(of_period), came, went)

    def similarities(self, words: Sequence[str]) -> Float64s:
        """Return how similar words are in each period to their first, previous and last use.

        The result is words × periods × these three × 3: the similarity and its 95 % interval, NaN
        where a word is absent or has too few uses.
        """
        found = np.full((len(words), len(self.vectors), 3, 3), np.nan)
        for start in range(0, len(words), CHUNK):
            chosen = words[start : start + CHUNK]
            numbers = np.array([self.vocabulary.number[word] for word in chosen], np.int64)
            first, last = self.reference.uses(chosen, 1), self.reference.uses(chosen, -1)
            previous = np.zeros_like(first[0]), np.zeros_like(first[1])
            for at, each in enumerate(self.vectors.values()):
                here = self.vocabulary.counts[at, numbers]
                known = np.flatnonzero(here >= MIN_OWN_USES)
                names = [chosen[place] for place in known.tolist()]
                rows = [each.positions[name] for name in names]
                profiles = self.reference.profiles(each.vectors[rows], names)
                for kind, (other, uses) in enumerate((first, previous, last)):
                    alike = np.einsum("ij,ij->i", profiles, other[known], dtype=np.float64)
                    alike[uses[known] == 0] = np.nan
                    bounds = self._bounds(numbers[known], alike, here[known], uses[known])
                    found[start + known, at, kind] = bounds
                previous[0][known], previous[1][known] = profiles, here[known]
        return found

    def _sides(self, numbers: Int64s) -> Int64s:
        """Return how often words are used before their largest step, and how often after."""
        counts, steps = self.vocabulary.counts[:, numbers], self.table.turns[numbers]
        before = np.where(np.arange(len(counts))[:, None] < steps, counts, 0).sum(axis=0)
        return np.array([before, counts.sum(axis=0) - before])

    def _changes(self, numbers: Int64s) -> list[Interval]:
        """Return how much words change at their largest steps."""
        changes, half = self.table.changes[numbers], NORMAL_QUANTILE * self.table.errors[numbers]
        bounds = np.clip([changes, changes - half, changes + half], 0, 2)
        return [Interval(*each) for each in bounds.T.tolist()]

    def _bounds(
        self, numbers: Int64s, similarities: Float64s, here: Int64s, there: Int64s
    ) -> Float64s:
        """Return words × 3: similarities between two periods, and intervals by uses in each."""
        evidence = 1 / np.maximum(here, 1) + 1 / np.maximum(there, 1)
        width = NORMAL_QUANTILE * np.sqrt(self.table.spreads[numbers] * evidence)
        middle, loss = fisher(similarities), LOSS_SHARE * self.table.losses[numbers] * evidence
        ends = [similarities, np.tanh(middle - width) - loss, np.tanh(middle + width) + loss]
        # Other periods may have the same vector, if all of it is borrowed.
        itself = (similarities > 1 - 1e-6) & (here == there)
        return np.where(itself[:, None], 1.0, np.clip(np.stack(ends, axis=1), -1, 1))

    @cached_property
    def _segment_of(self) -> Callable[[int, int], DomainVectors]:
        """Return segments that were made before, as the page asks for turns three times."""
        return cache(self._segment)

    def _segment(self, first: int, stop: int) -> DomainVectors:
        """Return the words of some consecutive periods, each with the mean of its vectors."""
        counts = self.vocabulary.counts[first:stop]
        total = counts.sum(axis=0)
        numbers = np.flatnonzero(self._ranked & (total > 0))
        words = [self.vocabulary.features[number] for number in numbers]
        sums = sum_by_uses(list(self.vectors.values())[first:stop], words, counts[:, numbers])
        return DomainVectors("", tuple(words), sums.astype(np.float32), total[numbers])

    @cached_property
    def _ranked(self) -> Bools:
        return np.array([is_ranked(word) for word in self.vocabulary.features], bool)

    def _arrivals(self, top: int | None) -> tuple[tuple[Arrival, ...], ...]:
        """Return the words that came with a period to stay, and those that have gone with one."""
        counts = self.vocabulary.counts
        used = ~are_rare(counts / np.maximum(self.table.totals, 1)[:, None])
        steps = np.diff(used, axis=0)
        totals = counts.sum(axis=0)
        often = (counts >= MIN_OWN_USES).any(axis=0)
        once = (steps.sum(axis=0) == 1) & self._ranked & ~self.turning & often
        found = []
        for wanted in (used[-1], ~used[-1]):
            numbers = np.flatnonzero(once & wanted)
            best = numbers[np.argsort(-totals[numbers], kind="stable")[:top]]
            periods = [self.vocabulary.domains[at + 1] for at in steps[:, best].argmax(axis=0)]
            words = [self.vocabulary.features[number] for number in best]
            found.append(tuple(map(Arrival, words, periods, totals[best].tolist())))
        return tuple(found)
