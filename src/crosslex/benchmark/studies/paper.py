"""The paper's own protocol: seven systems, and the released program, under the same conditions.

All have the same features, the same 500 pivots and the same weighting, which `--preset paper`
gives them, and an L2 logistic regression whose strength is tuned on the validation domains.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from crosslex.adapt import AdaptationMethod
from crosslex.adapt.crosslex_paper import Paper, Vectors
from crosslex.adapt.crosslex_released import Released
from crosslex.adapt.cs import CrossDomainSimilarity
from crosslex.adapt.glove import Glove
from crosslex.adapt.in_domain import InDomain
from crosslex.adapt.names import MethodName
from crosslex.adapt.none import NoAdaptation
from crosslex.adapt.scl import StructuralCorrespondence
from crosslex.adapt.sfa import SpectralFeatureAlignment
from crosslex.adapt.task import AdaptationTask
from crosslex.benchmark.engine.study import Method, Study
from crosslex.counting.domain_counts import count_features
from crosslex.errors import InputError
from crosslex.pivots.vocabulary import Vocabulary


@dataclass(kw_only=True, eq=False, repr=False)
class GloveInScore(Paper):
    """GloVe, learned separately in every domain, in the paper's ψ: all else is `Paper`.

    It learns from all features that occur in a domain; ψ compares the vocabulary's, as it does
    the paper's own vectors.
    """

    glove_epochs: int = 8
    glove_learning_rate: float = 0.2

    def learn_pairs(self, task: AdaptationTask, vocabulary: Vocabulary) -> Vectors:
        """Return GloVe's vectors of the vocabulary in every domain."""
        glove = Glove(
            dimension=self.dimension,
            window=self.window,
            epochs=self.glove_epochs,
            learning_rate=self.glove_learning_rate,
        )
        found = []
        for index, corpus in enumerate(self.corpora(task)):
            occurs = count_features(corpus, task.features).occurrences > 0
            features = [task.features[feature] for feature in np.flatnonzero(occurs)]
            rng = np.random.default_rng([task.random_state, index])
            rows = dict(zip(features, glove.learn_space([corpus], features, rng), strict=True))
            nothing = np.zeros(self.dimension, np.float32)
            pivots, words = (
                np.array([rows.get(name, nothing) for name in names], np.float32)
                for names in (vocabulary.pivots, vocabulary.words(corpus.name))
            )
            found.append((pivots, words))
        return found


SYSTEMS: Final[Mapping[MethodName, AdaptationMethod]] = {
    "none": NoAdaptation(C=0.03),
    "in_domain": InDomain(C=0.1),
    "sfa": SpectralFeatureAlignment(C=0.1),
    "scl": StructuralCorrespondence(positive_only=True, C=0.1),
    "cs": CrossDomainSimilarity(C=0.1),
    "glove": GloveInScore(C=0.001),
    "crosslex-paper": Paper(C=0.001),
    "crosslex-released": Released(C=0.3),
}
"""The rows of the paper's figure 1, each as published, and the released program."""

STRENGTHS: Final = tuple(10.0 ** (half / 2) for half in range(-10, 5))
"""The values of C to choose from, for every system: 0.00001 to 100 in half decades."""


def systems(*names: MethodName) -> dict[str, Method]:
    """Return systems of the paper's protocol by their names.

    >>> systems("glove")["glove"].C == SYSTEMS["glove"].C
    True
    """
    return {name: SYSTEMS[name] for name in names}


def by_protocol(study: Study) -> Study:
    """Return a study with the systems of the paper's protocol in place of shipped methods.

    Methods that the protocol does not have are left out; where the paper's own is compared, so is
    the released program.
    """
    names = [name for name in SYSTEMS if name in study.methods]
    if "crosslex-paper" in names and "crosslex-released" not in names:
        names.insert(names.index("crosslex-paper") + 1, "crosslex-released")
    if not names:
        raise InputError(f"preset: the paper has none of the methods of study {study.name!r}")
    return replace(
        study,
        methods=systems(*names),
        references=systems(*(name for name in SYSTEMS if name in study.references)),
        contrasts=tuple(
            (own, rival)
            for a, rival in study.contrasts
            for own in ((a, "crosslex-released") if a == "crosslex-paper" else (a,))
            if {a, rival} <= set(names)
        ),
        preset="paper",
    )
