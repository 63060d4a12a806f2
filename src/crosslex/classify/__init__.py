"""A classifier that learns in one domain and is used in another, and tools to write methods.

`CrossDomainClassifier` is all that most users need. To write a method of your own, extend
`AdaptationMethod` or `RepresentationMethod`.
"""

from typing import TYPE_CHECKING

from crosslex.lazy import lazy_names

if TYPE_CHECKING:
    from crosslex.classify.classifier import CrossDomainClassifier as CrossDomainClassifier
    from crosslex.classify.crosslex import Crosslex as Crosslex
    from crosslex.classify.crosslex import SelfTrained as SelfTrained
    from crosslex.classify.crosslex import View as View
    from crosslex.classify.decision import Decision as Decision
    from crosslex.classify.decision import LinearDecision as LinearDecision
    from crosslex.classify.decision import Scores as Scores
    from crosslex.classify.decision import SourceNeighbors as SourceNeighbors
    from crosslex.classify.decision import class_scores as class_scores
    from crosslex.classify.decision import fold as fold
    from crosslex.classify.encoder import Encoder as Encoder
    from crosslex.classify.explanation import Contribution as Contribution
    from crosslex.classify.explanation import Explanation as Explanation
    from crosslex.classify.few_labels import MAX_CANDIDATES as MAX_CANDIDATES
    from crosslex.classify.method import AdaptationMethod as AdaptationMethod
    from crosslex.classify.method import RepresentationMethod as RepresentationMethod
    from crosslex.classify.method import fit_scaler as fit_scaler
    from crosslex.classify.method import held_out_scores as held_out_scores
    from crosslex.classify.method import row_blocks as row_blocks
    from crosslex.classify.method import sum_vectors as sum_vectors
    from crosslex.classify.methods import InDomain as InDomain
    from crosslex.classify.methods import NoAdaptation as NoAdaptation
    from crosslex.classify.names import METHOD_NAMES as METHOD_NAMES
    from crosslex.classify.names import PIVOT_NAMES as PIVOT_NAMES
    from crosslex.classify.names import ClassPrior as ClassPrior
    from crosslex.classify.names import MethodName as MethodName
    from crosslex.classify.names import PivotName as PivotName
    from crosslex.classify.names import Threshold as Threshold
    from crosslex.classify.names import WeightingName as WeightingName
    from crosslex.classify.names import parse_class_prior as parse_class_prior
    from crosslex.classify.pivots import PivotCounts as PivotCounts
    from crosslex.classify.pivots import PivotScore as PivotScore
    from crosslex.classify.pivots import choose_pivots as choose_pivots
    from crosslex.classify.pivots import count_pivots as count_pivots
    from crosslex.classify.profiles import Profiles as Profiles
    from crosslex.classify.score_mixture import ExpectedAccuracy as ExpectedAccuracy
    from crosslex.classify.task import AdaptationTask as AdaptationTask
    from crosslex.classify.task import DomainDocuments as DomainDocuments
    from crosslex.classify.task import LinearClassifier as LinearClassifier
    from crosslex.classify.task import Weighting as Weighting
    from crosslex.classify.task import shared_words as shared_words
else:
    __all__, __getattr__ = lazy_names(
        __name__,
        {
            "classifier": ["CrossDomainClassifier"],
            "crosslex": ["Crosslex", "SelfTrained", "View"],
            "decision": [
                "Decision",
                "LinearDecision",
                "Scores",
                "SourceNeighbors",
                "class_scores",
                "fold",
            ],
            "encoder": ["Encoder"],
            "explanation": ["Contribution", "Explanation"],
            "few_labels": ["MAX_CANDIDATES"],
            "method": [
                "AdaptationMethod",
                "RepresentationMethod",
                "fit_scaler",
                "held_out_scores",
                "row_blocks",
                "sum_vectors",
            ],
            "methods": ["InDomain", "NoAdaptation"],
            "names": [
                "METHOD_NAMES",
                "PIVOT_NAMES",
                "ClassPrior",
                "MethodName",
                "PivotName",
                "Threshold",
                "WeightingName",
                "parse_class_prior",
            ],
            "pivots": ["PivotCounts", "PivotScore", "choose_pivots", "count_pivots"],
            "profiles": ["Profiles"],
            "score_mixture": ["ExpectedAccuracy"],
            "task": [
                "AdaptationTask",
                "DomainDocuments",
                "LinearClassifier",
                "Weighting",
                "shared_words",
            ],
        },
    )
