"""All methods that rank words by change of meaning, by name."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from crosslex import CrossDomainEmbedding
from crosslex.shifts import UseEncoder
from crosslex_bench.data.annotated_pairs import JudgedChange
from crosslex_bench.measure import timed
from crosslex_bench.peers import change_scores
from crosslex_bench.peers.change_scores import among_like_frequency, cosine_distance
from crosslex_bench.peers.text import Text, number_texts, positions
from crosslex_bench.peers.vectors import SkipGramSettings, compass, skipgram, temporal_referencing

Doubles = NDArray[np.float64]
Learned = tuple[Sequence[Doubles], float]
"""Vectors of two domains, and their CPU seconds."""

OURS = "crosslex"
DIMENSION = 100


@dataclass(frozen=True)
class Scores:
    """One score per judged word, None where a method has none, and the CPU seconds they took."""

    values: list[float | None]
    seconds: float

    @classmethod
    def of(cls, values: Doubles, seconds: float) -> "Scores":
        """Return scores of which some may be nan."""
        known = [float(each) if np.isfinite(each) else None for each in values]
        return cls(known, seconds)

    @property
    def ranked(self) -> Doubles:
        """All scores, with the least of them where there is none."""
        return with_least(np.array(self.values, np.float64))


def with_least(values: Doubles) -> Doubles:
    """Return scores with the least of them where there is none."""
    known = np.isfinite(values)
    return np.where(known, values, values[known].min() if known.any() else 0.0)


@dataclass(frozen=True, eq=False)
class Task:
    """A set of judged words as all methods read it."""

    judged: JudgedChange
    epochs: int  # of every skip-gram
    seed: int
    min_count: int  # uses in each domain that a word needs
    our_min_count: int | None = None  # the same for our own method, if it is another

    @cached_property
    def texts(self) -> tuple[Text, Text]:
        """Both domains without stop words and words that one of them hardly has."""
        first, second = number_texts(
            self.judged.domains, min_count=self.min_count, in_every_domain=True, stop_words=False
        )
        return first, second

    @cached_property
    def places(self) -> NDArray[np.int64]:
        """The judged words' numbers, -1 for one that was left out."""
        return positions(self.texts, self.judged.words)

    @property
    def settings(self) -> SkipGramSettings:
        """What every skip-gram is called with."""
        return SkipGramSettings(
            dimension=DIMENSION, epochs=self.epochs, min_count=1, seed=self.seed + 1
        )

    @cached_property
    def apart(self) -> Learned:
        """Skip-gram vectors of each domain by itself."""
        return timed(lambda: [skipgram([text], self.settings)[0] for text in self.texts])

    @cached_property
    def frozen(self) -> Learned:
        """Vectors of the compass."""
        return timed(lambda: compass(self.texts, self.settings))

    @cached_property
    def tagged(self) -> Learned:
        """Vectors of temporal referencing, the judged words being tagged."""
        words = self.places[self.places >= 0]
        return timed(lambda: temporal_referencing(self.texts, words, self.settings))

    def scores(self, values: Doubles, seconds: float, *, standardized: bool = False) -> Scores:
        """Return the judged words' scores of those of all words.

        `standardized` compares each with those of words of like frequency.
        """
        if standardized:
            values = among_like_frequency(values, np.array([text.counts for text in self.texts]))
        return Scores.of(np.where(self.places >= 0, values[self.places], np.nan), seconds)


def our_shifts(task: Task) -> Scores:
    """Rank by `shifts` of a model with default settings."""
    least = task.our_min_count or task.min_count

    def rank() -> Doubles:
        model = CrossDomainEmbedding(min_documents=least, random_state=task.seed)
        model.fit(list(task.judged.domains))
        return change_values(model, task.judged.words, min_count=least, random_state=task.seed)

    return Scores.of(*timed(rank))


def change_values(
    model: CrossDomainEmbedding,
    words: Sequence[str],
    *,
    min_count: int,
    resamples: int = 200,
    encoder: UseEncoder | None = None,
    random_state: int = 0,
) -> Doubles:
    """Return the change of each word by `shifts`, nan where it has none."""
    shifts = model.shifts(
        top=None,
        min_count=min_count,
        resamples=resamples,
        neighbors=0,
        examples=0,
        encoder=encoder,
        random_state=random_state,
    )
    found = {shift.word: shift.change.value for shift in shifts}
    return np.array([found.get(word, np.nan) for word in words])


def apart(score: Callable[[Doubles, Doubles], Doubles], task: Task) -> Scores:
    """Score skip-gram vectors that were learned in each domain by itself."""
    (first, second), seconds = task.apart
    values, more = timed(lambda: score(first, second))
    return task.scores(values, seconds + more)


def comparable(learned: Callable[[Task], Learned], standardized: bool, task: Task) -> Scores:
    """Score by the cosine of vectors in one space."""
    (first, second), seconds = learned(task)
    return task.scores(cosine_distance(first, second), seconds, standardized=standardized)


def of_texts(
    score: Callable[[tuple[Text, Text]], Doubles], standardized: bool, task: Task
) -> Scores:
    """Score by what needs no vectors."""
    return task.scores(*timed(lambda: score(task.texts)), standardized=standardized)


METHODS: dict[str, Callable[[Task], Scores]] = {
    OURS: our_shifts,
    "skip-gram + Procrustes": partial(apart, change_scores.procrustes_distance),
    "neighbor overlap": partial(apart, change_scores.lost_neighbors),
    "compass": partial(comparable, lambda task: task.frozen, False),
    "compass among like frequency": partial(comparable, lambda task: task.frozen, True),
    "temporal referencing": partial(comparable, lambda task: task.tagged, False),
    "PPMI rows": partial(of_texts, change_scores.information_distance, False),
    "PPMI rows among like frequency": partial(of_texts, change_scores.information_distance, True),
    "frequency difference": partial(of_texts, change_scores.frequency_difference, False),
    "burstiness difference": partial(of_texts, change_scores.burstiness_difference, False),
}
"""Standardizing among words of like frequency is not part of what the peers' authors propose."""
