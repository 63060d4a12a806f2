"""Taking out of all vectors what they have in common, so that neighbors are telling ones."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosslex.errors import InputError


@dataclass(frozen=True, eq=False)
class CommonPart:
    """The mean of all word vectors and the directions in which they differ most.

    These mostly hold how frequent a word is: words near each other along them have little
    else in common. One and the same part is taken out of every domain's vectors, so that
    they stay comparable.

    Parameters
    ----------
    mean
        The mean over the words of all domains.
    directions
        Orthonormal rows, the strongest first.

    References
    ----------
    Mu, Viswanath (2018), All-but-the-Top: Simple and Effective Postprocessing for Word
    Representations, ICLR.
    """

    mean: NDArray[np.float32]
    directions: NDArray[np.float32]

    def remove(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the vectors without the common part."""
        centered = vectors - self.mean
        return np.asarray(centered - (centered @ self.directions.T) @ self.directions)


def find_common_part(matrices: Sequence[NDArray[np.float32]], n_directions: int) -> CommonPart:
    """Find the mean and the strongest directions over the vectors of all domains.

    >>> part = find_common_part([np.array([[1.0, 5.0], [1.0, -5.0]])], n_directions=1)
    >>> part.mean, np.abs(part.directions)
    (array([1., 0.]), array([[0., 1.]]))
    """
    size = sum(len(matrix) for matrix in matrices)
    mean = np.sum([matrix.sum(axis=0, dtype=np.float64) for matrix in matrices], axis=0) / size
    dtype = matrices[0].dtype
    centered = [matrix - mean.astype(dtype) for matrix in matrices]
    covariance = np.sum([matrix.T @ matrix for matrix in centered], axis=0, dtype=np.float64)
    if not np.isfinite(covariance).all():
        raise InputError("the vectors learned are too large to compare; lower the learning_rate")
    _, directions = np.linalg.eigh(covariance)
    strongest = directions.T[::-1][:n_directions]
    return CommonPart(mean.astype(dtype), np.ascontiguousarray(strongest, dtype))
