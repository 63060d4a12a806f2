"""Shim until adapt/ is gone."""

from crosslex_bench.ranking.cooccurrences import Cooccurrences as Cooccurrences
from crosslex_bench.ranking.cooccurrences import count_cooccurrences as count_cooccurrences
