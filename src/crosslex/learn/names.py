"""Shim until adapt/ is gone."""

from crosslex_bench.ranking.settings import TrainerName as TrainerChoice

__all__ = ["TrainerChoice"]
