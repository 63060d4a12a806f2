"""Methods with vectors that the paper's objective learned for every feature and domain."""

from dataclasses import dataclass, fields, replace
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.classify import AdaptationMethod, AdaptationTask, fit_scaler, row_blocks, sum_vectors
from crosslex.paper import TaskVectors
from crosslex.vectors import unit_rows
from crosslex_bench.cache import cached_learning
from crosslex_bench.methods.expansion import AFTER_VECTORS, ExpansionMethod
from crosslex_bench.methods.representation import CachedRepresentation
from crosslex_bench.ranking.cooccurrences import ContextName, Cooccurrences, count_cooccurrences
from crosslex_bench.ranking.objective import PairWeight
from crosslex_bench.ranking.training import Start, TrainerName, TrainingSettings, train

TaskContext = ContextName | Literal["weighted"]
"""The context in which co-occurrences are counted. `weighted`: documents, in which a pair counts
the product of its weights, so that long documents count no more than short ones."""


@dataclass(kw_only=True, eq=False, repr=False)
class DocumentVectors(CachedRepresentation):
    """Represent a document by the weighted sum of its words' vectors in its own domain.

    The vectors are learned by the objective of Bollegala, Maehara and Kawarabayashi (2015)
    from the documents of all domains; a document's features enter with their tf-idf or
    binary weights. Dimensions are standardized over the documents of all domains together:
    with a standardization per domain, differences in class balance would be lost.

    Departures from the paper: every feature has a vector in each domain, the context is the
    document, pairs in it count the product of their weights, and each domain backs off to
    the others.

    Pooled, it learns one vector per feature from all text together instead of one per domain:
    the control that shows what domain-specific vectors add. For the other settings see
    `TrainingSettings` and `TaskContext`.
    """

    dimension: int = 300
    regularization: float = 1.0
    backoff: float = 0.2
    epochs: int = 8
    context: TaskContext = "weighted"
    pooled: bool = False
    C: float = 0.3

    def learn(self, task: AdaptationTask) -> Self:
        """Learn the vectors, and mean and deviation of the documents."""
        settings = with_settings_of(self, TrainingSettings())
        self.vectors_ = learn_vectors(task, settings, context=self.context, pooled=self.pooled)
        self.scaler_ = fit_scaler(
            self._sums(block, index)
            for index, each in enumerate(task.domains)
            for block in row_blocks(each.documents)
        )
        return self

    def transform(self, documents: csr_array, domain: int) -> NDArray[np.float64]:
        """Represent documents of a domain as standardized sums of its vectors."""
        return np.asarray(self.scaler_.transform(self._sums(documents, domain)))

    def _sums(self, documents: csr_array, domain: int) -> NDArray[np.float64]:
        return sum_vectors(documents, self.vectors_.of_domain[domain])


@dataclass(kw_only=True, eq=False, repr=False)
class DomainVectorExpansion(ExpansionMethod):
    """Compare words by one vector per feature and domain, all in one space.

    For the settings see `TrainingSettings`, `TaskContext` and `ExpansionMethod`.
    """

    dimension: int = 300
    regularization: float = 1.0
    negatives: int = 5
    epochs: int | None = 8
    backoff: float = 0.2
    trainer: TrainerName = "exact"
    pair_weight: PairWeight = "normalized"
    start: Start = "shared"
    context: TaskContext = "weighted"
    window: int = 10
    own: float = 0.5
    C: float = 3.0

    def learn_vectors(self, task: AdaptationTask) -> TaskVectors:
        """Return one vector per feature and domain."""
        settings = with_settings_of(self, TrainingSettings())
        return cached_learning(
            self,
            task,
            AFTER_VECTORS,
            lambda: learn_vectors(task, settings, context=self.context, window=self.window),
        )


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
