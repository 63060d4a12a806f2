"""Timelines and turns, from the vectors of ordered domains and the table of their turns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import islice

import numpy as np

from crosslex.arrays import Bools, Float32s, Float64s, Int64s
from crosslex.checks import check_whole
from crosslex.counts.vocabulary import Vocabulary
from crosslex.lookup import MIN_COUNT, known_form
from crosslex.results import MAX_Q, NORMAL_QUANTILE, Interval
from crosslex.text.tokens import is_content_word
from crosslex.timeline.result import Arrival, Period, Timeline, Turn, Turns, TurnTable
from crosslex.vectors import DomainVectors, sum_by_uses, unit_rows

MAX_ANCHORS = 1000
MAX_CORRELATION = 0.999
"""Where Fisher's transform ends: at 1 it has no value."""
MIN_CHANGE = 0.3
"""Change below which a word is not said to turn, however certain; chosen on the addresses of the
presidents, where words whose nearest words stay the same, such as *expedient*, *reduce* and *so*,
have 0.15 to 0.3 over two centuries."""
CHUNK = 512
"""Words whose profiles are in memory at a time."""
MAX_SHARE_ABSENT = 0.1
"""Share of a word's uses in the periods that hardly use it, for it to have come or gone."""


@dataclass(frozen=True, eq=False)
class Reference:
    """What words of a period are compared with: frequent words, and their own first and last uses.

    The vectors of the frequent words, the anchors, are the same in all periods: a period's own
    would share its noise, and two halves of one period would seem more alike than halves of two
    periods that differ in nothing. A period is given by the numbers of its domains, which are
    taken together: one, or one per group.
    """

    vocabulary: Vocabulary
    vectors: Mapping[str, DomainVectors]
    periods: Sequence[Sequence[int]]

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

    def uses(self, words: Sequence[str], step: int) -> tuple[Float32s, Int64s]:
        """Return the profiles of words' first uses, or last for a step of -1, and how many."""
        numbers = [self.vocabulary.number[word] for word in words]
        counts = (self.vocabulary.counts * self.vocabulary.present)[:, numbers]
        cells = [self.vectors[domain] for domain in self.vocabulary.domains]
        found = np.zeros((len(words), cells[0].vectors.shape[1]), np.float32)
        uses = np.zeros(len(words), np.int64)
        for places in self.periods[::step]:
            new = np.flatnonzero(uses == 0).tolist()
            here = counts[list(places)][:, new]
            names = [words[at] for at in new]
            found[new] = sum_by_uses([cells[place] for place in places], names, here)
            uses[new] = here.sum(axis=0)
        return self.profiles(found, words), uses


