"""crosslex's own method: three views of a document, averaged."""

from dataclasses import dataclass, replace
from typing import Self

from scipy.sparse import csr_array, vstack

from crosslex.adapt.class_balance import hold_near
from crosslex.adapt.crosslex_documents import DocumentVectors
from crosslex.adapt.dci import DistributionalCorrespondence
from crosslex.adapt.decision import blend
from crosslex.adapt.method import AdaptationMethod
from crosslex.adapt.none import NoAdaptation
from crosslex.adapt.representation import RepresentationMethod
from crosslex.adapt.source_neighbors import find_source_neighbors
from crosslex.adapt.task import AdaptationTask
from crosslex.adapt.task_vectors import TaskContext


@dataclass(kw_only=True, eq=False, repr=False)
class Crosslex(AdaptationMethod):
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

    Parameters
    ----------
    dimension, regularization, epochs, context
        Of the second view; see `DocumentVectors`.
    backoff
        How much each domain borrows from the others, in the second view and the third.
    pooled
        Learn one vector and one profile per word from the text of all domains together: the
        control that shows what domain-specific ones add.
    profiles
        Whether there is a third view.
    leeway
        How far the share of a predicted class may be from that of the first view.
    C
        The inverse regularization strength of the logistic regressions.

    Attributes
    ----------
    views_
        The fitted views.
    """

    dimension: int = 300
    regularization: float = 1.0
    backoff: float = 0.2
    epochs: int = 8
    context: TaskContext = "weighted"
    pooled: bool = False
    profiles: bool = True
    leeway: float = 0.08
    C: float = 2.0

    def fit(self, task: AdaptationTask) -> Self:
        """Learn all views and average them."""
        words = NoAdaptation(C=self.C).fit(task)
        documents = DocumentVectors(
            dimension=self.dimension,
            regularization=self.regularization,
            backoff=self.backoff,
            epochs=self.epochs,
            context=self.context,
            pooled=self.pooled,
            C=self.C,
        ).fit(task)
        self.views_: list[RepresentationMethod] = [words, documents]
        if self.profiles:
            backoff = 1.0 if self.pooled else self.backoff
            profiles = DistributionalCorrespondence(backoff=backoff, skip_overlaps=True, C=self.C)
            self.views_.append(profiles.fit(task))
        labeled = csr_array(vstack([each.documents for each in task.source_labels], format="csr"))
        blended = blend([view.decision_ for view in self.views_], labeled)
        pool = task.domains[task.target].documents
        held = hold_near(blended, words.decision_, pool, self.leeway)
        neighbors = find_source_neighbors(task, documents.vectors_, words.decision_.weights)
        self.decision_ = replace(held, neighbors=neighbors)
        return self


METHOD = Crosslex()
