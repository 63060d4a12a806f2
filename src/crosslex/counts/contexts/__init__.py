"""What stands around words, counted position by position."""

from crosslex.counts.contexts.counts import ContextCounts, ContextShape, count_contexts
from crosslex.counts.contexts.projection import Projection

__all__ = ["ContextCounts", "ContextShape", "Projection", "count_contexts"]
