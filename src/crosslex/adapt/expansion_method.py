"""Methods that carry a source classifier over by Eq. score: word by word, through vectors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from crosslex.adapt.decision import LinearDecision, class_scores, fold
from crosslex.adapt.expansion import Similarity, carry_over, comparable_vectors
from crosslex.adapt.method import AdaptationMethod
from crosslex.adapt.task import AdaptationTask, LabeledDocuments
from crosslex.adapt.task_vectors import TaskVectors
from crosslex.adapt.training import train_on


@dataclass(kw_only=True, eq=False, repr=False)
class ExpansionMethod(AdaptationMethod):
    """Give target words the weights of similar source words.

    Eq. score of Bollegala, Maehara and Kawarabayashi (2015): the classifier θ is trained on
    source documents as they are, and a target word w counts Σ θ(w') f(w_T, w'_S) over all
    source words w'. A subclass says how the vectors are learned: `learn_vectors`.

    Parameters
    ----------
    similarity
        f; see `crosslex.adapt.expansion.carry_over`.
    power, neighbors
        For the sharpened similarity and for the nearest neighbors.
    own
        How much a word's own weight counts: f(w, w) is increased so that over the labeled
        documents, the scores from the words' own weights vary this many times as much as
        those from similar words. 0 is the paper's.
    calibrated
        Whether a second classifier, trained on the scores of the labeled documents, corrects
        scale and center of the scores. The paper predicts by the sign of the score.
    C
        The inverse regularization strength of the logistic regression.
    """

    similarity: Similarity = "cosine"
    power: float = 3.0
    neighbors: int = 10
    own: float = 1.0
    calibrated: bool = True
    C: float = 1.0

    def learn_vectors(self, task: AdaptationTask) -> TaskVectors:
        """Return word vectors for every domain of the task."""
        raise NotImplementedError

    def fit(self, task: AdaptationTask) -> Self:
        """Learn the vectors and the classifier, and carry its weights over."""
        vectors = self.learn_vectors(task)
        source = self.source_decision(task)
        labeled = task.source_labels

        sources = [vectors.of_domain[each.domain] for each in labeled]

        def carried(domain: int) -> NDArray[np.float64]:
            pair = comparable_vectors(
                sources, vectors.of_domain[domain], vectors.pivots, unit=self.similarity != "dot"
            )
            return carry_over(
                source.weights.T,
                *pair,
                similarity=self.similarity,
                power=self.power,
                neighbors=self.neighbors,
            ).T

        added = [carried(each.domain) for each in labeled]
        own = self.own * _deviation_ratio(labeled, added, source.weights)
        # Eq. score has no intercept.
        decision = LinearDecision(
            carried(task.target) + own * source.weights, np.zeros_like(source.intercept)
        )
        if self.calibrated:
            scores = [
                each.documents @ (weights + own * source.weights)
                for each, weights in zip(labeled, added, strict=True)
            ]
            decision = self._calibrate(task, decision, scores)
        self.decision_ = decision
        return self

    def _calibrate(
        self,
        task: AdaptationTask,
        decision: LinearDecision,
        scores: Sequence[NDArray[np.float64]],
    ) -> LinearDecision:
        """Return the decision followed by a classifier of the labeled documents' scores."""
        scale = np.vstack(scores).std() or 1.0
        labels = [each.labels for each in task.source_labels]
        fitted = train_on([each / scale for each in scores], labels, self.new_classifier(task))
        return fold(
            lambda documents: class_scores(fitted, decision.scores(documents) / scale),
            len(task.features),
        )


def _deviation_ratio(
    labeled: Sequence[LabeledDocuments],
    added: Sequence[NDArray[np.float64]],
    own: NDArray[np.float64],
) -> float:
    """Return how many times as much scores vary by similar words as by the words themselves."""
    similar = np.vstack(
        [each.documents @ weights for each, weights in zip(labeled, added, strict=True)]
    )
    alone = np.vstack([each.documents @ own for each in labeled]).std(axis=0).mean()
    return float(similar.std(axis=0).mean() / alone) if alone > 0 else 0.0
