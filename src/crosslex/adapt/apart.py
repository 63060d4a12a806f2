"""Vectors learned in the source and in the target, neither knowing of the other."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from crosslex.adapt.expansion import unit_rows
from crosslex.adapt.interface import AdaptationTask, DomainDocuments
from crosslex.adapt.vectors import TaskVectors
from crosslex.corpus import Corpus
from crosslex.errors import InputError
from crosslex.learn.threads import DomainThreads
from crosslex.text import TextSettings

Learn = Callable[[Sequence[Corpus], Sequence[str], np.random.Generator], NDArray[np.float32]]
"""Learns one vector a feature from texts taken together."""


def learn_apart(
    task: AdaptationTask,
    learn: Learn,
    *,
    min_documents: int,
    stop_words: frozenset[str] | None = frozenset(),
    n_jobs: int = 1,
) -> TaskVectors:
    """Learn unit vectors in the source and in the target, neither knowing of the other.

    All sources have the same vectors; domains that are neither source nor target have none.
    """
    sides = learn_sides(
        task, learn, min_documents=min_documents, stop_words=stop_words, n_jobs=n_jobs
    )
    source, target = map(unit_rows, sides)
    nothing = np.zeros_like(source)
    return TaskVectors(
        tuple(
            target if index == task.target else source if domain in task.sources else nothing
            for index, domain in enumerate(task.domains)
        ),
        task.pivots,
    )


def learn_sides(
    task: AdaptationTask,
    learn: Learn,
    *,
    min_documents: int,
    stop_words: frozenset[str] | None = frozenset(),
    n_jobs: int = 1,
) -> list[NDArray[np.float32]]:
    """Learn one vector a feature for the source and for the target, zeros where there is none.

    Texts of several sources are taken together, as vectors learned apart could not be added.
    With None the stop words of the texts' language are left out.
    """
    if stop_words is None:
        language = task.domains[task.target].corpus.text_settings.language
        stop_words = TextSettings(language=language).stop_words_used
    left_out = stop_words
    sides = (task.sources, (task.domains[task.target],))

    def learn_side(side: int) -> NDArray[np.float32]:
        known = known_features(sides[side], min_documents)
        told = [left_out.isdisjoint(task.features[feature].split(" ")) for feature in known]
        known = known[told]
        if len(known) == 0:
            names = ", ".join(domain.name for domain in sides[side])
            raise InputError(f"no feature but stop words is frequent in {names}; give more")
        vectors = learn(
            [_without(domain.corpus, left_out) for domain in sides[side]],
            [task.features[feature] for feature in known],
            np.random.default_rng([task.random_state, side]),
        )
        rows = np.zeros((len(task.features), vectors.shape[1]), np.float32)
        rows[known] = vectors
        return rows

    with DomainThreads(len(sides), n_jobs) as threads:
        return threads.map(learn_side)


def _without(corpus: Corpus, stop_words: frozenset[str]) -> Corpus:
    settings = corpus.text_settings
    left_out = settings.stop_words_used | stop_words
    return replace(corpus, text_settings=replace(settings, stop_words=left_out))


def known_features(domains: Sequence[DomainDocuments], min_documents: int) -> NDArray[np.intp]:
    """Return the features that so many documents of the domains hold."""
    holding = np.sum([(domain.documents > 0).sum(axis=0) for domain in domains], axis=0)
    known = np.flatnonzero(holding >= min_documents)
    if len(known) == 0:
        names = ", ".join(domain.name for domain in domains)
        raise InputError(f"no feature occurs in {min_documents} documents of {names}; give more")
    return known


def check_positive(settings: object, *names: str) -> None:
    """Refuse settings of which some that count something are below 1."""
    for name in names:
        if getattr(settings, name) < 1:
            raise InputError(f"{name}: found {getattr(settings, name)}; give 1 or more")