def is_ranked(feature: str) -> bool:
    """Return whether a feature is a single word of letters, which alone are ranked by change."""
    return " " not in feature and is_content_word(feature)


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
        periods = [[at] for at in range(len(self.vectors))]
        return self.of_groups or Reference(self.vocabulary, self.vectors, periods)

    @cached_property
    def turning(self) -> Bools:
        """Which features turn."""
        certain = (self.table.turns >= 0) & (self.table.q <= MAX_Q)
        return np.asarray(certain & (self.table.changes >= MIN_CHANGE))

    def timeline(self, word: str, *, top: int = 10) -> Timeline:
        """Return a word's similarity, frequency and `top` neighbors per period.

        It may be absent from all of them, if they are those of one group of several.
        """
        check_whole("top", top, least=1)
        word = known_form(word, self.reference.vectors)
        number = self.vocabulary.number[word]
        [alike] = self.similarities([word])
        periods = []
        for at, (name, each) in enumerate(self.vectors.items()):
            uses = int(self.vocabulary.counts[at, number])
            period = Period(name, uses, 1e6 * uses / max(int(self.table.totals[at]), 1), 0)
            if word in each.positions:
                ends = (
                    None if np.isnan(found[0]) else Interval(*found) for found in alike[at].tolist()
                )
                first, previous, last = ends
                period = replace(
                    period,
                    documents=int(self.table.documents[at, number]),
                    neighbors=tuple(each.neighbors(word, top, min_count=MIN_COUNT)),
                    domain_weight=each.domain_weight(word),
                    to_first=first,
                    to_previous=previous,
                    to_last=last,
                )
            periods.append(period)
        step = int(self.table.turns[number])
        if step < 0:
            return Timeline(word, tuple(periods), None, None, None)
        turn = self.vocabulary.domains[step] if self.turning[number] else None
        change, q = float(self.table.changes[number]), float(self.table.q[number])
        return Timeline(word, tuple(periods), turn, change, q)

    def turns(self, *, top: int | None = 50, min_count: int = 50, neighbors: int = 5) -> Turns:
        """Return the words that turn, the most changed first, and those that came or went.

        The arguments are those of `CrossDomainEmbedding.turns`.
        """
        check_whole("top", top, least=1, optional=True)
        check_whole("min_count", min_count, least=1)
        check_whole("neighbors", neighbors, least=1)
        table, counts = self.table, self.vocabulary.counts
        tested = np.flatnonzero(table.turns >= 0)
        before = np.array([counts[: table.turns[each], each].sum() for each in tested], np.int64)
        after = counts[:, tested].sum(axis=0) - before
        often = (before >= min_count) & (after >= min_count)
        turning = np.flatnonzero(often & self.turning[tested])
        kept = tested[turning]
        best = np.argsort(-table.changes[kept], kind="stable")[:top]
        segment, periods = cache(self._segment), self.vocabulary.domains
        words = []
        for at in turning[best]:
            number, step = tested[at], int(table.turns[tested[at]])
            word = self.vocabulary.features[number]
            sides = (
                tuple(segment(*ends).neighbors(word, neighbors, min_count=2 * MIN_COUNT))
                for ends in ((0, step), (step, len(periods)))
            )
            figures = float(table.changes[number]), float(table.q[number])
            uses = int(before[at]), int(after[at])
            words.append(Turn(word, periods[step], *figures, uses, *sides))
        of_period = np.bincount(table.turns[kept], minlength=len(self.vectors)).tolist()
        came, went = self._arrivals(top)
        return Turns(periods, tuple(words), int(often.sum()), tuple(of_period), came, went)

    def similarities(self, words: Sequence[str]) -> Float64s:
        """Return how similar words are in each period to their first, previous and last use.

        The result is words × periods × these three × 3: the similarity and its 95 % interval, NaN
        where a word is absent.
        """
        numbers = np.array([self.vocabulary.number[word] for word in words], np.int64)
        found = np.full((len(words), len(self.vectors), 3, 3), np.nan)
        for start in range(0, len(words), CHUNK):
            chosen = words[start : start + CHUNK]
            (first, of_first), (last, of_last) = (
                self.reference.uses(chosen, step) for step in (1, -1)
            )
            previous, of_previous = np.zeros_like(first), np.zeros_like(of_first)
            for at, each in enumerate(self.vectors.values()):
                rows = np.array([each.positions.get(word, -1) for word in chosen])
                known = np.flatnonzero(rows >= 0)
                names = [chosen[place] for place in known.tolist()]
                profiles = self.reference.profiles(each.vectors[rows[known]], names)
                here = self.vocabulary.counts[at, numbers[start + known]]
                others = ((first, of_first), (previous, of_previous), (last, of_last))
                for kind, (other, uses) in enumerate(others):
                    alike = np.einsum("ij,ij->i", profiles, other[known], dtype=np.float64)
                    alike[uses[known] == 0] = np.nan
                    bounds = self._bounds(numbers[start + known], alike, here, uses[known])
                    found[start + known, at, kind] = bounds
                previous[known], of_previous[known] = profiles, here
        return found

    def _bounds(
        self, numbers: Int64s, similarities: Float64s, here: Int64s, there: Int64s
    ) -> Float64s:
        """Return words × 3: similarities between two periods, and intervals by uses in each."""
        evidence = 1 / np.maximum(here, 1) + 1 / np.maximum(there, 1)
        variances = self.table.spreads[numbers] * evidence
        middle, width = fisher(similarities), NORMAL_QUANTILE * np.sqrt(variances)
        ends = [np.clip(similarities, -1, 1), np.tanh(middle - width), np.tanh(middle + width)]
        itself = similarities > 1 - 1e-6
        return np.where(itself[:, None], 1.0, np.stack(ends, axis=1))

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
        used = counts >= MIN_COUNT
        steps = np.diff(used, axis=0)
        totals = counts.sum(axis=0)
        hardly = np.where(used, 0, counts).sum(axis=0) <= MAX_SHARE_ABSENT * totals
        once = (steps.sum(axis=0) == 1) & self._ranked & ~self.turning & hardly
        found = []
        for wanted in (used[-1], ~used[-1]):
            numbers = np.flatnonzero(once & wanted)
            best = numbers[np.argsort(-totals[numbers], kind="stable")[:top]]
            places = [int(steps[:, number].argmax()) + 1 for number in best]
            periods = [self.vocabulary.domains[place] for place in places]
            words = [self.vocabulary.features[number] for number in best]
            found.append(tuple(map(Arrival, words, periods, totals[best].tolist())))
        return tuple(found)
