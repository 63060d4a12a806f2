"""Every method by its name, with the settings that `crosslex-bench … --tune` chose."""

from collections.abc import Mapping
from typing import Final

from crosslex.classify import AdaptationMethod, Crosslex, InDomain, NoAdaptation
from crosslex_bench.methods.coral import CorrelationAlignment
from crosslex_bench.methods.crosslex_paper import Paper
from crosslex_bench.methods.crosslex_released import Released
from crosslex_bench.methods.crosslex_vectors import DocumentVectors, DomainVectorExpansion
from crosslex_bench.methods.crosslex_views import CrosslexWithDocuments, WordsAndProfiles
from crosslex_bench.methods.cs import CrossDomainSimilarity
from crosslex_bench.methods.dci import DistributionalCorrespondence
from crosslex_bench.methods.glove import Glove
from crosslex_bench.methods.msda import MarginalizedDenoising
from crosslex_bench.methods.scl import StructuralCorrespondence
from crosslex_bench.methods.sfa import SpectralFeatureAlignment
from crosslex_bench.methods.skipgram import Skipgram

METHODS: Final[Mapping[str, AdaptationMethod]] = {
    "none": NoAdaptation(),
    "in_domain": InDomain(),
    "crosslex": Crosslex(),
    "crosslex-documents": DocumentVectors(),
    "crosslex-expansion": DomainVectorExpansion(),
    "crosslex-paper": Paper(),
    "crosslex-released": Released(),
    # The control: one vector and one profile per word for all domains.
    "pooled": CrosslexWithDocuments(pooled=True, C=3.0),
    "none+dci": WordsAndProfiles(),
    "none+documents": CrosslexWithDocuments(profiles=False, self_trained=False),
    "scl": StructuralCorrespondence(),
    "sfa": SpectralFeatureAlignment(),
    "cs": CrossDomainSimilarity(),
    "glove": Glove(),
    "skipgram": Skipgram(),
    "msda": MarginalizedDenoising(),
    "coral": CorrelationAlignment(),
    "dci": DistributionalCorrespondence(backoff=0.2, skip_overlaps=True),
}
"""Unfitted: clone one before you fit or change it."""
