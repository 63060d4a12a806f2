"""Corpora to counts that add up: features, co-occurrences, documents."""

from crosslex.counting.cooccurrences import Context, Cooccurrences, count_cooccurrences
from crosslex.counting.documents import document_matrix
from crosslex.counting.features import DomainCounts, count_domains
from crosslex.counting.instances import Instances, collect_instances
from crosslex.counting.stream import FeatureBlock, feature_blocks

__all__ = [
    "Context",
    "Cooccurrences",
    "DomainCounts",
    "FeatureBlock",
    "Instances",
    "collect_instances",
    "count_cooccurrences",
    "count_domains",
    "document_matrix",
    "feature_blocks",
]
