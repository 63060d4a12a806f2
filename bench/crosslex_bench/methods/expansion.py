"""Eq. score: give target words the weights of the source words they resemble."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Self, get_args

import numpy as np
from numpy.typing import NDArray

from crosslex.checks import check_choice, check_whole
from crosslex.classify import (
    AdaptationMethod,
    AdaptationTask,
    LinearDecision,
    Scores,
    class_scores,
    fold,
)
from crosslex.paper import TaskVectors, comparable_vectors

SimilarityName = Literal["cosine", "dot", "euclidean", "positive", "sharpened", "nearest"]
Similarity = SimilarityName | Callable[[NDArray[np.float32]], NDArray[np.float32]]
"""A name, or a function of cosines: target features × source features in, the same shape out."""

AFTER_VECTORS = ("similarity", "power", "neighbors", "identity", "own", "calibrated", "C")
"""Settings that do not change the vectors."""

_BLOCK = 512  # rows of F held at once: 50 MB for 25,000 source features


@dataclass(kw_only=True, eq=False, repr=False)
class ExpansionMethod(AdaptationMethod):
    r"""Give target words the weights of similar source words.

    The classifier θ is trained on source documents as they are; it scores target documents h
    by Eq. score of Bollegala, Maehara and Kawarabayashi (2015), where w are target words, w'
    source words, and f compares their vectors:

    .. math:: ψ(h) = \sum_w h(w) \sum_{w'} θ(w') f(w_T, w'_S)

    A subclass says how the vectors are learned: `learn_vectors`.

    Parameters
    ----------
    similarity
        f: `cosine`; `dot`, the product of vectors as long as they were learned; `euclidean`,
        1 / (1 + distance) of unit vectors; `positive`, the cosine where it is above 0, else 0;
        `sharpened`, sign(cos)·|cos|^power; `nearest`, the
        cosine for the most similar source features of each target feature and 0 for all
        others; or a function of a block of cosines.
    power
        How much `sharpened` favors the most similar features.
    neighbors
        How many source features `nearest` keeps.
    identity
        Whether a feature without a vector in the target has its own weight: f(w, w) = 1. The
        paper says nothing of it; without, it contributes nothing.
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
    identity: bool = False
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
            found = carry_over(
                source.weights.T,
                *pair,
                similarity=self.similarity,
                power=self.power,
                neighbors=self.neighbors,
            ).T
            if self.identity:
                unknown = ~pair[0].any(axis=1)
                found[unknown] = source.weights[unknown]
            return found

        added = [carried(each.domain) for each in labeled]

        def deviation(weights: Sequence[NDArray[np.float64]]) -> float:
            scores = [each.documents @ of for each, of in zip(labeled, weights, strict=True)]
            return float(np.vstack(scores).std(axis=0).mean())

        alone = deviation([source.weights] * len(labeled))
        own = self.own * (deviation(added) / alone) if alone > 0 else 0.0
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
        else:
            # Those held out so far are the classifier's, on another scale than ψ.
            self.held_out_ = np.vstack([decision.scores(each.documents) for each in labeled])
        self.decision_ = decision
        return self

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


def carry_over(
    coefficients: NDArray[np.float64],
    target: NDArray[np.float32],
    source: NDArray[np.float32],
    *,
    similarity: Similarity = "cosine",
    power: float = 3.0,
    neighbors: int = 10,
) -> NDArray[np.float64]:
    """Return coefficients of target features, from those of source features.

    No document is expanded: with θ the coefficients, classes × source features, and F[w, w']
    = f(w_T, w'_S), a target document h scores h · (θ Fᵀ), and θ Fᵀ is returned. With the cosine
    and the dot product, F is the product of two thin matrices and is never formed.

    Vectors are features × dimension, of unit length but for `dot`; a feature whose row is zero
    contributes nothing. For the other arguments see `ExpansionMethod`.

    The second feature is unknown to the source, but resembles the third there.

    >>> target = np.array([[1, 0], [0.6, 0.8], [0, 0]], dtype=np.float32)
    >>> source = np.array([[1, 0], [0, 0], [0, 1]], dtype=np.float32)
    >>> carry_over(np.array([[1.0, 0.0, 2.0]]), target, source).round(3)
    array([[1. , 2.2, 0. ]])
    """
    if not callable(similarity):
        check_choice("similarity", similarity, get_args(SimilarityName))
    check_whole("neighbors", neighbors, least=1)
    if similarity in ("cosine", "dot"):
        return np.asarray((coefficients @ source) @ target.T, dtype=np.float64)
    carried = np.zeros(coefficients.shape)
    with_vector, known = (np.flatnonzero(each.any(axis=1)) for each in (target, source))
    for start in range(0, len(with_vector), _BLOCK):
        rows = with_vector[start : start + _BLOCK]
        block = np.zeros((len(rows), len(source)), dtype=np.float32)
        cosines = target[rows] @ source[known].T
        block[:, known] = _similarities(cosines, similarity, power, neighbors)
        carried[:, rows] = coefficients @ block.T
    return carried


def _similarities(
    cosines: NDArray[np.float32], similarity: Similarity, power: float, neighbors: int
) -> NDArray[np.float32]:
    if callable(similarity):
        return similarity(cosines)
    if similarity == "euclidean":
        return np.asarray(1 / (1 + np.sqrt(np.maximum(2 - 2 * cosines, 0))), dtype=np.float32)
    if similarity == "positive":
        return np.maximum(cosines, 0)
    if similarity == "sharpened":
        return np.asarray(np.sign(cosines) * np.abs(cosines) ** power, dtype=np.float32)
    if neighbors < cosines.shape[1]:
        cut = cosines.shape[1] - neighbors
        far = np.argpartition(cosines, cut, axis=1)[:, :cut]
        np.put_along_axis(cosines, far, 0, axis=1)
    return cosines
