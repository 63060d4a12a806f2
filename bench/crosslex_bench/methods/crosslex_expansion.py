"""Eq. score with vectors learned by the paper's objective for every feature and domain."""

from dataclasses import dataclass

from crosslex.classify import AdaptationTask
from crosslex.paper import TaskVectors
from crosslex_bench.cache import cached_learning
from crosslex_bench.methods.expansion import AFTER_VECTORS, ExpansionMethod
from crosslex_bench.methods.task_vectors import TaskContext, learn_vectors, with_settings_of
from crosslex_bench.ranking.objective import PairWeight
from crosslex_bench.ranking.training import Start, TrainerName, TrainingSettings


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
