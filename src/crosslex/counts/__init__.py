"""Corpora to counts that add up: features, co-occurrences, documents."""

from typing import TYPE_CHECKING

from crosslex.imports import lazy_names

if TYPE_CHECKING:
    from crosslex.counts.contexts import ContextCounts as ContextCounts
    from crosslex.counts.contexts import ContextShape as ContextShape
    from crosslex.counts.contexts import count_contexts as count_contexts
    from crosslex.counts.dask import DaskEngine as DaskEngine
    from crosslex.counts.features import count_domains as count_domains
    from crosslex.counts.stream import document_matrix as document_matrix
else:
    __all__, __getattr__ = lazy_names(__name__)
