"""Corpora to counts that add up: features, co-occurrences, documents."""

from crosslex.counting.cooccurrences import Context, Cooccurrences, count_cooccurrences
from crosslex.counting.documents import document_matrix
from crosslex.counting.examples import Examples, collect_examples
from crosslex.counting.features import DomainCounts, count_domains
from crosslex.counting.instances import Instances, collect_instances
from crosslex.counting.occurrences import Occurrences, sample_limit, sample_occurrences
from crosslex.counting.stream import FeatureBlock, feature_blocks

__all__ = [
    "Context",
    "Cooccurrences",
    "DomainCounts",
    "Examples",
    "FeatureBlock",
    "Instances",
    "Occurrences",
    "collect_examples",
    "collect_instances",
    "count_cooccurrences",
    "count_domains",
    "document_matrix",
    "feature_blocks",
    "sample_limit",
    "sample_occurrences",
]
