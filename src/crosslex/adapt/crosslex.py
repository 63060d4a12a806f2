"""crosslex's own method: the original features and document vectors, each with a say."""

from dataclasses import dataclass, field, replace

from crosslex.adapt.company import find_company
from crosslex.adapt.decision import LinearDecision, Represented, blend
from crosslex.adapt.documents import DocumentVectors
from crosslex.adapt.interface import AdaptationTask, LinearClassifier
from crosslex.adapt.none import NoAdaptation


@dataclass(frozen=True)
class Crosslex:
    """Average a classifier on the original features with one on document vectors.

    The first knows exactly what the labels say, the second what words of the target mean
    that the labels never saw. Their scores are brought to one spread and averaged.

    Parameters
    ----------
    documents
        The document vectors; with `pooled=True` the control that learns one vector a word.
    """

    documents: DocumentVectors = field(default_factory=DocumentVectors)

    def decide(self, task: AdaptationTask, classifier: LinearClassifier) -> LinearDecision:
        """Learn both parts and blend them."""
        original = Represented(NoAdaptation()).decide(task, classifier)
        through_vectors = Represented(self.documents).decide(task, classifier)
        blended = blend([original, through_vectors], task.domains[task.target])
        company = find_company(task, self.documents.vectors_, original.weights)
        return replace(blended, company=company)
