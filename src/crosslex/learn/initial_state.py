"""Shim until adapt/ is gone."""

from crosslex_bench.ranking.training import initial_state as initial_state
