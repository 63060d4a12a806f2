"""Methods that carry a source classifier over by Eq. score: word by word, through vectors."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

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
    own
        How much a word counts as its own company: f(w, w) is increased so that over the labeled
        documents the words' own weights vary so many times as much as what their company adds.
        0 is the paper's.
    calibrated
        Whether a second classifier, trained on the scores of the labeled documents, says what
        a score means. The paper cuts at 0, as if scores knew no other center.
    """

    learn: Callable[[AdaptationTask], TaskVectors]
    similarity: Similarity = "cosine"
    power: float = 3.0
    neighbors: int = 10
    own: float = 1.0
    calibrated: bool = True

    def decide(self, task: AdaptationTask, classifier: LinearClassifier) -> LinearDecision:
        """Learn the vectors and the classifier, and carry its weights over."""
        learned = self.learn(task)
        fitted = train_classifier(task, classifier, NoAdaptation().transform)
        source = fold(lambda documents: class_scores(fitted, documents), len(task.features))
        labeled = [np.flatnonzero(domain.labels != UNLABELED) for domain in task.sources]
        documents = [
            domain.documents[rows] for domain, rows in zip(task.sources, labeled, strict=True)
        ]

        def company(domain: int) -> NDArray[np.float64]:
            return self._expansion(task, learned, domain).carry(source.weights.T).T

        added = [company(task.domains.index(domain)) for domain in task.sources]
        own = self.own * _ratio_of_spreads(documents, added, source.weights)
        # Eq. score has no intercept: what the source's says belongs to the source's documents.
        decision = LinearDecision(
            company(task.target) + own * source.weights, np.zeros_like(source.intercept)
        )
        if not self.calibrated:
            return decision
        parts = [
            rows @ (here + own * source.weights)
            for rows, here in zip(documents, added, strict=True)
        ]
        labels = [domain.labels[rows] for domain, rows in zip(task.sources, labeled, strict=True)]
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


def _ratio_of_spreads(
    documents: Sequence[csr_array], added: Sequence[NDArray[np.float64]], own: NDArray[np.float64]
) -> float:
    """Tell how many times as much scores vary with the company's weights as with own ones."""
    company = np.vstack([rows @ here for rows, here in zip(documents, added, strict=True)])
    alone = np.vstack([rows @ own for rows in documents]).std(axis=0).mean()
    return float(company.std(axis=0).mean() / alone) if alone > 0 else 0.0
