"""Eq. score with more similarities than the paper's, own weights and calibrated scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, Self

import numpy as np

from crosslex.arrays import Float32s, Float64s
from crosslex.classify import AdaptationTask, LinearDecision, Scores, class_scores, fold
from crosslex.paper import ScoreMethod, TaskVectors, carry_over, comparable_vectors

SimilarityName = Literal["cosine", "dot", "euclidean", "positive", "sharpened", "nearest"]

AFTER_VECTORS = ("similarity", "power", "neighbors", "identity", "own", "calibrated", "C")
"""Settings that do not change the vectors."""


@dataclass(kw_only=True, eq=False, repr=False)
class ExpansionMethod(ScoreMethod):
    """Eq. score, with settings that the paper does not have.

    A subclass says how the vectors are learned: `learn_vectors`.

    Parameters
    ----------
    similarity
        f: as in `ScoreMethod`, or `euclidean`, 1 / (1 + distance) of unit vectors; `positive`,
        the cosine where it is above 0, else 0; `sharpened`, sign(cos)·|cos|^power; `nearest`, the
        cosine for the most similar source features of each target feature, 0 for all others.
    power
        How much `sharpened` favors the most similar features.
    neighbors
        How many source features `nearest` keeps.
    identity
        Whether a feature without a vector in the target has its own weight: f(w, w) = 1. The
        paper does not mention such features; by default, they contribute nothing.
    own
        How much a word's own weight counts: f(w, w) is increased so that over the labeled
        documents, the scores from the words' own weights vary this many times as much as
        those from similar words. 0 is the paper's.
    calibrated
        Whether a second classifier, trained on the scores of the labeled documents, corrects
        scale and center of the scores. The paper predicts by the sign of the score.
    """

    similarity: SimilarityName = "cosine"  # type: ignore[assignment]  # it knows more names
    power: float = 3.0
    neighbors: int = 10
    identity: bool = False
    own: float = 1.0
    calibrated: bool = True

    def fit(self, task: AdaptationTask) -> Self:
        """Learn the vectors and the classifier, and carry its weights over."""
        vectors = self.learn_vectors(task)
        theta = self.source_decision(task)
        labeled = task.source_labels
        added = [self.carried(vectors, theta, task, each.domain) for each in labeled]

        def scores(weights: Sequence[Float64s]) -> list[Scores]:
            return [each.documents @ of for each, of in zip(labeled, weights, strict=True)]

        def deviation(weights: Sequence[Float64s]) -> float:
            return float(np.vstack(scores(weights)).std(axis=0).mean())

        alone = deviation([theta.weights] * len(labeled))
        own = self.own * (deviation(added) / alone) if alone > 0 else 0.0
        carried = self.carried(vectors, theta, task, task.target)
        # Eq. score has no intercept.
        decision = LinearDecision(carried + own * theta.weights, np.zeros_like(theta.intercept))
        if self.calibrated:
            decision = self._calibrate(
                task, decision, scores([each + own * theta.weights for each in added])
            )
        else:
            # Those held out so far are the classifier's, on another scale than ψ.
            self.held_out_ = np.vstack([decision.scores(each.documents) for each in labeled])
        self.decision_ = decision
        return self

    def carried(
        self, vectors: TaskVectors, theta: LinearDecision, task: AdaptationTask, domain: int
    ) -> Float64s:
        """Return the weights of a domain's features in ψ: features × classes."""
        sources = [vectors.of_domain[each.domain] for each in task.source_labels]
        target, source = comparable_vectors(
            sources, vectors.of_domain[domain], vectors.pivots, unit=self.similarity != "dot"
        )
        found = carry_over(theta.weights.T, target, source, self._similarity()).T
        if self.identity:
            unknown = ~target.any(axis=1)
            found[unknown] = theta.weights[unknown]
        return found

    def _similarity(self) -> Any:
        """Return f as `carry_over` takes it."""
        functions = {
            "euclidean": euclidean,
            "positive": partial(np.maximum, 0),
            "sharpened": partial(sharpened, power=self.power),
            "nearest": partial(nearest, neighbors=self.neighbors),
        }
        return functions.get(self.similarity, self.similarity)

    def _calibrate(
        self, task: AdaptationTask, decision: LinearDecision, scores: Sequence[Scores]
    ) -> LinearDecision:
        """Return the decision followed by a classifier of the labeled documents' scores."""
        scale = np.vstack(scores).std() or 1.0
        labels = [each.labels for each in task.source_labels]
        fitted = self.train(task, [each / scale for each in scores], labels)
        return fold(
            lambda documents: class_scores(fitted, decision.scores(documents) / scale),
            len(task.features),
        )


def euclidean(cosines: Float32s) -> Float32s:
    """Return 1 / (1 + distance) of unit vectors with these cosines."""
    return np.asarray(1 / (1 + np.sqrt(np.maximum(2 - 2 * cosines, 0))), dtype=np.float32)


def sharpened(cosines: Float32s, power: float) -> Float32s:
    """Return cosines with their absolute values raised to a power."""
    return np.asarray(np.sign(cosines) * np.abs(cosines) ** power, dtype=np.float32)


def nearest(cosines: Float32s, neighbors: int) -> Float32s:
    """Return the largest cosines of each row, 0 in place of all others.

    >>> nearest(np.array([[0.5, -0.25, 0.75]], np.float32), 1).tolist()
    [[0.0, 0.0, 0.75]]
    """
    if neighbors < cosines.shape[1]:
        cut = cosines.shape[1] - neighbors
        far = np.argpartition(cosines, cut, axis=1)[:, :cut]
        np.put_along_axis(cosines, far, 0, axis=1)
    return cosines
