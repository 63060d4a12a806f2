"""The default method with other sets of views: what the vectors of the paper's objective add."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from crosslex.classify import (
    AdaptationTask,
    Crosslex,
    Scores,
    SourceNeighbors,
    View,
)
from crosslex_bench.methods.crosslex_vectors import DocumentVectors, TaskContext
from crosslex_bench.methods.dci import DistributionalCorrespondence


@dataclass(kw_only=True, eq=False, repr=False)
class CrosslexWithDocuments(Crosslex):
    """`Crosslex` with document vectors as a further view, each view but the words' optional.

    The further view sums its words' vectors in their own domain, learned by the paper's
    objective; see `DocumentVectors`. Pooled, all domains share one vector and one profile per
    word.
    """

    randomized: ClassVar[bool] = True

    dimension: int = 300
    regularization: float = 1.0
    epochs: int = 4
    context: TaskContext = "weighted"
    pooled: bool = False
    documents: bool = True
    profiles: bool = True
    self_trained: bool = True

    def learn_views(self, task: AdaptationTask) -> list[View]:
        """Return the views that learn from labels alone: words, document vectors, profiles."""
        views = [self.learn_words(task)]
        if self.documents:
            vectors = self.document_method().fit(task)
            views.append(View(vectors.decision_, vectors.held_out_))
        if self.profiles:
            backoff = 1.0 if self.pooled else self.backoff
            profiles = DistributionalCorrespondence(backoff=backoff, skip_overlaps=True, C=self.C)
            self.profiles_ = profiles.fit(task)
            views.append(View(self.profiles_.decision_, self.profiles_.held_out_))
        return views

    def document_method(self) -> DocumentVectors:
        """Return the method of the view of document vectors, unfitted."""
        return DocumentVectors(
            dimension=self.dimension,
            regularization=self.regularization,
            backoff=self.backoff,
            epochs=self.epochs,
            context=self.context,
            pooled=self.pooled,
            C=self.C,
        )

    def self_train(self, task: AdaptationTask, scores: Scores) -> View | None:
        """Return the self-trained view, if there is to be one."""
        return super().self_train(task, scores) if self.self_trained else None

    def find_neighbors(self, task: AdaptationTask, views: Sequence[View]) -> SourceNeighbors | None:
        """Return None: experiments explain no decisions."""
        return None


@dataclass(kw_only=True, eq=False, repr=False)
class WordsAndProfiles(CrosslexWithDocuments):
    """The words and their profiles alone, to see what the other views add."""

    randomized: ClassVar[bool] = False

    documents: bool = False
    self_trained: bool = False
