"""Ways to carry a classifier from labeled source domains to an unlabeled target."""

from crosslex.adapt.decision import LinearDecision
from crosslex.adapt.interface import (
    AdaptationTask,
    Decision,
    DomainDocuments,
    LinearClassifier,
    Method,
)
from crosslex.adapt.methods import METHODS, MethodEntry
from crosslex.adapt.weighting import Weighting, WeightingName

__all__ = [
    "METHODS",
    "AdaptationTask",
    "Decision",
    "DomainDocuments",
    "LinearClassifier",
    "LinearDecision",
    "Method",
    "MethodEntry",
    "Weighting",
    "WeightingName",
]
