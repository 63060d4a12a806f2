"""What the published lead is made of: the paper's method taken apart, one control at a time."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, Self

import numpy as np

from crosslex.classify import AdaptationMethod, AdaptationTask, LinearDecision, WeightingName
from crosslex_bench.methods.crosslex_paper import Paper
from crosslex_bench.methods.crosslex_released import Released


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
