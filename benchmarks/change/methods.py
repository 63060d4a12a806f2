"""Every method that ranks judged words by change of meaning, under its name."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.change.datasets import JudgedChange
from benchmarks.change.scoring import Scores
from benchmarks.peers.change_scores import (
    cosine_distance,
    frequency_difference,
    information_distance,
    lost_neighbors,
    procrustes_distance,
)
from benchmarks.peers.compass import compass, temporal_referencing
from benchmarks.peers.skipgram import SkipGramSettings, skipgram
from benchmarks.peers.text import Text, number_texts, positions
from crosslex import CrossDomainEmbedding

Doubles = NDArray[np.float64]

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
    """

    judged: JudgedChange
    epochs: int
    seed: int

    @cached_property
    def texts(self) -> tuple[Text, Text]:
        """Both domains without stop words and words that one of them hardly has."""
        first, second = number_texts(
            self.judged.domains, min_count=MIN_COUNT, in_every_domain=True, stop_words=False
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
        started = time.process_time()
        found = [skipgram([text], self.settings)[0] for text in self.texts]
        return found, time.process_time() - started

    def of_words(self, scores: Doubles) -> Doubles:
        """Return the judged words' scores of those of all words."""
        return np.where(self.places >= 0, scores[self.places], np.nan)


def our_shifts(task: Task) -> Scores:
    """Rank by `shifts` of a model with default settings."""
    started = time.process_time()
    model = CrossDomainEmbedding(min_documents=MIN_COUNT, random_state=task.seed)
    model.fit(list(task.judged.domains))
    shifts = model.shifts(
        top=None, min_count=MIN_COUNT, neighbors=0, examples=0, random_state=task.seed
    )
    found = {shift.word: shift.change.value for shift in shifts}
    values = [found.get(word, np.nan) for word in task.judged.words]
    return Scores(np.array(values), time.process_time() - started)


def apart(score: Callable[[Doubles, Doubles], Doubles], task: Task) -> Scores:
    """Score skip-gram vectors that were learned in each domain by itself."""
    (first, second), seconds = task.apart
    started = time.process_time()
    values = score(first, second)
    return Scores(task.of_words(values), seconds + time.process_time() - started)


def frozen_contexts(task: Task) -> Scores:
    """Score by the compass."""
    return _timed(task, lambda: cosine_distance(*compass(task.texts, task.settings)))


def tagged_words(task: Task) -> Scores:
    """Score by temporal referencing, the judged words being tagged."""
    tagged = task.places[task.places >= 0]
    return _timed(
        task, lambda: cosine_distance(*temporal_referencing(task.texts, tagged, task.settings))
    )


METHODS: dict[str, Callable[[Task], Scores]] = {
    OURS: our_shifts,
    "skip-gram + Procrustes": partial(apart, procrustes_distance),
    "neighbor overlap": partial(apart, lost_neighbors),
    "compass": frozen_contexts,
    "temporal referencing": tagged_words,
    "PPMI rows": lambda task: _timed(task, lambda: information_distance(task.texts)),
    "frequency difference": lambda task: _timed(task, lambda: frequency_difference(task.texts)),
}


def _timed(task: Task, work: Callable[[], Doubles]) -> Scores:
    started = time.process_time()
    values = work()
    return Scores(task.of_words(values), time.process_time() - started)
