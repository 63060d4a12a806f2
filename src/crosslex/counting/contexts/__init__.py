"""What stands around words, counted position by position."""

from crosslex.counting.contexts.counts import ContextCounts, ContextShape, count_contexts

__all__ = ["ContextCounts", "ContextShape", "count_contexts"]
