"""The paper's method taken apart, one control at a time, and the steps from it to crosslex's."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, Self

import numpy as np
from sklearn.base import clone

from crosslex.classify import AdaptationMethod, AdaptationTask, LinearDecision, WeightingName
from crosslex_bench.methods.crosslex_paper import Paper
from crosslex_bench.methods.crosslex_released import Released
from crosslex_bench.methods.crosslex_vectors import DomainVectorExpansion
from crosslex_bench.methods.crosslex_views import CrosslexWithDocuments
from crosslex_bench.methods.registry import METHODS


@dataclass(kw_only=True, eq=False, repr=False)
class OnSelectedFeatures(AdaptationMethod):
    """No adaptation, with a method's pivots and non-pivots as the only features.

    Parameters
    ----------
    selection
        The method whose `choose` says which.
    C
        The inverse regularization strength of the logistic regression.
    """

    randomized: ClassVar[bool] = False
    weighting: ClassVar[WeightingName] = "binary"
    stop_words: ClassVar[bool] = False

    selection: Paper | Released = field(default_factory=Paper)
    C: float = 0.1

    def fit(self, task: AdaptationTask) -> Self:
        """Train on the labeled documents of all sources, all other features left out."""
        chosen = set(self.selection.choose(self.selection.corpora(task)).features)
        known = np.array([feature in chosen for feature in task.features])
        fitted = self.train_on_sources(task, lambda documents, _: documents[:, known])
        own = LinearDecision.of_classifier(fitted, int(known.sum()))
        weights = np.zeros((len(task.features), own.weights.shape[1]))
        weights[known] = own.weights
        self.decision_ = LinearDecision(weights, own.intercept)
        return self


def controls(systems: Mapping[str, AdaptationMethod]) -> dict[str, AdaptationMethod]:
    """Return the controls by what they are called in the table, from those of the protocol."""
    C: Final = systems["crosslex-paper"].C
    own: Final = systems["none"].C
    return {
        "the paper to the letter": systems["crosslex-paper"],
        "the same with random vectors": Paper(vectors="random", C=C),
        "the same with GloVe's vectors": systems["glove"],
        "no adaptation on the same 1500 features": OnSelectedFeatures(C=own),
        "no adaptation on all features": systems["none"],
        "the paper plus every feature's own weight": Paper(own=1.0, C=C),
        "the paper plus own weights without a vector": Paper(identity=True, C=C),
        "the released program": systems["crosslex-released"],
        "the released program with vectors as drawn": Released(
            epochs=0, C=systems["crosslex-released"].C
        ),
        "no adaptation on the released program's 1500": OnSelectedFeatures(
            selection=Released(), C=own
        ),
    }


class _WithoutStopWords(DomainVectorExpansion):
    """Vectors for every feature but stop words."""

    stop_words = False


class _BinaryFeatures(_WithoutStopWords):
    """Vectors for every feature, documents weighted as in the paper."""

    weighting = "binary"


# The paper's objective by the trainer `pairs`: the reference trainer reads documents one by one,
# which would take hours with a vector for every feature.
_PAIRS = _BinaryFeatures(
    trainer="pairs",
    epochs=None,
    backoff=0.0,
    pair_weight="count",
    start="normal",
    context="window",
    own=0.0,
    calibrated=False,
    C=METHODS["crosslex-paper"].C,
)
_EXACT = _BinaryFeatures(
    backoff=0.0, context="document", own=0.0, calibrated=False, C=METHODS["crosslex-paper"].C
)
_TFIDF = _WithoutStopWords(context="document", own=0.0, calibrated=False)

STEPS: Final[Mapping[str, AdaptationMethod]] = {
    "the paper, to the letter": METHODS["crosslex-paper"],
    "pivots by mutual information with the labels": clone(METHODS["crosslex-paper"]).set_params(
        pivots="mi"
    ),
    "every feature has a vector in every domain": _PAIRS,
    "context: the document": clone(_PAIRS).set_params(context="document"),
    "exact training, normalized weights, shared start": _EXACT,
    "back-off to the other domain": clone(_EXACT).set_params(backoff=0.2),
    "tf-idf instead of binary features": _TFIDF,
    "scores calibrated on the source": clone(_TFIDF).set_params(calibrated=True),
    "stop words are features": DomainVectorExpansion(context="document", own=0.0),
    "pairs weighted, not counted": DomainVectorExpansion(own=0.0),
    "a word's own weight counts, too": METHODS["crosslex-expansion"],
    "document vectors instead of the score equation": METHODS["crosslex-documents"],
    "the words themselves as a second view": METHODS["none+documents"],
    "profiles as a third view": CrosslexWithDocuments(self_trained=False),
    "self-trained words as a fourth view": CrosslexWithDocuments(),
    "without document vectors": METHODS["crosslex"],
}
"""Each built on the one before: the whole method as it is after the step."""
