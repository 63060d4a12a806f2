"""crosslex's own method: several views of a document, averaged."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from sklearn.base import clone

from crosslex.adapt.crosslex_documents import DocumentVectors
from crosslex.adapt.dci import DistributionalCorrespondence
from crosslex.adapt.decision import LinearDecision, Scores, Views, blend, equal_mix
from crosslex.adapt.log_ratios import LogRatioClassifier
from crosslex.adapt.method import held_out_scores, stack_sparse
from crosslex.adapt.self_training import teach_words
from crosslex.adapt.source_neighbors import find_source_neighbors
from crosslex.adapt.task import AdaptationTask, LinearClassifier


@dataclass(kw_only=True, eq=False, repr=False)
class Crosslex(DocumentVectors):
    """Let a classifier see a document in four ways and average the scores.

    1. Its words, each scaled by how much it tells of the class: exactly what the labels are
       about.
    2. Its words' vectors in their own domain, learned by the paper's objective: what words
       mean that no labeled document holds.
    3. Its words' profiles, how often each occurs with each pivot: the same evidence as
       counted, with nothing learned in between.
    4. Its words again, as the target uses them: learned from the labels and from the target's
       texts of which the other views are surest.

    The views make different errors. Their scores are brought to the same deviation over the
    labeled documents, which does not depend on the class balance of unlabeled text, and
    averaged.

    The second view is the method itself, so that `transform` represents documents as it sees
    them; `profiles_` is the third, fitted. Pooled, all domains share one profile per word, too.
    """

    documents: bool = True  # whether there is a second view
    profiles: bool = True  # whether there is a third view
    self_taught: bool = True  # whether there is a fourth view
    epochs: int = 4
    C: float = 2.0

    def fit(self, task: AdaptationTask) -> Self:
        """Learn all views and average them."""
        found: list[tuple[LinearDecision, Scores]] = []
        classifier = LogRatioClassifier(self.new_classifier(task))
        words, held_out = _of_words(task, classifier)
        found.append((words, held_out))
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
        views, self.held_out_ = _mixed(found)
        pool = task.domains[task.target].documents
        self.pool_scores_ = blend(views).scores(pool)
        if self.self_taught and pool.shape[0]:
            again = teach_words(task, self.pool_scores_, classifier)
            views, self.held_out_ = _mixed([*found, (again.decision, again.held_out)], n_taught=1)
            *others, _ = views.scores(pool)
            self.pool_scores_ = np.sum(others, axis=0) + views.mix[-1] * again.pool
        self.decision_ = replace(blend(views), neighbors=neighbors)
        return self


def _of_words(task: AdaptationTask, classifier: LinearClassifier) -> tuple[LinearDecision, Scores]:
    """Return a classifier of the labeled documents as they are, and their held-out scores."""
    sources = task.source_labels
    documents = stack_sparse([source.documents for source in sources])
    labels = np.concatenate([source.labels for source in sources])
    fitted = clone(classifier).fit(documents, labels)
    decision = LinearDecision.of_classifier(fitted, len(task.features))
    return decision, held_out_scores(fitted, documents, labels)


def _mixed(
    found: Sequence[tuple[LinearDecision, Scores]], n_taught: int = 0
) -> tuple[Views, Scores]:
    """Return decisions as views that have the same say, and the held-out scores of their blend."""
    decisions, held_out = zip(*found, strict=True)
    views = Views(
        np.stack([each.weights for each in decisions]),
        np.stack([each.intercept for each in decisions]),
        equal_mix(held_out),
        np.arange(len(found)) >= len(found) - n_taught,
    )
    return views, np.tensordot(views.mix, np.stack(held_out), axes=1)


METHOD = Crosslex()
