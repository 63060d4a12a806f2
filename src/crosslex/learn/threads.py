"""Shim until adapt/ is gone."""

from crosslex_bench.ranking.threads import DomainThreads as DomainThreads
