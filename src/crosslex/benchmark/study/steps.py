"""From the paper's method to crosslex's, one step at a time, each built on the one before.

To append a step, append a `Step`: its name, and the whole method as it is after it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from crosslex.adapt import METHODS, MethodEntry
from crosslex.adapt.crosslex import Crosslex
from crosslex.adapt.expanded import Expanded
from crosslex.adapt.interface import Method
from crosslex.adapt.paper import PaperVectors
from crosslex.adapt.vectors import Meeting, learn_domain_vectors
from crosslex.benchmark.changes import with_settings
from crosslex.learn import TrainingSettings


@dataclass(frozen=True)
class Step:
    """A step, and the whole method as it is after it."""

    name: str
    entry: MethodEntry


# The paper's training but for the reference trainer, which reads documents one by one: with
# a vector for every feature that would take hours.
_SAMPLED = TrainingSettings(
    trainer="pairs",
    backoff=0.0,
    pair_weight="count",
    start="normal",
    holdout=0.0,
    patience=None,
)
_EXACT = TrainingSettings(epochs=8, backoff=0.0, holdout=0.0, patience=None)
_BACKED_OFF = TrainingSettings(epochs=8, backoff=0.2, holdout=0.0, patience=None)


def _every_feature(
    settings: TrainingSettings, context: Meeting, *, calibrated: bool = False
) -> Callable[[], Method]:
    learn = partial(learn_domain_vectors, settings=settings, context=context)
    return lambda: Expanded(learn, own=0.0, calibrated=calibrated)


def _binary(make: Callable[[], Method]) -> MethodEntry:
    return replace(METHODS["crosslex-paper"], make=make)


def _weighted(*, calibrated: bool, stop_words: bool) -> MethodEntry:
    make = _every_feature(_BACKED_OFF, "document", calibrated=calibrated)
    return replace(METHODS["crosslex-expansion"], make=make, stop_words=stop_words)


STEPS: Final[tuple[Step, ...]] = (
    Step("the paper, to the letter", METHODS["crosslex-paper"]),
    Step(
        "pivots by mutual information with the labels",
        _binary(lambda: Expanded(PaperVectors(score="mi"), own=0.0, calibrated=False)),
    ),
    Step(
        "every feature has a vector in every domain",
        _binary(_every_feature(_SAMPLED, "window")),
    ),
    Step("context: the document", _binary(_every_feature(_SAMPLED, "document"))),
    Step(
        "exact training, normalized weights, shared start",
        _binary(_every_feature(_EXACT, "document")),
    ),
    Step("back-off to the other domain", _binary(_every_feature(_BACKED_OFF, "document"))),
    Step("tf-idf instead of binary features", _weighted(calibrated=False, stop_words=False)),
    Step("scores calibrated on the source", _weighted(calibrated=True, stop_words=False)),
    Step("stop words are features", _weighted(calibrated=True, stop_words=True)),
    Step("pairs weighed, not counted", with_settings(METHODS["crosslex-expansion"], {"own": 0.0})),
    Step("a word is its own company, too", METHODS["crosslex-expansion"]),
    Step("document vectors instead of Eq. score", METHODS["crosslex-documents"]),
    Step(
        "the words themselves as a second view",
        replace(METHODS["crosslex"], make=lambda: Crosslex(profiles=None, leeway=1.0)),
    ),
    Step("profiles as a third view", with_settings(METHODS["crosslex"], {"leeway": 1.0})),
    Step("shares held near those of the words alone", METHODS["crosslex"]),
)
