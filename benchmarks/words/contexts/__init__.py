"""What stands around words, counted position by position."""

from benchmarks.words.contexts.counts import ContextCounts, ContextShape, count_contexts

__all__ = ["ContextCounts", "ContextShape", "count_contexts"]
