"""Word vectors for a task, learned by the paper's objective from all its documents."""

from dataclasses import fields, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.classify import AdaptationMethod, AdaptationTask
from crosslex.paper import TaskVectors
from crosslex.vectors import unit_rows
from crosslex_bench.ranking.cooccurrences import ContextName, Cooccurrences, count_cooccurrences
from crosslex_bench.ranking.training import TrainingSettings, train

TaskContext = ContextName | Literal["weighted"]
"""The context in which co-occurrences are counted. `weighted`: documents, in which a pair counts
the product of its weights, so that long documents count no more than short ones."""


def with_settings_of(method: AdaptationMethod, settings: TrainingSettings) -> TrainingSettings:
    """Return training settings, changed to a method's own where it has a parameter of the name."""
    names = {field.name for field in fields(settings)}
    own = {name: value for name, value in method.get_params().items() if name in names}
    return replace(settings, **own)


def learn_vectors(
    task: AdaptationTask,
    settings: TrainingSettings,
    *,
    context: TaskContext,
    window: int = 10,
    pooled: bool = False,
) -> TaskVectors:
    """Return one vector per feature per domain; pooled, one per feature from all text together."""
    # With back-off, a word that a domain lacks has the other domains' co-occurrences there.
    everything = pooled or settings.backoff > 0
    counted = [
        _count(task, index, context, window, settings.backoff, everything=everything)
        for index in range(len(task.domains))
    ]
    settings = replace(settings, random_state=task.random_state)
    if pooled:
        together = csr_array(sum(each.counts for each in counted))
        occurrences = np.sum([each.word_counts for each in counted], axis=0)
        counted = [replace(counted[0], counts=together, word_counts=occurrences)]
        settings = replace(settings, backoff=0.0)
    learned = train(counted, settings)
    rows = [
        _by_feature(task, each.words, vectors)
        for each, vectors in zip(counted, learned.words, strict=True)
    ]
    return TaskVectors(tuple(rows * len(task.domains) if pooled else rows), task.pivots)


def _count(
    task: AdaptationTask,
    index: int,
    context: TaskContext,
    window: int,
    backoff: float,
    *,
    everything: bool,
) -> Cooccurrences:
    domain = task.domains[index]
    features = np.arange(len(task.features))
    if not everything:
        features = np.flatnonzero(domain.documents.sum(axis=0))
    words = tuple(task.features[feature] for feature in features)
    pivots = tuple(task.features[pivot] for pivot in task.pivots)
    if context != "weighted":
        return count_cooccurrences(domain.corpus, pivots, words, context=context, window=window)
    counts = task.pivot_products[index]
    # Less itself is exactly 0, and much faster than to set single entries.
    counts = csr_array(counts - counts * (task.pivot_overlaps > 0))
    counts.eliminate_zeros()
    if not everything:
        counts = csr_array(counts[:, features])
    frequency = _with_backoff(task, index, backoff)[features]
    return Cooccurrences(domain.name, pivots, words, counts, frequency)


def _with_backoff(task: AdaptationTask, index: int, backoff: float) -> NDArray[np.int64]:
    """Return how often each feature occurs for the choice of negatives, in a fixed unit.

    Negatives back off to the other domains as co-occurrences do. If not, words of a class that
    is frequent in the target alone would be negatives there alone, and the vectors of the two
    domains would differ by class: with one positive in five target texts, AUC falls by 5 points.
    """
    unit = 100
    held = [np.asarray((each.documents > 0).sum(axis=0)).ravel() for each in task.domains]
    others = np.sum(held, axis=0) - held[index]
    return np.asarray(np.rint(unit * (held[index] + backoff * others)), np.int64)


def _by_feature(
    task: AdaptationTask, words: tuple[str, ...], vectors: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Center, scale to unit length, and put each vector in its feature's row."""
    scaled = unit_rows(vectors - vectors.mean(axis=0))
    if words == task.features:
        return scaled
    rows = np.zeros((len(task.features), vectors.shape[1]), np.float32)
    number = {feature: index for index, feature in enumerate(task.features)}
    rows[[number[word] for word in words]] = scaled
    return rows
