"""Eq. score: give target words the weights of the source words they resemble."""

from collections.abc import Callable, Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from crosslex.checks import check_choice, check_whole
from crosslex.vectors import unit_rows

SimilarityName = Literal["cosine", "dot", "euclidean", "sharpened", "nearest"]
Similarity = SimilarityName | Callable[[NDArray[np.float32]], NDArray[np.float32]]
"""A name, or a function of cosines: target features × source features in, the same shape out."""

_BLOCK = 512  # rows of F held at once: 50 MB for 25,000 source features


def carry_over(
    coefficients: NDArray[np.float64],
    target: NDArray[np.float32],
    source: NDArray[np.float32],
    *,
    similarity: Similarity = "cosine",
    power: float = 3.0,
    neighbors: int = 10,
) -> NDArray[np.float64]:
    r"""Return coefficients of target features, from those of source features.

    With F[w, w'] = f(w_T, w'_S), the similarities of target features to source features, a
    target document h becomes h·F, a document of source features, and a linear classifier θ
    scores it by Eq. score of Bollegala, Maehara and Kawarabayashi (2015):

    .. math:: ψ(h) = \sum_w h(w) \sum_{w'} θ(w') f(w_T, w'_S) = h · (θ Fᵀ)

    No document is expanded: what is returned is θ·Fᵀ. With the cosine and the dot product, F is
    the product of two thin matrices and is never formed.

    Parameters
    ----------
    coefficients
        θ, classes × source features.
    target, source
        Features × dimension: vectors of target and source features, of unit length but for
        `dot`; a feature whose row is zero contributes nothing.
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


def comparable_vectors(
    sources: Sequence[NDArray[np.float32]],
    target: NDArray[np.float32],
    pivots: NDArray[np.intp],
    *,
    unit: bool = True,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return vectors of target and source features from each domain's own; pivots are the same.

    Several sources give a feature one vector: the direction of the sum of its unit vectors, or
    the mean of its vectors as they are. Pivots have their source vector in the target, too.
    """
    if unit:
        source = unit_rows(np.sum([unit_rows(vectors) for vectors in sources], axis=0))
        own = unit_rows(target)
    else:
        source, own = np.mean(sources, axis=0), target.copy()
    own[pivots] = source[pivots]
    return own, source


def _similarities(
    cosines: NDArray[np.float32], similarity: Similarity, power: float, neighbors: int
) -> NDArray[np.float32]:
    if callable(similarity):
        return similarity(cosines)
    if similarity == "euclidean":
        return np.asarray(1 / (1 + np.sqrt(np.maximum(2 - 2 * cosines, 0))), dtype=np.float32)
    if similarity == "sharpened":
        return np.asarray(np.sign(cosines) * np.abs(cosines) ** power, dtype=np.float32)
    if neighbors < cosines.shape[1]:
        cut = cosines.shape[1] - neighbors
        far = np.argpartition(cosines, cut, axis=1)[:, :cut]
        np.put_along_axis(cosines, far, 0, axis=1)
    return cosines
