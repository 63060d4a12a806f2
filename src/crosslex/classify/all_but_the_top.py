"""All-but-the-top: vectors without the directions that all of them have in common."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Float32s
from crosslex.errors import InputError


@dataclass(frozen=True, eq=False)
class CommonDirections:
    """The mean of all word vectors and the directions in which they differ most.

    These mostly hold how frequent a word is, so that words near each other along them have
    little else in common. The same directions are taken out of every domain's vectors, which
    therefore stay comparable. The directions are orthonormal rows, the strongest first.

    References
    ----------
    Mu, Viswanath (2018), All-but-the-Top: Simple and Effective Postprocessing for Word
    Representations, ICLR.
    """

    mean: Float32s
    directions: Float32s

    def remove(self, vectors: Float32s) -> Float32s:
        """Return the vectors without the mean and the common directions."""
        centered = vectors - self.mean
        centered -= (centered @ self.directions.T) @ self.directions
        return np.asarray(centered)


def find_common_directions(matrices: Sequence[Float32s], n_directions: int) -> CommonDirections:
    """Return the mean and the strongest directions over the vectors of all domains.

    >>> common = find_common_directions([np.array([[1.0, 5.0], [1.0, -5.0]])], n_directions=1)
    >>> common.mean, np.abs(common.directions)
    (array([1., 0.]), array([[0., 1.]]))
    """
    size = max(1, sum(len(matrix) for matrix in matrices))
    mean = np.sum([matrix.sum(axis=0, dtype=np.float64) for matrix in matrices], axis=0) / size
    dtype = matrices[0].dtype
    centered = [matrix - mean.astype(dtype) for matrix in matrices]
    covariance = np.sum([matrix.T @ matrix for matrix in centered], axis=0, dtype=np.float64)
    if not np.isfinite(covariance).all():
        raise InputError("the vectors learned are too large to compare; lower the learning_rate")
    _, directions = np.linalg.eigh(covariance)
    strongest = directions.T[::-1][:n_directions]
    return CommonDirections(mean.astype(dtype), np.ascontiguousarray(strongest, dtype))
