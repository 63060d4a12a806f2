"""Eq. score: give target words the weights of the source words they resemble."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from crosslex.checks import check_choice, check_whole
from crosslex.vectors import unit_rows

SimilarityName = Literal["cosine", "dot", "euclidean", "sharpened", "nearest"]
Similarity = SimilarityName | Callable[[NDArray[np.float32]], NDArray[np.float32]]
"""A name, or a function of cosines: target features × source features in, the same shape out."""

_BLOCK = 512  # rows of F held at once: 50 MB for 25,000 source features


@dataclass(frozen=True, eq=False)
class Expansion:
    r"""The similarities F[w, w'] = f(w_T, w'_S) of target features to source features.

    A target document h becomes h·F, a document of source features, so that a
    linear classifier θ trained on untouched source documents decides by Eq. score
    of Bollegala, Maehara and Kawarabayashi (2015):

    .. math:: ψ(h) = \sum_w h(w) \sum_{w'} θ(w') f(w_T, w'_S) = θ · (h F)

    Pivots stand with their source vector on both sides; a feature without a vector,
    in the target as in the source, contributes nothing.
    With the cosine and the dot product, F is the product of two thin matrices and is never
    formed. No document is expanded: the classifier's coefficients are carried over instead.

    Parameters
    ----------
    target
        Features × dimension: vectors of target features, of unit length but for `dot`, zero
        where a feature has none.
    source
        Features × dimension: vectors of source features, likewise.
    similarity
        f: `cosine`; `dot`, the product of vectors as long as they were learned;
        `euclidean`, 1 / (1 + distance) of unit vectors; `sharpened`, sign(cos)·|cos|^power;
        `nearest`, the cosine for the most similar source features of each target feature and 0
        for all others; or a function of a block of cosines.
    power
        How much `sharpened` favors the most similar features.
    neighbors
        How many source features `nearest` keeps.

    Examples
    --------
    The second feature is unknown to the source, but resembles the third there.

    >>> target = np.array([[1, 0], [0.6, 0.8], [0, 0]], dtype=np.float32)
    >>> source = np.array([[1, 0], [0, 0], [0, 1]], dtype=np.float32)
    >>> weights = np.array([[1.0, 0.0, 2.0]])  # of one class, learned in the source
    >>> Expansion(target, source).carry(weights).round(3)
    array([[1. , 2.2, 0. ]])
    >>> Expansion(target, source, "nearest", neighbors=1).carry(weights).round(3)
    array([[1. , 1.6, 0. ]])
    """

    target: NDArray[np.float32]
    source: NDArray[np.float32]
    similarity: Similarity = "cosine"
    power: float = 3.0
    neighbors: int = 10

    def __post_init__(self) -> None:
        if not callable(self.similarity):
            check_choice("similarity", self.similarity, get_args(SimilarityName))
        check_whole("neighbors", self.neighbors, least=1)

    @classmethod
    def between(
        cls,
        sources: Sequence[NDArray[np.float32]],
        target: NDArray[np.float32],
        pivots: NDArray[np.intp],
        *,
        similarity: Similarity = "cosine",
        power: float = 3.0,
        neighbors: int = 10,
    ) -> "Expansion":
        """Return the expansion for each domain's own vectors (features × dimension).

        Several sources give a feature one vector: the direction of the sum of its
        unit vectors, or for `dot` the mean of its vectors. Rows of zeros are features without
        a vector.
        """
        if similarity == "dot":
            source, own = np.mean(sources, axis=0), target.copy()
        else:
            source = unit_rows(np.sum([unit_rows(vectors) for vectors in sources], axis=0))
            own = unit_rows(target)
        own[pivots] = source[pivots]
        return cls(own, source, similarity, power, neighbors)

    def carry(self, coefficients: NDArray[np.float64]) -> NDArray[np.float64]:
        """Carry coefficients (classes × source features) over to target features: θ·Fᵀ.

        Then ψ(h) = h · carried, without expanding any document; entry w is what the
        word w of the target says about a class, all source words taken together.
        """
        if self.similarity in ("cosine", "dot"):
            return np.asarray((coefficients @ self.source) @ self.target.T, dtype=np.float64)
        carried = np.zeros(coefficients.shape)
        with_vector = np.flatnonzero(self.target.any(axis=1))
        known = np.flatnonzero(self.source.any(axis=1))
        for start in range(0, len(with_vector), _BLOCK):
            rows = with_vector[start : start + _BLOCK]
            block = np.zeros((len(rows), len(self.source)), dtype=np.float32)
            block[:, known] = self._similarities(self.target[rows] @ self.source[known].T)
            carried[:, rows] = coefficients @ block.T
        return carried

    def _similarities(self, cosines: NDArray[np.float32]) -> NDArray[np.float32]:
        if callable(self.similarity):
            return self.similarity(cosines)
        if self.similarity == "euclidean":
            distances = np.sqrt(np.maximum(2 - 2 * cosines, 0))
            return np.asarray(1 / (1 + distances), dtype=np.float32)
        if self.similarity == "sharpened":
            return np.asarray(np.sign(cosines) * np.abs(cosines) ** self.power, dtype=np.float32)
        if self.similarity == "nearest" and self.neighbors < cosines.shape[1]:
            cut = cosines.shape[1] - self.neighbors
            far = np.argpartition(cosines, cut, axis=1)[:, :cut]
            np.put_along_axis(cosines, far, 0, axis=1)
        return cosines
