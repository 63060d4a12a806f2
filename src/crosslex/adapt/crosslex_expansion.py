"""Eq. score with vectors learned by the paper's objective for every feature and domain."""

from dataclasses import dataclass

from crosslex.adapt.expansion import ExpansionMethod
from crosslex.adapt.task import AdaptationTask
from crosslex.adapt.task_vectors import TaskContext, TaskVectors, learn_vectors, with_settings_of
from crosslex.learn import TrainingSettings
from crosslex.learn.names import TrainerChoice
from crosslex.learn.settings import DomainWeights, PairWeight, Start


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
    trainer: TrainerChoice = "auto"
    pair_weight: PairWeight = "normalized"
    start: Start = "shared"
    domain_weights: DomainWeights | None = None
    context: TaskContext = "weighted"
    window: int = 10
    own: float = 0.5
    C: float = 3.0

    def learn_vectors(self, task: AdaptationTask) -> TaskVectors:
        """Return one vector per feature and domain."""
        settings = with_settings_of(self, TrainingSettings(holdout=0.0, patience=None))
        return learn_vectors(task, settings, context=self.context, window=self.window)


METHOD = DomainVectorExpansion()
