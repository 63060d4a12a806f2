"""Word vectors for a task: learned from all its documents, one row a feature and domain."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.adapt.interface import AdaptationTask
from crosslex.adapt.scl import shared_words
from crosslex.counting import ContextName, Cooccurrences, count_cooccurrences
from crosslex.learn import TrainingSettings, train

Meeting = ContextName | Literal["weighted"]
"""What counts as company: a context to count in, or `weighted`: documents, in each of which a
pair counts the product of its weights, so that a long document says no more than a short one."""


@dataclass(frozen=True, eq=False)
class TaskVectors:
    """Unit word vectors of every domain of a task.

    Parameters
    ----------
    of_domain
        One a domain: features × dimension; zeros where a feature has no vector.
    pivots
        The pivots that they were learned with, by their features' numbers.
    """

    of_domain: tuple[NDArray[np.float32], ...]
    pivots: NDArray[np.intp]


def learn_domain_vectors(
    task: AdaptationTask, settings: TrainingSettings, *, context: Meeting, window: int = 10
) -> TaskVectors:
    """Learn one vector per feature per domain from the text of all the task's domains."""
    # With back-off a word that a domain lacks has the others' company there.
    counted = [
        _count(task, index, context, window, everything=settings.backoff > 0)
        for index in range(len(task.domains))
    ]
    learned = train(counted, replace(settings, random_state=task.random_state))
    return TaskVectors(
        tuple(
            _by_feature(task, words, vectors)
            for words, vectors in zip(learned.words, learned.word_vectors, strict=True)
        ),
        task.pivots,
    )


def learn_pooled_vectors(
    task: AdaptationTask, settings: TrainingSettings, *, context: Meeting, window: int = 10
) -> TaskVectors:
    """Learn one vector per feature from the text of all domains taken together."""
    total = _count(task, 0, context, window, everything=True)
    for index in range(1, len(task.domains)):
        part = _count(task, index, context, window, everything=True)
        total = total + replace(part, domain=total.domain)
    learned = train([total], replace(settings, random_state=task.random_state, backoff=0.0))
    pooled = _by_feature(task, learned.words[0], learned.word_vectors[0])
    return TaskVectors((pooled,) * len(task.domains), task.pivots)


def _count(
    task: AdaptationTask, index: int, context: Meeting, window: int, *, everything: bool
) -> Cooccurrences:
    domain = task.domains[index]
    features = np.arange(len(task.features))
    if not everything:
        features = np.flatnonzero(domain.documents.sum(axis=0))
    words = tuple(task.features[feature] for feature in features)
    pivots = tuple(task.features[pivot] for pivot in task.pivots)
    if context != "weighted":
        return count_cooccurrences(domain.corpus, pivots, words, context=context, window=window)
    documents = csr_array(domain.documents[:, features])
    met = (domain.documents[:, task.pivots].T @ documents).toarray()
    met[shared_words(task.features, task.pivots, features).nonzero()] = 0
    # A domain without documents takes its negatives from all the others'.
    held = [domain.documents] if documents.nnz else [each.documents for each in task.domains]
    frequency = np.sum([(each[:, features] > 0).sum(axis=0) for each in held], axis=0)
    return Cooccurrences(domain.name, pivots, words, csr_array(met), frequency)


def _by_feature(
    task: AdaptationTask, words: tuple[str, ...], vectors: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Center, scale to unit length, and put each vector in its feature's row."""
    centered = vectors - vectors.mean(axis=0)
    lengths = np.linalg.norm(centered, axis=1, keepdims=True)
    rows = np.zeros((len(task.features), vectors.shape[1]), np.float32)
    number = {feature: index for index, feature in enumerate(task.features)}
    rows[[number[word] for word in words]] = centered / np.where(lengths > 0, lengths, 1)
    return rows
