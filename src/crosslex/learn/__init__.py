"""Shim until adapt/ is gone."""

from crosslex_bench.ranking.settings import TrainingSettings as TrainingSettings
from crosslex_bench.ranking.training import train as train
