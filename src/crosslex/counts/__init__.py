"""Corpora to counts that add up: features, co-occurrences, documents."""

from typing import TYPE_CHECKING

from crosslex.lazy import lazy_names

if TYPE_CHECKING:
    from crosslex.counts.contexts import ContextCounts as ContextCounts
    from crosslex.counts.contexts import ContextShape as ContextShape
    from crosslex.counts.contexts import count_contexts as count_contexts
    from crosslex.counts.dask import DaskEngine as DaskEngine
    from crosslex.counts.documents import document_matrix as document_matrix
    from crosslex.counts.frequent_features import count_domains as count_domains
    from crosslex.counts.samples import collect_examples as collect_examples
    from crosslex.counts.samples import sample_sentences as sample_sentences
    from crosslex.counts.vocabulary import Vocabulary as Vocabulary
else:
    __all__, __getattr__ = lazy_names(
        __name__,
        {
            "contexts": ["ContextCounts", "ContextShape", "count_contexts"],
            "dask": ["DaskEngine"],
            "documents": ["document_matrix"],
            "frequent_features": ["count_domains"],
            "samples": ["collect_examples", "sample_sentences"],
            "vocabulary": ["Vocabulary"],
        },
    )
