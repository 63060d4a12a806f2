"""All methods that rank judged words by change of meaning, by name."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from crosslex import CrossDomainEmbedding
from crosslex_bench.change.scoring import Scores
from crosslex_bench.data.judged_change import JudgedChange
from crosslex_bench.measure import timed
from crosslex_bench.peers.change_scores import (
    among_like_frequency,
    cosine_distance,
    frequency_difference,
    information_distance,
    lost_neighbors,
    procrustes_distance,
)
from crosslex_bench.peers.compass import compass, temporal_referencing
from crosslex_bench.peers.skipgram import SkipGramSettings, skipgram
from crosslex_bench.peers.text import Text, number_texts, positions

Doubles = NDArray[np.float64]
Learned = tuple[Sequence[Doubles], float]

OURS = "crosslex"
DIMENSION = 100
MIN_COUNT = 3
"""Uses in each domain; the texts are small."""


@dataclass(frozen=True, eq=False)
class Task:
    """A set as all methods read it.

    Parameters
    ----------
    judged
        The set.
    epochs
        Passes of every skip-gram.
    seed
        Of all that is random.
    min_count
        Uses in each domain that a word needs.
    """

    judged: JudgedChange
    epochs: int
    seed: int
    min_count: int = MIN_COUNT

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
    def apart(self) -> tuple[list[Doubles], float]:
        """Skip-gram vectors of each domain by itself, and their CPU seconds."""
        return timed(lambda: [skipgram([text], self.settings)[0] for text in self.texts])

    @cached_property
    def frozen(self) -> tuple[list[Doubles], float]:
        """Vectors of the compass, and their CPU seconds."""
        return timed(lambda: compass(self.texts, self.settings))

    @cached_property
    def tagged(self) -> tuple[tuple[Doubles, Doubles], float]:
        """Vectors of temporal referencing, the judged words being tagged, and their CPU seconds."""
        words = self.places[self.places >= 0]
        return timed(lambda: temporal_referencing(self.texts, words, self.settings))

    def of_words(self, scores: Doubles) -> Doubles:
        """Return the judged words' scores of those of all words."""
        return np.where(self.places >= 0, scores[self.places], np.nan)


def our_shifts(task: Task) -> Scores:
    """Rank by `shifts` of a model with default settings."""
    started = time.process_time()
    model = CrossDomainEmbedding(min_documents=task.min_count, random_state=task.seed)
    model.fit(list(task.judged.domains))
    shifts = model.shifts(
        top=None, min_count=task.min_count, neighbors=0, examples=0, random_state=task.seed
    )
    found = {shift.word: shift.change.value for shift in shifts}
    values = [found.get(word, np.nan) for word in task.judged.words]
    return Scores(np.array(values), time.process_time() - started)


def apart(score: Callable[[Doubles, Doubles], Doubles], task: Task) -> Scores:
    """Score skip-gram vectors that were learned in each domain by itself."""
    (first, second), seconds = task.apart
    values, more = timed(lambda: score(first, second))
    return Scores(task.of_words(values), seconds + more)


def comparable(learned: Callable[[Task], Learned], standardized: bool, task: Task) -> Scores:
    """Score by the cosine of vectors in one space, as it is or among words of like frequency."""
    (first, second), seconds = learned(task)
    values = cosine_distance(first, second)
    if standardized:
        values = among_like_frequency(values, np.array([text.counts for text in task.texts]))
    return Scores(task.of_words(values), seconds)


def of_texts(
    score: Callable[[tuple[Text, Text]], Doubles], standardized: bool, task: Task
) -> Scores:
    """Score by what needs no vectors."""
    values, seconds = timed(lambda: score(task.texts))
    if standardized:
        values = among_like_frequency(values, np.array([text.counts for text in task.texts]))
    return Scores(task.of_words(values), seconds)


METHODS: dict[str, Callable[[Task], Scores]] = {
    OURS: our_shifts,
    "skip-gram + Procrustes": partial(apart, procrustes_distance),
    "neighbor overlap": partial(apart, lost_neighbors),
    "compass": partial(comparable, lambda task: task.frozen, False),
    "compass among like frequency": partial(comparable, lambda task: task.frozen, True),
    "temporal referencing": partial(comparable, lambda task: task.tagged, False),
    "PPMI rows": partial(of_texts, information_distance, False),
    "PPMI rows among like frequency": partial(of_texts, information_distance, True),
    "frequency difference": partial(of_texts, frequency_difference, False),
}
"""Standardizing among words of like frequency is not part of what the peers' authors propose."""
