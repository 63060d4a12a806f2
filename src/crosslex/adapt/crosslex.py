"""crosslex's own method: three views of a document, each with a say."""

from dataclasses import dataclass, field, replace

from crosslex.adapt.company import find_company
from crosslex.adapt.dci import DistributionalCorrespondence
from crosslex.adapt.decision import LinearDecision, Represented, blend, labeled_documents
from crosslex.adapt.documents import DocumentVectors
from crosslex.adapt.interface import AdaptationTask, LinearClassifier, Representation
from crosslex.adapt.none import NoAdaptation

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

    Parameters
    ----------
    documents
        The second view.
    profiles
        The third; None leaves it out.
    """

    documents: DocumentVectors = field(default_factory=DocumentVectors)
    profiles: DistributionalCorrespondence | None = field(
        default_factory=lambda: DistributionalCorrespondence(backoff=BACKOFF, skip_overlaps=True)
    )

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
        company = find_company(task, self.documents.vectors_, decisions[0].weights)
        return replace(blend(decisions, labeled_documents(task)), company=company)
