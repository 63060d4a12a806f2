"""Methods that carry a source classifier over by Eq. score: word by word, through vectors."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from crosslex.adapt.decision import LinearDecision, class_scores, fold, train_classifier
from crosslex.adapt.expansion import Expansion, Similarity
from crosslex.adapt.interface import AdaptationTask, LinearClassifier
from crosslex.adapt.none import NoAdaptation
from crosslex.adapt.vectors import TaskVectors


@dataclass(frozen=True)
class Expanded:
    """Train on source documents as they are; give target words the weights of their company.

    Eq. score of Bollegala, Maehara and Kawarabayashi (2015): a target word w counts
    Σ θ(w') f(w_T, w'_S) over the source words w' that the classifier θ knows.

    Parameters
    ----------
    learn
        Learns the vectors of a task.
    similarity
        f; see `crosslex.adapt.expansion.Expansion`.
    power, neighbors
        For the sharpened similarity and the nearest neighbors.
    """

    learn: Callable[[AdaptationTask], TaskVectors]
    similarity: Similarity = "cosine"
    power: float = 3.0
    neighbors: int = 10

    def decide(self, task: AdaptationTask, classifier: LinearClassifier) -> LinearDecision:
        """Learn the vectors and the classifier, and carry its weights over."""
        learned = self.learn(task)
        vectors = learned.of_domain
        sources = [vectors[task.domains.index(domain)] for domain in task.sources]
        expansion = Expansion.between(
            sources,
            vectors[task.target],
            learned.pivots,
            similarity=self.similarity,
            power=self.power,
            neighbors=self.neighbors,
        )
        fitted = train_classifier(task, classifier, NoAdaptation().transform)
        source = fold(lambda documents: class_scores(fitted, documents), len(task.features))
        # Eq. score has no intercept: what the source's says belongs to the source's documents.
        return LinearDecision(expansion.carry(source.weights.T).T, np.zeros_like(source.intercept))
