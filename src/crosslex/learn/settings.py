"""Shim until adapt/ is gone."""

from crosslex_bench.ranking.settings import DomainWeights, PairWeight, Start, TrainingSettings

__all__ = ["DomainWeights", "PairWeight", "Start", "TrainingSettings"]
