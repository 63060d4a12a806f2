"""The parts of `CrossDomainClassifier`: methods that carry a classifier over, and their scores.

To write a method of your own, extend `AdaptationMethod` or `RepresentationMethod`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from crosslex.imports import lazy_names

# Here, and not beside what they name, because `--help` must not wait for scikit-learn.
MethodName = Literal["crosslex", "none", "in_domain", "paper"]

WeightingName = Literal["tfidf", "binary"]
"""`tfidf`: (1 + log count) × idf, rows of unit length; `binary`: 1 where a feature occurs."""

ClassPrior = Literal["balanced", "pool"] | Mapping[int | str, float]
"""Shares of the classes among the texts to classify: all equal, estimated from the scores of the
target's texts, or as given."""

if TYPE_CHECKING:
    from crosslex.classify.calibration import Calibration as Calibration
    from crosslex.classify.calibration import ExpectedAccuracy as ExpectedAccuracy
    from crosslex.classify.calibration import calibrate as calibrate
    from crosslex.classify.crosslex import Crosslex as Crosslex
    from crosslex.classify.crosslex import View as View
    from crosslex.classify.decision import CalibrationData as CalibrationData
    from crosslex.classify.decision import Decision as Decision
    from crosslex.classify.decision import LinearDecision as LinearDecision
    from crosslex.classify.decision import Scores as Scores
    from crosslex.classify.decision import SourceNeighbors as SourceNeighbors
    from crosslex.classify.decision import class_scores as class_scores
    from crosslex.classify.decision import fold as fold
    from crosslex.classify.encoder import Encoder as Encoder
    from crosslex.classify.encoder import EncoderFolder as EncoderFolder
    from crosslex.classify.few_labels import MAX_CANDIDATES as MAX_CANDIDATES
    from crosslex.classify.fitted import Contribution as Contribution
    from crosslex.classify.fitted import Explanation as Explanation
    from crosslex.classify.method import AdaptationMethod as AdaptationMethod
    from crosslex.classify.method import InDomain as InDomain
    from crosslex.classify.method import NoAdaptation as NoAdaptation
    from crosslex.classify.method import RepresentationMethod as RepresentationMethod
    from crosslex.classify.profiles import Profiles as Profiles
    from crosslex.classify.profiles import fit_scaler as fit_scaler
    from crosslex.classify.profiles import row_blocks as row_blocks
    from crosslex.classify.profiles import sum_vectors as sum_vectors
    from crosslex.classify.task import AdaptationTask as AdaptationTask
    from crosslex.classify.task import DomainDocuments as DomainDocuments
    from crosslex.classify.task import Weighting as Weighting
    from crosslex.classify.task import choose_pivots as choose_pivots
    from crosslex.classify.task import class_documents as class_documents
    from crosslex.classify.task import make_task as make_task
    from crosslex.classify.task import mutual_information as mutual_information
    from crosslex.classify.task import shared_words as shared_words
else:
    __all__, __getattr__ = lazy_names(__name__)
