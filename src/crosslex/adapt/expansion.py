"""Eq. score: read a target document through the source words that its words resemble."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.errors import InputError

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
    formed.

    Parameters
    ----------
    target
        Features × dimension: vectors by which target words look for company,
        of unit length but for `dot`, zero where a feature has none.
    source
        Features × dimension: vectors by which source words are found, likewise.
    similarity
        f: `cosine`; `dot`, the product of vectors as long as they were learned;
        `euclidean`, 1 / (1 + distance) of unit vectors; `sharpened`, sign(cos)·|cos|^power;
        `nearest`, the cosine for the most similar source features of each target feature and 0
        for all others; or a function of a block of cosines.
    power
        How much `sharpened` favors close company.
    neighbors
        How many source features `nearest` keeps.

    Examples
    --------
    The second feature is unknown to the source, but resembles the third there.

    >>> target = np.array([[1, 0], [0.6, 0.8], [0, 0]], dtype=np.float32)
    >>> source = np.array([[1, 0], [0, 0], [0, 1]], dtype=np.float32)
    >>> document = csr_array(np.array([[0.0, 1.0, 0.0]]))
    >>> Expansion(target, source).transform(document).round(3)
    array([[0.6, 0. , 0.8]])
    >>> Expansion(target, source, "nearest", neighbors=1).transform(document).toarray().round(3)
    array([[0. , 0. , 0.8]])
    """

    target: NDArray[np.float32]
    source: NDArray[np.float32]
    similarity: Similarity = "cosine"
    power: float = 3.0
    neighbors: int = 10

    def __post_init__(self) -> None:
        if not callable(self.similarity) and self.similarity not in get_args(SimilarityName):
            raise InputError(
                f"similarity: {self.similarity!r} is unknown; use "
                f"{', '.join(map(repr, get_args(SimilarityName)))} or a function of cosines"
            )
        if self.neighbors < 1:
            raise InputError(f"neighbors: {self.neighbors} found; keep at least 1 source feature")

    @classmethod
    def between(
        cls,
        sources: Sequence[NDArray[np.floating]],
        target: NDArray[np.floating],
        pivots: NDArray[np.intp],
        *,
        similarity: Similarity = "cosine",
        power: float = 3.0,
        neighbors: int = 10,
    ) -> "Expansion":
        """Prepare the expansion from each domain's own vectors (features × dimension).

        Several sources give a feature one vector: the direction of the sum of its
        unit vectors, or for `dot` the mean of its vectors. Rows of zeros, or of not-a-number,
        are features without a vector.
        """
        if similarity == "dot":
            source = np.mean([known_rows(vectors) for vectors in sources], axis=0)
            looking = known_rows(target)
        else:
            source = unit_rows(np.sum([unit_rows(vectors) for vectors in sources], axis=0))
            looking = unit_rows(target)
        looking[pivots] = source[pivots]
        return cls(looking, source, similarity, power, neighbors)

    def transform(self, documents: csr_array) -> csr_array | NDArray[np.float64]:
        """Expand target documents: h·F for each row h.

        The result is dense (documents × features) but for `nearest`: expand large
        collections piece by piece, or carry a classifier's coefficients over instead.
        """
        if self.similarity in ("cosine", "dot"):
            return np.asarray((documents @ self.target) @ self.source.T, dtype=np.float64)
        used = np.unique(documents.indices)
        if self.similarity == "nearest":
            expanded = csr_array(documents.shape, dtype=np.float64)
            for rows, block in self._blocks(used):
                expanded = expanded + documents[:, rows] @ csr_array(block)
            return csr_array(expanded, dtype=np.float64)
        total = np.zeros(documents.shape)
        for rows, block in self._blocks(used):
            total += documents[:, rows] @ block
        return total

    def carry(self, coefficients: NDArray[np.float64]) -> NDArray[np.float64]:
        """Carry coefficients (classes × source features) over to target features: θ·Fᵀ.

        Then ψ(h) = h · carried, without expanding any document; entry w is what the
        word w of the target says about a class, all source words taken together.
        """
        if self.similarity in ("cosine", "dot"):
            return np.asarray((coefficients @ self.source) @ self.target.T, dtype=np.float64)
        carried = np.zeros(coefficients.shape)
        for rows, block in self._blocks(np.arange(len(self.target))):
            carried[:, rows] = coefficients @ block.T
        return carried

    def _blocks(
        self, rows: NDArray[np.signedinteger]
    ) -> Iterator[tuple[NDArray[np.signedinteger], NDArray[np.float32]]]:
        """Rows of F, some at a time; rows and columns without vectors stay zero."""
        rows = rows[self.target[rows].any(axis=1)]
        known = np.flatnonzero(self.source.any(axis=1))
        for start in range(0, len(rows), _BLOCK):
            part = rows[start : start + _BLOCK]
            block = np.zeros((len(part), len(self.source)), dtype=np.float32)
            block[:, known] = self._similarities(self.target[part] @ self.source[known].T)
            yield part, block

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


def known_rows(vectors: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return the rows as they are, those of not-a-number as zeros."""
    finite = np.isfinite(vectors).all(axis=1, keepdims=True)
    return np.where(finite, vectors, 0).astype(np.float32)


def unit_rows(vectors: NDArray[np.floating]) -> NDArray[np.float32]:
    """Scale each row to unit length; rows of zeros or not-a-number become zeros.

    >>> unit_rows(np.array([[3.0, 4.0], [0.0, 0.0]]))
    array([[0.6, 0.8],
           [0. , 0. ]], dtype=float32)
    """
    known = known_rows(vectors)
    lengths = np.linalg.norm(known, axis=1, keepdims=True)
    return np.asarray(known / np.where(lengths > 0, lengths, 1), dtype=np.float32)
