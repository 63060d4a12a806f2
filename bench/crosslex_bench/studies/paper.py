"""The paper's own protocol: seven systems, and the released program, under the same conditions.

All have the same features, the same 500 pivots and the same weighting, which `--preset paper`
gives them, and an L2 logistic regression whose strength is tuned on the validation domains.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import numpy as np

from crosslex import Corpus
from crosslex.arrays import Float32s
from crosslex.classify import InDomain, NoAdaptation
from crosslex.errors import InputError
from crosslex.paper import PaperVocabulary, TrainedVectors, count_features
from crosslex_bench.cache import cached_from_texts
from crosslex_bench.engine.study import Methods, Study
from crosslex_bench.methods.crosslex_paper import Paper
from crosslex_bench.methods.crosslex_released import Released
from crosslex_bench.methods.cs import CrossDomainSimilarity
from crosslex_bench.methods.glove import Glove
from crosslex_bench.methods.scl import StructuralCorrespondence
from crosslex_bench.methods.sfa import SpectralFeatureAlignment

_SPACES: Final = 40
"""Spaces kept: those of two domains at six dimensions and three seeds, and a few more."""


@dataclass(kw_only=True, eq=False, repr=False)
class GloveInScore(Paper):
    """GloVe, learned separately in every domain, in the paper's ψ: all else is `Paper`.

    It learns from the features that belong to a domain, by the same threshold as the
    vocabulary's, whichever domain it is paired with; ψ compares the vocabulary's, as it does the
    paper's own vectors.
    """

    glove_epochs: int = 8
    glove_learning_rate: float = 0.2

    def learn(
        self, corpora: Sequence[Any], vocabulary: PaperVocabulary, random_state: int
    ) -> TrainedVectors:
        """Return GloVe's vectors of the vocabulary in every domain."""
        glove = Glove(
            dimension=self.dimension,
            window=self.window,
            epochs=self.glove_epochs,
            learning_rate=self.glove_learning_rate,
        )
        found = []
        for corpus in corpora:
            rows = cached_from_texts(
                "glove",
                [corpus],
                (glove.get_params(), self.min_count, random_state),
                partial(self._learn_domain, glove, corpus, random_state),
                most=_SPACES,
            )
            found.append(
                [
                    np.array([rows[name] for name in names], np.float32).reshape(-1, self.dimension)
                    for names in (vocabulary.pivots, vocabulary.of_domain(corpus.name))
                ]
            )
        pivots, words = zip(*found, strict=True)
        return TrainedVectors(np.stack(pivots), tuple(words))

    def _learn_domain(self, glove: Glove, corpus: Corpus, seed: int) -> dict[str, Float32s]:
        """Return the vector of each feature that belongs to a domain, from its text alone."""
        features = count_features([corpus], min_count=max(1, self.min_count))[0].features
        rng = np.random.default_rng([seed, *corpus.name.encode()])
        return dict(zip(features, glove.learn_space([corpus], features, rng), strict=True))


SYSTEMS: Final[Methods] = {
    "none": NoAdaptation(C=10**-0.5),
    "in_domain": InDomain(C=100.0),
    "sfa": SpectralFeatureAlignment(C=0.1),
    "scl": StructuralCorrespondence(positive_only=True, C=0.1),
    "cs": CrossDomainSimilarity(C=10.0),
    "glove": GloveInScore(C=100.0),
    "crosslex-paper": Paper(C=10**-1.5),
    "crosslex-released": Released(C=0.1),
}
"""The rows of the paper's figure 1, each as published, and the released program.

C is what `crosslex benchmark DATA --preset paper --tune` chose, so that studies have the same."""

STRENGTHS: Final = tuple(10.0 ** (half / 2) for half in range(-12, 7))
"""The values of C to choose from, for every system: 0.000001 to 1000 in half decades."""


def systems(*names: str) -> Methods:
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
