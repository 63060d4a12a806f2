"""Timelines and turns, from the vectors of ordered domains and the table of their turns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from crosslex.arrays import Bools, Float64s, Int64s
from crosslex.checks import check_whole
from crosslex.counts.vocabulary import Vocabulary
from crosslex.errors import InputError
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

NOT_ORDERED = (
    "the model's domains have no order; learn it with ordered=True (crosslex learn … --over COLUMN "
    "or --ordered)"
)


@dataclass(frozen=True, eq=False)
class OrderedVectors:
    """The vectors of ordered domains, and where their words turn."""

    vocabulary: Vocabulary
    vectors: Mapping[str, DomainVectors]
    table: TurnTable
    _segments: dict[tuple[int, int], DomainVectors] = field(default_factory=dict)

    def timeline(self, word: str, *, top: int = 10) -> Timeline:
        """Return a word's way through the periods, with `top` neighbors in each."""
        check_whole("top", top, least=1)
        word = known_form(word, self.vectors)
        number = self.vocabulary.number[word]
        similarities = self._similarities(word)
        uses = self.vocabulary.counts[:, number]
        present = np.flatnonzero(np.isfinite(similarities).any(axis=1))
        periods = []
        for at, (name, each) in enumerate(self.vectors.items()):
            per_million = 1e6 * int(uses[at]) / max(int(self.table.totals[at]), 1)
            if word not in each.positions:
                periods.append(Period(name, int(uses[at]), per_million, 0))
                continue
            earlier = present[present < at]
            others = (present[0], earlier[-1] if len(earlier) else None, present[-1])
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

    def turns(self, *, top: int | None = 50, min_count: int = 50, neighbors: int = 5) -> Turns:
        """Return the words that turn, the most changed first, and those that came or went.

        Parameters
        ----------
        top
            Maximum number of words, and of those that came and went; None returns all.
        min_count
            How often a word must occur before its turn, and how often after.
        neighbors
            Nearest words before and after.
        """
        check_whole("top", top, least=1, optional=True)
        check_whole("min_count", min_count, least=1)
        check_whole("neighbors", neighbors, least=1)
        table, counts = self.table, self.vocabulary.counts
        tested = np.flatnonzero(table.turns >= 0)
        before = np.array([counts[: table.turns[each], each].sum() for each in tested], np.int64)
        after = counts[:, tested].sum(axis=0) - before
        often = (before >= min_count) & (after >= min_count)
        turning = often & self.turning()[tested]
        kept = tested[turning]
        best = np.argsort(-table.changes[kept], kind="stable")[:top]
        uses = np.stack([before[turning], after[turning]], axis=1)[best]
        words = tuple(
            self._turn(int(number), (int(one), int(other)), neighbors)
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

    def to_last(self, words: Sequence[str]) -> Float64s:
        """Return how similar words are in each period to themselves in the last that has them.

        The result is words × periods × 3: the similarity and its 95 % interval, NaN where a word
        is absent.
        """
        anchors = Anchors.of(self.vocabulary, self.vectors)
        numbers = np.array([self.vocabulary.number[word] for word in words], np.int64)
        found = np.full((len(words), len(self.vectors), 3), np.nan)
        for start in range(0, len(words), CHUNK):
            chosen = words[start : start + CHUNK]
            last = np.full(len(chosen), -1)
            profiles_last = np.zeros((len(chosen), len(anchors.words)), np.float32)
            for at, each in reversed(list(enumerate(self.vectors.values()))):
                rows = np.array([each.positions.get(word, -1) for word in chosen])
                known = np.flatnonzero(rows >= 0)
                names = [word for word in chosen if word in each.positions]
                profiles = anchors.profiles(each.vectors[rows[known]], names)
                new = last[known] < 0
                last[known[new]] = at
                profiles_last[known[new]] = profiles[new]
                similarities = np.einsum(
                    "ij,ij->i", profiles, profiles_last[known], dtype=np.float64
                )
                of_words = numbers[start + known]
                uses = self.vocabulary.counts[[np.full(len(known), at), last[known]], of_words]
                found[start + known, at] = self._bounds(of_words, similarities, uses)
        return found

    def turning(self) -> Bools:
        """Return which features turn."""
        certain = (self.table.turns >= 0) & (self.table.q <= MAX_Q)
        return np.asarray(certain & (self.table.changes >= MIN_CHANGE))

    def _similarities(self, word: str) -> Float64s:
        """Return the correlations of a word's profiles in all periods, NaN where it is absent."""
        known = [at for at, each in enumerate(self.vectors.values()) if word in each.positions]
        vectors = np.array([each[word] for each in self.vectors.values() if word in each.positions])
        anchors = Anchors.of(self.vocabulary, self.vectors)
        profiles = anchors.profiles(vectors, [word] * len(vectors)).astype(np.float64)
        found = np.full((len(self.vectors), len(self.vectors)), np.nan)
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

    def _turn(self, number: int, uses: tuple[int, int], neighbors: int) -> Turn:
        word, step = self.vocabulary.features[number], int(self.table.turns[number])
        before, after = (
            tuple(self._segment(*ends).neighbors(word, neighbors, min_count=2 * MIN_COUNT))
            for ends in ((0, step), (step, len(self.vectors)))
        )
        change, q = float(self.table.changes[number]), float(self.table.q[number])
        return Turn(word, self.vocabulary.domains[step], change, q, uses, before, after)

    def _segment(self, first: int, stop: int) -> DomainVectors:
        """Return the words of some consecutive periods, each with the mean of its vectors."""
        if (first, stop) not in self._segments:
            chosen = np.array([is_ranked(word) for word in self.vocabulary.features], bool)
            counts = self.vocabulary.counts[first:stop].sum(axis=0)
            numbers = np.flatnonzero(chosen & (counts > 0))
            words = [self.vocabulary.features[number] for number in numbers]
            periods = list(self.vectors.values())[first:stop]
            total = sum_by_uses(periods, words, self.vocabulary.counts[first:stop, numbers])
            name = " to ".join(
                dict.fromkeys(self.vocabulary.domains[at] for at in (first, stop - 1))
            )
            self._segments[first, stop] = DomainVectors(
                name, tuple(words), total.astype(np.float32), counts[numbers]
            )
        return self._segments[first, stop]

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


def ordered_vectors(
    vocabulary: Vocabulary, vectors: Mapping[str, DomainVectors], table: TurnTable | None
) -> OrderedVectors:
    """Return ordered vectors; refuse those of a model whose domains have no order."""
    if table is None:
        raise InputError(NOT_ORDERED)
    return OrderedVectors(vocabulary, vectors, table)
