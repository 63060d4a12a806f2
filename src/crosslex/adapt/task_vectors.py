"""Word vectors for a task: learned from all its documents, one per feature and domain."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.adapt.expansion import unit_rows
from crosslex.adapt.feature_overlap import shared_words
from crosslex.adapt.task import AdaptationTask
from crosslex.counting import Context, Cooccurrences, count_cooccurrences
from crosslex.learn import TrainingSettings, train

ContextName = Context | Literal["weighted"]
"""The context in which co-occurrences are counted. `weighted`: documents, in which a pair counts
the product of its weights, so that long documents count no more than short ones."""


@dataclass(frozen=True, eq=False)
class TaskVectors:
    """Unit word vectors of every domain of a task.

    Parameters
    ----------
    of_domain
        One matrix per domain: features × dimension; zeros where a feature has no vector.
    pivots
        Indices of the features that served as pivots.
    """

    of_domain: tuple[NDArray[np.float32], ...]
    pivots: NDArray[np.intp]


def learn_domain_vectors(
    task: AdaptationTask, settings: TrainingSettings, *, context: ContextName, window: int = 10
) -> TaskVectors:
    """Learn one vector per feature per domain from the text of all the task's domains."""
    # With back-off, a word that a domain lacks has the other domains' co-occurrences there.
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
    task: AdaptationTask, settings: TrainingSettings, *, context: ContextName, window: int = 10
) -> TaskVectors:
    """Learn one vector per feature from the text of all domains taken together."""
    total = _count(task, 0, context, window, everything=True)
    for index in range(1, len(task.domains)):
        counted = _count(task, index, context, window, everything=True)
        total = total + replace(counted, domain=total.domain)
    learned = train([total], replace(settings, random_state=task.random_state, backoff=0.0))
    pooled = _by_feature(task, learned.words[0], learned.word_vectors[0])
    return TaskVectors((pooled,) * len(task.domains), task.pivots)


def _count(
    task: AdaptationTask, index: int, context: ContextName, window: int, *, everything: bool
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
    table = (domain.documents[:, task.pivots].T @ documents).toarray()
    table[shared_words(task.features, task.pivots, features).nonzero()] = 0
    # A domain without documents draws its negatives from all the others'.
    counted = [domain.documents] if documents.nnz else [each.documents for each in task.domains]
    frequency = np.sum([(each[:, features] > 0).sum(axis=0) for each in counted], axis=0)
    return Cooccurrences(domain.name, pivots, words, csr_array(table), frequency)


def _by_feature(
    task: AdaptationTask, words: tuple[str, ...], vectors: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Center, scale to unit length, and put each vector in its feature's row."""
    rows = np.zeros((len(task.features), vectors.shape[1]), np.float32)
    number = {feature: index for index, feature in enumerate(task.features)}
    rows[[number[word] for word in words]] = unit_rows(vectors - vectors.mean(axis=0))
    return rows
