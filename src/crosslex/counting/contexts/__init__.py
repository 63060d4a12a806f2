"""What stands around words, counted position by position."""

from crosslex.counting.contexts.counts import ContextCounts, ContextShape, count_contexts
from crosslex.counting.contexts.projection import Projection

__all__ = ["ContextCounts", "ContextShape", "Projection", "count_contexts"]
