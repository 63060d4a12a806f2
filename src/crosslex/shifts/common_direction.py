"""Vectors without what all of them have in common."""

import numpy as np

from crosslex.arrays import Float64s
from crosslex.vectors import unit_rows


def without_common_direction(vectors: Float64s, weights: Float64s) -> Float64s:
    """Return unit vectors without their mean and the direction in which they differ most.

    That direction mostly holds how frequent a word is (Mu and Viswanath, 2018). Vectors of
    zeros stay so.

    Parameters
    ----------
    vectors
        One row per word.
    weights
        How much each word counts for the mean and the direction.

    Examples
    --------
    >>> vectors = np.array([[5.0, 1.0], [-5.0, 1.0], [5.0, -1.0], [-5.0, -1.0], [0.0, 0.0]])
    >>> without_common_direction(vectors, np.ones(5)).round(6) + 0.0
    array([[ 0.,  1.],
           [ 0.,  1.],
           [ 0., -1.],
           [ 0., -1.],
           [ 0.,  0.]])
    """
    known = np.asarray((vectors != 0).any(axis=1))
    share = np.where(known, weights, 0)[:, None]
    total = max(float(share.sum()), 1e-12)
    centered = np.where(known[:, None], vectors - (share * vectors).sum(axis=0) / total, 0)
    _, directions = np.linalg.eigh(centered.T @ (share * centered))
    strongest = directions[:, -1]
    return unit_rows(centered - np.outer(centered @ strongest, strongest))
