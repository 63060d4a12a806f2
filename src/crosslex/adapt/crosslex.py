"""crosslex's own method: three views of a document, averaged."""

from dataclasses import dataclass, replace
from typing import Self

from scipy.sparse import csr_array, vstack

from crosslex.adapt.class_balance import hold_near
from crosslex.adapt.crosslex_documents import DocumentVectors
from crosslex.adapt.dci import DistributionalCorrespondence
from crosslex.adapt.decision import blend
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

    The second and the third view are standardized by the target's texts. If most of those are
    of one class, that class looks average, and the boundary between the classes moves. The
    first view does not depend on them, so it limits how far: over the target's texts, the
    shares of the predicted classes may differ from its by at most `leeway`.

    The second view is the method itself, so that `transform` represents documents as it sees
    them; `profiles_` is the third, fitted. Pooled, all domains share one profile per word, too.
    """

    profiles: bool = True  # whether there is a third view
    leeway: float = 0.08
    C: float = 2.0

    def fit(self, task: AdaptationTask) -> Self:
        """Learn all views and average them."""
        words = self.source_decision(task)
        super().fit(task)
        views = [words, self.decision_]
        if self.profiles:
            backoff = 1.0 if self.pooled else self.backoff
            profiles = DistributionalCorrespondence(backoff=backoff, skip_overlaps=True, C=self.C)
            self.profiles_ = profiles.fit(task)
            views.append(self.profiles_.decision_)
        labeled = csr_array(vstack([each.documents for each in task.source_labels], format="csr"))
        pool = task.domains[task.target].documents
        held = hold_near(blend(views, labeled), words, pool, self.leeway)
        neighbors = find_source_neighbors(task, self.vectors_, words.weights)
        self.decision_ = replace(held, neighbors=neighbors)
        return self


METHOD = Crosslex()
