"""From the paper's method to crosslex's, one step at a time, each built on the one before.

To add a step, add its name and the whole method as it is after it.
"""

from collections.abc import Mapping
from typing import Final

from sklearn.base import clone

from crosslex.classify import AdaptationMethod
from crosslex_bench.methods.crosslex_expansion import DomainVectorExpansion
from crosslex_bench.methods.crosslex_views import CrosslexWithDocuments
from crosslex_bench.methods.registry import METHODS


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
