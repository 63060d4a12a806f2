"""crosslex's own method: three views of a document, averaged."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from crosslex.adapt.crosslex_documents import DocumentVectors
from crosslex.adapt.dci import DistributionalCorrespondence
from crosslex.adapt.decision import LinearDecision, Scores, Views, blend, equal_mix
from crosslex.adapt.source_neighbors import find_source_neighbors
from crosslex.adapt.task import AdaptationTask


@dataclass(kw_only=True, eq=False, repr=False)
class Crosslex(DocumentVectors):
    """Let a classifier see a document in three ways and average the scores.

    1. Its words: exactly what the labels are about.
    2. Its words' vectors in their own domain, learned by the paper's objective: what words
       mean that no labeled document holds.
    3. Its words' profiles, how often each occurs with each pivot: the same evidence as
       counted, with nothing learned in between.

    The views make different errors. Their scores are brought to the same deviation over the
    labeled documents, which does not depend on the class balance of unlabeled text, and
    averaged.

    The second view is the method itself, so that `transform` represents documents as it sees
    them; `profiles_` is the third, fitted. Pooled, all domains share one profile per word, too.
    """

    documents: bool = True  # whether there is a second view
    profiles: bool = True  # whether there is a third view
    epochs: int = 4
    C: float = 2.0

    def fit(self, task: AdaptationTask) -> Self:
        """Learn all views and average them."""
        found: list[tuple[LinearDecision, Scores]] = []
        words = self.source_decision(task)
        found.append((words, self.held_out_))
        neighbors = None
        if self.documents:
            super().fit(task)
            found.append((self.decision_, self.held_out_))
            neighbors = find_source_neighbors(task, self.vectors_, words.weights)
        if self.profiles:
            backoff = 1.0 if self.pooled else self.backoff
            profiles = DistributionalCorrespondence(backoff=backoff, skip_overlaps=True, C=self.C)
            self.profiles_ = profiles.fit(task)
            found.append((self.profiles_.decision_, self.profiles_.held_out_))
        decisions, held_out = zip(*found, strict=True)
        views = Views(
            np.stack([each.weights for each in decisions]),
            np.stack([each.intercept for each in decisions]),
            equal_mix(held_out),
        )
        self.held_out_ = np.tensordot(views.mix, np.stack(held_out), axes=1)
        self.decision_ = replace(blend(views), neighbors=neighbors)
        return self


METHOD = Crosslex()
