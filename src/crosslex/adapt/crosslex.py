"""crosslex's own method: three views of a document, each with a say."""

from dataclasses import dataclass, field, replace

from crosslex.adapt.company import find_company
from crosslex.adapt.dci import DistributionalCorrespondence
from crosslex.adapt.decision import LinearDecision, Represented, blend, labeled_documents
from crosslex.adapt.documents import DocumentVectors
from crosslex.adapt.interface import AdaptationTask, LinearClassifier, Representation
from crosslex.adapt.none import NoAdaptation
from crosslex.adapt.shares import hold_near

BACKOFF = 0.2


@dataclass(frozen=True)
class Crosslex:
    """Let a classifier see a document in three ways and average what it says.

    1. Its words: exactly what the labels speak of.
    2. Its words' vectors in their own domain, learned by the paper's objective: what words
       mean that the labels never saw.
    3. Its words' profiles, how closely each keeps company with each pivot: the same evidence
       as counted, with nothing learned in between.

    Each view errs in its own way. Their scores are brought to one spread over the labeled
    documents, which no pool's class balance can sway, and averaged.

    The second and the third view learn what is usual from the target's texts. If those are of
    one class for the most part, that class looks usual, and the line between the classes moves.
    The first view knows nothing of them, so it has the last word on where the line is: over the
    target's texts, the shares of the classes may not depart far from what it finds.

    Parameters
    ----------
    documents
        The second view.
    profiles
        The third; None leaves it out.
    leeway
        How far a class's share of the target's texts may be from what the words alone say.
    """

    documents: DocumentVectors = field(default_factory=DocumentVectors)
    profiles: DistributionalCorrespondence | None = field(
        default_factory=lambda: DistributionalCorrespondence(backoff=BACKOFF, skip_overlaps=True)
    )
    leeway: float = 0.08

    @classmethod
    def pooled(cls) -> "Crosslex":
        """Return the control: all views alike, but one vector and one profile a word.

        Both are learned from the text of all domains together, so what is missing is what
        domain-specific ones add.
        """
        profiles = DistributionalCorrespondence(backoff=1.0, skip_overlaps=True)
        return cls(DocumentVectors(pooled=True), profiles)

    def decide(self, task: AdaptationTask, classifier: LinearClassifier) -> LinearDecision:
        """Learn all views and blend them."""
        views: list[Representation] = [NoAdaptation(), self.documents]
        if self.profiles is not None:
            views.append(self.profiles)
        decisions = [Represented(view).decide(task, classifier) for view in views]
        blended = blend(decisions, labeled_documents(task))
        pool = task.domains[task.target].documents
        held = hold_near(blended, decisions[0], pool, self.leeway)
        company = find_company(task, self.documents.vectors_, decisions[0].weights)
        return replace(held, company=company)
