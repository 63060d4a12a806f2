"""Every method by its name, with the settings that `crosslex benchmark --tune` chose."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from crosslex.adapt.coral import CorrelationAlignment
from crosslex.adapt.crosslex import BACKOFF, Crosslex
from crosslex.adapt.cs import CrossDomainSimilarity
from crosslex.adapt.dci import DistributionalCorrespondence
from crosslex.adapt.decision import Represented
from crosslex.adapt.documents import DocumentVectors
from crosslex.adapt.expanded import Expanded
from crosslex.adapt.glove import GloveVectors
from crosslex.adapt.in_domain import InDomain
from crosslex.adapt.interface import Method
from crosslex.adapt.msda import MarginalizedDenoising
from crosslex.adapt.none import NoAdaptation
from crosslex.adapt.paper import PaperVectors
from crosslex.adapt.scl import StructuralCorrespondence
from crosslex.adapt.sfa import SpectralFeatureAlignment
from crosslex.adapt.skipgram import SkipgramVectors
from crosslex.adapt.vectors import learn_domain_vectors
from crosslex.adapt.weighting import WeightingName
from crosslex.learn import TrainingSettings


@dataclass(frozen=True)
class MethodEntry:
    """A method with its tuned settings.

    Parameters
    ----------
    make
        Makes the method.
    strength
        C of the logistic regression: the inverse of its regularization.
    weighting
        What its documents are weighted by.
    needs_target_labels
        Whether it sees the target's labels; all others have them hidden.
    stop_words
        Whether stop words are features. The paper drops them.
    """

    make: Callable[[], Method]
    strength: float = 1.0
    weighting: WeightingName = "tfidf"
    needs_target_labels: bool = False
    stop_words: bool = True


_VECTORS = TrainingSettings(epochs=8, holdout=0.0, patience=None)

METHODS: Final[dict[str, MethodEntry]] = {
    "none": MethodEntry(lambda: Represented(NoAdaptation()), strength=10.0),
    "in_domain": MethodEntry(InDomain, strength=10.0, needs_target_labels=True),
    "crosslex": MethodEntry(Crosslex, strength=2.0),
    "crosslex-documents": MethodEntry(lambda: Represented(DocumentVectors()), strength=0.3),
    "crosslex-expansion": MethodEntry(
        lambda: Expanded(
            partial(learn_domain_vectors, settings=_VECTORS, context="weighted"), own=0.5
        ),
        strength=3.0,
    ),
    "crosslex-paper": MethodEntry(
        lambda: Expanded(PaperVectors(), own=0.0, calibrated=False),
        strength=0.1,
        weighting="binary",
        stop_words=False,
    ),
    "pooled": MethodEntry(Crosslex.pooled, strength=3.0),
    "scl": MethodEntry(lambda: Represented(StructuralCorrespondence()), strength=3.0),
    "sfa": MethodEntry(lambda: Represented(SpectralFeatureAlignment()), strength=3.0),
    "cs": MethodEntry(CrossDomainSimilarity, strength=3.0),
    "glove": MethodEntry(lambda: Expanded(GloveVectors()), strength=3.0),
    "skipgram": MethodEntry(lambda: Expanded(SkipgramVectors())),
    "msda": MethodEntry(lambda: MarginalizedDenoising(part=5000, weight=2.0), strength=3.0),
    "coral": MethodEntry(lambda: Represented(CorrelationAlignment())),
    "dci": MethodEntry(
        lambda: Represented(DistributionalCorrespondence(skip_overlaps=True, backoff=BACKOFF))
    ),
}
