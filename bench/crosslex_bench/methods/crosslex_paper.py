"""The paper's method with the bench's variants of ψ, and controls."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Literal

from crosslex.classify import AdaptationTask
from crosslex.paper import (
    PaperClassifier,
    PaperVocabulary,
    TaskVectors,
    TrainedVectors,
    initial_vectors,
)
from crosslex_bench.cache import cached_from_texts, cached_learning
from crosslex_bench.methods.expansion import AFTER_VECTORS, ExpansionMethod
from crosslex_bench.methods.pivot_scores import score_pivots

VectorSource = Literal["learned", "random"]
_SPACES: Final = 8
"""Results kept for trials that differ only in what comes after learning."""


@dataclass(kw_only=True, eq=False, repr=False)
class Paper(ExpansionMethod, PaperClassifier):
    """`crosslex.paper.PaperClassifier` with the other ψ of `ExpansionMethod`, and a cache.

    Parameters
    ----------
    vectors
        `learned`, or `random` as they were before training: a control.
    """

    vectors: VectorSource = "learned"
    own: float = 0.0
    calibrated: bool = False
    C: float = 0.1

    def learn_vectors(self, task: AdaptationTask) -> TaskVectors:
        """Choose the vocabulary from the task's text and learn its vectors."""
        return cached_learning(
            self, task, AFTER_VECTORS, lambda: PaperClassifier.learn_vectors(self, task)
        )

    def choose(self, corpora: Sequence[Any]) -> PaperVocabulary:
        """Return the pivots and non-pivots of the texts."""
        names = ("n_pivots", "n_non_pivots", "min_count", "pivots")
        settings = tuple(getattr(self, name) for name in names)
        return cached_from_texts(
            "vocabulary",
            corpora,
            settings,
            lambda: self._choose(corpora),
            most=_SPACES,
        )

    def _choose(self, corpora: Sequence[Any]) -> PaperVocabulary:
        if not isinstance(self.pivots, str):
            return super().choose(corpora)
        # By names that the paper's own settings lack, too.
        named = PaperClassifier(
            n_pivots=self.n_pivots,
            n_non_pivots=self.n_non_pivots,
            min_count=self.min_count,
            pivots=partial(score_pivots, self.pivots, corpora),
        )
        return named.choose(corpora)

    def learn(
        self, corpora: Sequence[Any], vocabulary: PaperVocabulary, random_state: int
    ) -> TrainedVectors:
        """Return the vectors of the pivots and of each corpus's non-pivots."""
        if self.vectors == "random":
            return initial_vectors(
                len(vocabulary.pivots),
                [len(vocabulary.of_domain(corpus.name)) for corpus in corpora],
                dimension=self.dimension,
                start=self.start,
                random_state=random_state,
            )
        later = (*AFTER_VECTORS, "sums", "vectors")
        settings = {k: v for k, v in self.get_params(deep=False).items() if k not in later}
        features = (vocabulary.pivots, vocabulary.non_pivots)
        return cached_from_texts(
            "pairs",
            corpora,
            (settings, features, random_state),
            lambda: super(Paper, self).learn(corpora, vocabulary, random_state),
            most=_SPACES,
        )
