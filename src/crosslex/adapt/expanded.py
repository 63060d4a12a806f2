"""Methods that carry a source classifier over by Eq. score: word by word, through vectors."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from crosslex.adapt.decision import (
    LinearDecision,
    class_scores,
    fold,
    train_classifier,
    train_on,
)
from crosslex.adapt.expansion import Expansion, Similarity
from crosslex.adapt.interface import UNLABELED, AdaptationTask, LinearClassifier
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
    calibrated
        Whether a second classifier, trained on the scores of the labeled documents, says what
        a score means. The paper cuts at 0, as if scores knew no other center.
    """

    learn: Callable[[AdaptationTask], TaskVectors]
    similarity: Similarity = "cosine"
    power: float = 3.0
    neighbors: int = 10
    calibrated: bool = True

    def decide(self, task: AdaptationTask, classifier: LinearClassifier) -> LinearDecision:
        """Learn the vectors and the classifier, and carry its weights over."""
        learned = self.learn(task)
        fitted = train_classifier(task, classifier, NoAdaptation().transform)
        source = fold(lambda documents: class_scores(fitted, documents), len(task.features))
        # Eq. score has no intercept: what the source's says belongs to the source's documents.
        none = np.zeros_like(source.intercept)

        def carried_to(domain: int) -> LinearDecision:
            expansion = self._expansion(task, learned, domain)
            return LinearDecision(expansion.carry(source.weights.T).T, none)

        decision = carried_to(task.target)
        if not self.calibrated:
            return decision
        parts, labels = [], []
        for domain in task.sources:
            labeled = np.flatnonzero(domain.labels != UNLABELED)
            here = carried_to(task.domains.index(domain))
            parts.append(here.scores(domain.documents[labeled]))
            labels.append(domain.labels[labeled])
        scale = np.vstack(parts).std() or 1.0
        meaning = train_on([part / scale for part in parts], labels, classifier)
        return fold(
            lambda documents: class_scores(meaning, decision.scores(documents) / scale),
            len(task.features),
        )

    def _expansion(self, task: AdaptationTask, learned: TaskVectors, domain: int) -> Expansion:
        vectors = learned.of_domain
        return Expansion.between(
            [vectors[task.domains.index(each)] for each in task.sources],
            vectors[domain],
            learned.pivots,
            similarity=self.similarity,
            power=self.power,
            neighbors=self.neighbors,
        )
