"""Corpora to counts that add up: features, co-occurrences, documents."""

from typing import TYPE_CHECKING

from crosslex.lazy import lazy_names

if TYPE_CHECKING:
    from crosslex.counting.cooccurrences import Cooccurrences as Cooccurrences
    from crosslex.counting.cooccurrences import count_cooccurrences as count_cooccurrences
    from crosslex.counting.documents import document_matrix as document_matrix
    from crosslex.counting.domain_counts import DomainCounts as DomainCounts
    from crosslex.counting.domain_counts import count_features as count_features
    from crosslex.counting.examples import Examples as Examples
    from crosslex.counting.examples import collect_examples as collect_examples
    from crosslex.counting.frequent_features import count_domains as count_domains
    from crosslex.counting.instances import Instances as Instances
    from crosslex.counting.instances import collect_instances as collect_instances
    from crosslex.counting.names import ContextName as ContextName
    from crosslex.counting.sentence_sample import SentenceSample as SentenceSample
    from crosslex.counting.sentence_sample import sample_limit as sample_limit
    from crosslex.counting.sentence_sample import sample_sentences as sample_sentences
else:
    __all__, __getattr__ = lazy_names(
        __name__,
        {
            "cooccurrences": ["Cooccurrences", "count_cooccurrences"],
            "documents": ["document_matrix"],
            "examples": ["Examples", "collect_examples"],
            "domain_counts": ["DomainCounts", "count_features"],
            "frequent_features": ["count_domains"],
            "instances": ["Instances", "collect_instances"],
            "names": ["ContextName"],
            "sentence_sample": ["SentenceSample", "sample_limit", "sample_sentences"],
        },
    )
