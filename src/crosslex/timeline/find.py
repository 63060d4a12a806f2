"""Timelines and turns, from the vectors of ordered domains and the table of their turns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from crosslex.arrays import Bools, Float32s, Float64s, Int64s
from crosslex.checks import check_whole
from crosslex.counts.vocabulary import Vocabulary
from crosslex.lookup import MIN_COUNT, known_form
from crosslex.results import MAX_Q, NORMAL_QUANTILE, Interval
from crosslex.timeline.profiles import Anchors, fisher, is_ranked
from crosslex.timeline.result import Arrival, Period, Timeline, Turn, Turns, TurnTable
from crosslex.vectors import DomainVectors, sum_by_uses

MIN_CHANGE = 0.3
"""Change below which a word is not said to turn, however certain; chosen on the addresses of the
presidents, where words whose nearest words stay the same, such as *expedient*, *reduce* and *so*,
have 0.15 to 0.3 over two centuries."""
CHUNK = 512
"""Words whose profiles are in memory at a time."""


@dataclass(frozen=True, kw_only=True)
class TurnSettings:
    """The options of `CrossDomainEmbedding.turns`, where they are explained, checked."""

    top: int | None = 50
    min_count: int = 50
    neighbors: int = 5

    def __post_init__(self) -> None:
        check_whole("top", self.top, least=1, optional=True)
        check_whole("min_count", self.min_count, least=1)
        check_whole("neighbors", self.neighbors, least=1)


@dataclass(frozen=True, eq=False)
class WordUses:
    """Vectors of some words in some text, one row per word, and how often each is used there."""

    vectors: Float32s
    uses: Int64s


@dataclass(frozen=True, eq=False)
class OrderedVectors:
    """The vectors of ordered domains, and where their words turn.

    `common_anchors` are words to compare others with, if they are those of several groups.
    """

    vocabulary: Vocabulary
    vectors: Mapping[str, DomainVectors]
    table: TurnTable
    common_anchors: Anchors | None = None

    @cached_property
    def anchors(self) -> Anchors:
        """The words that others are compared with."""
        return self.common_anchors or Anchors.of(self.vocabulary, self.vectors)

    def timeline(self, word: str, *, top: int = 10) -> Timeline:
        """Return a word's way through the periods, with `top` neighbors in each."""
        check_whole("top", top, least=1)
        return self.follow(known_form(word, self.vectors), top)

    def follow(
        self, word: str, top: int, ends: tuple[WordUses, WordUses] | None = None
    ) -> Timeline:
        """Return the way of a feature, which may be absent from all periods.

        `ends` are what its first and last use are, if they are not those of these periods.
        """
        number = self.vocabulary.number[word]
        uses = self.vocabulary.counts[:, number]
        present = np.flatnonzero([word in each.positions for each in self.vectors.values()])
        similarities = self._similarities(word, ends)
        if ends is None:
            first, last = present[:1], present[-1:]
        else:
            uses = np.concatenate([uses, *(each.uses for each in ends)])
            first, last = np.array([len(uses) - 2]), np.array([len(uses) - 1])
        periods = []
        for at, (name, each) in enumerate(self.vectors.items()):
            per_million = 1e6 * int(uses[at]) / max(int(self.table.totals[at]), 1)
            if word not in each.positions:
                periods.append(Period(name, int(uses[at]), per_million, 0))
                continue
            earlier = present[present < at]
            others = (first[0], earlier[-1] if len(earlier) else None, last[0])
            periods.append(
                Period(
                    name,
                    int(uses[at]),
                    per_million,
                    int(self.table.documents[at, number]),
                    tuple(each.neighbors(word, top, min_count=MIN_COUNT)),
                    each.domain_weight(word),
                    *(
                        None
                        if other is None
                        else self._interval(number, similarities[at, other], uses[[at, other]])
                        for other in others
                    ),
                )
            )
        step = int(self.table.turns[number])
        if step < 0:
            return Timeline(word, tuple(periods), None, None, None)
        turn = self.vocabulary.domains[step] if self.turning()[number] else None
        change, q = float(self.table.changes[number]), float(self.table.q[number])
        return Timeline(word, tuple(periods), turn, change, q)

    def turns(self, settings: TurnSettings) -> Turns:
        """Return the words that turn, the most changed first, and those that came or went."""
        min_count, top, neighbors = settings.min_count, settings.top, settings.neighbors
        table, counts = self.table, self.vocabulary.counts
        tested = np.flatnonzero(table.turns >= 0)
        before = np.array([counts[: table.turns[each], each].sum() for each in tested], np.int64)
        after = counts[:, tested].sum(axis=0) - before
        often = (before >= min_count) & (after >= min_count)
        turning = often & self.turning()[tested]
        kept = tested[turning]
        best = np.argsort(-table.changes[kept], kind="stable")[:top]
        uses = np.stack([before[turning], after[turning]], axis=1)[best]
        segments: dict[tuple[int, int], DomainVectors] = {}
        words = tuple(
            self._turn(int(number), (int(one), int(other)), neighbors, segments)
            for number, (one, other) in zip(kept[best], uses, strict=True)
        )
        of_period = np.bincount(table.turns[kept], minlength=len(self.vectors))
        came, went = self._arrivals(top)
        return Turns(
            self.vocabulary.domains,
            words,
            int(often.sum()),
            tuple(map(int, of_period)),
            came,
            went,
        )

    def to_last(self, words: Sequence[str], end: WordUses | None = None) -> Float64s:
        """Return how similar words are in each period to themselves in the last that has them.

        The result is words × periods × 3: the similarity and its 95 % interval, NaN where a word
        is absent. `end` is what their last uses are, if they are not those of these periods.
        """
        anchors = self.anchors
        numbers = np.array([self.vocabulary.number[word] for word in words], np.int64)
        found = np.full((len(words), len(self.vectors), 3), np.nan)
        for start in range(0, len(words), CHUNK):
            chosen = words[start : start + CHUNK]
            of_chosen = slice(start, start + len(chosen))
            uses_last = np.zeros(len(chosen), np.int64)
            profiles_last = np.zeros((len(chosen), len(anchors.words)), np.float32)
            if end is not None:
                uses_last = end.uses[of_chosen].copy()
                profiles_last = anchors.profiles(end.vectors[of_chosen], chosen)
            for at, each in reversed(list(enumerate(self.vectors.values()))):
                rows = np.array([each.positions.get(word, -1) for word in chosen])
                known = np.flatnonzero(rows >= 0)
                names = [word for word in chosen if word in each.positions]
                profiles = anchors.profiles(each.vectors[rows[known]], names)
                of_words = numbers[start + known]
                here = self.vocabulary.counts[at, of_words]
                new = uses_last[known] == 0
                uses_last[known[new]], profiles_last[known[new]] = here[new], profiles[new]
                similarities = np.einsum(
                    "ij,ij->i", profiles, profiles_last[known], dtype=np.float64
                )
                uses = np.stack([here, uses_last[known]])
                found[start + known, at] = self._bounds(of_words, similarities, uses)
        return found

    def turning(self) -> Bools:
        """Return which features turn."""
        certain = (self.table.turns >= 0) & (self.table.q <= MAX_Q)
        return np.asarray(certain & (self.table.changes >= MIN_CHANGE))

    def _similarities(self, word: str, ends: tuple[WordUses, WordUses] | None) -> Float64s:
        """Return the correlations of a word's profiles in all periods, NaN where it is absent.

        Those of the ends, if they are given, come last.
        """
        known = [at for at, each in enumerate(self.vectors.values()) if word in each.positions]
        rows = [each[word] for each in self.vectors.values() if word in each.positions]
        size = len(self.vectors)
        if ends is not None:
            known += [size, size + 1]
            rows += [each.vectors[0] for each in ends]
            size += 2
        profiles = self.anchors.profiles(np.array(rows), [word] * len(rows)).astype(np.float64)
        found = np.full((size, size), np.nan)
        found[np.ix_(known, known)] = np.clip(profiles @ profiles.T, -1, 1)
        return found

    def _interval(self, number: int, similarity: float, uses: Int64s) -> Interval:
        [ends] = self._bounds(np.array([number]), np.array([similarity]), uses[:, None])
        return Interval(*map(float, ends))

    def _bounds(self, numbers: Int64s, similarities: Float64s, uses: Int64s) -> Float64s:
        """Return words × 3: similarities between two periods, and their intervals.

        `uses` are 2 × words: how often each is used in the two periods.
        """
        variances = self.table.spreads[numbers] * (1 / np.maximum(uses, 1)).sum(axis=0)
        middle, width = fisher(similarities), NORMAL_QUANTILE * np.sqrt(variances)
        ends = [np.clip(similarities, -1, 1), np.tanh(middle - width), np.tanh(middle + width)]
        itself = similarities > 1 - 1e-6
        return np.where(itself[:, None], 1.0, np.stack(ends, axis=1))

    def _turn(
        self,
        number: int,
        uses: tuple[int, int],
        neighbors: int,
        segments: dict[tuple[int, int], DomainVectors],
    ) -> Turn:
        """Return a word's turn; segments that are not yet known are added."""
        word, step = self.vocabulary.features[number], int(self.table.turns[number])
        near = []
        for ends in ((0, step), (step, len(self.vectors))):
            segment = segments[ends] = segments.get(ends) or self._segment(*ends)
            near.append(tuple(segment.neighbors(word, neighbors, min_count=2 * MIN_COUNT)))
        before, after = near
        change, q = float(self.table.changes[number]), float(self.table.q[number])
        return Turn(word, self.vocabulary.domains[step], change, q, uses, before, after)

    def _segment(self, first: int, stop: int) -> DomainVectors:
        """Return the words of some consecutive periods, each with the mean of its vectors."""
        chosen = np.array([is_ranked(word) for word in self.vocabulary.features], bool)
        counts = self.vocabulary.counts[first:stop].sum(axis=0)
        numbers = np.flatnonzero(chosen & (counts > 0))
        words = [self.vocabulary.features[number] for number in numbers]
        periods = list(self.vectors.values())[first:stop]
        total = sum_by_uses(periods, words, self.vocabulary.counts[first:stop, numbers])
        name = " to ".join(dict.fromkeys(self.vocabulary.domains[at] for at in (first, stop - 1)))
        return DomainVectors(name, tuple(words), total.astype(np.float32), counts[numbers])

    def _arrivals(self, top: int | None) -> tuple[tuple[Arrival, ...], tuple[Arrival, ...]]:
        """Return the words that came with a period to stay, and those that have gone with one."""
        used = self.vocabulary.counts >= MIN_COUNT
        last = len(used) - 1
        steps = np.diff(used.astype(np.int8), axis=0)
        once = np.abs(steps).sum(axis=0) == 1
        ranked = np.array([is_ranked(word) for word in self.vocabulary.features], bool)
        once &= ranked & ~self.turning()
        found = []
        for wanted in (used[last], ~used[last]):
            numbers = np.flatnonzero(once & wanted)
            totals = self.vocabulary.counts[:, numbers].sum(axis=0)
            best = np.argsort(-totals, kind="stable")[:top]
            found.append(
                tuple(
                    Arrival(
                        self.vocabulary.features[number],
                        self.vocabulary.domains[int(np.abs(steps[:, number]).argmax()) + 1],
                        int(total),
                    )
                    for number, total in zip(numbers[best], totals[best], strict=True)
                )
            )
        return found[0], found[1]
