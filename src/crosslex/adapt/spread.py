"""Bring represented documents to one center and one spread."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_ROUNDING = 1e-6  # deviations below are those of equal numbers, unequally rounded


@dataclass(frozen=True, eq=False)
class Spread:
    """The center of documents and how far they spread, dimension by dimension.

    Parameters
    ----------
    mean
        The mean of each dimension.
    scale
        The standard deviation of each, times the root of their number: a standardized
        document's mean squared length is 1, as a tf-idf row's is.
    """

    mean: NDArray[np.float64]
    scale: NDArray[np.float64]

    @classmethod
    def of(cls, parts: Sequence[NDArray[np.float64]]) -> "Spread":
        """Measure the documents of all parts together.

        >>> spread = Spread.of([np.array([[1.0, 5.0]]), np.array([[3.0, 5.0]])])
        >>> spread.standardize(np.array([[3.0, 5.0]])).round(3).tolist()
        [[0.707, 0.0]]
        """
        n_documents = max(1, sum(len(part) for part in parts))
        mean = np.sum([part.sum(axis=0) for part in parts], axis=0) / n_documents
        squares = np.sum([np.square(part - mean).sum(axis=0) for part in parts], axis=0)
        deviations = np.sqrt(squares / n_documents)
        varies = deviations > _ROUNDING * np.abs(mean)
        return cls(mean, np.where(varies, deviations, 1) * np.sqrt(len(mean)))

    def standardize(self, documents: NDArray[np.float64]) -> NDArray[np.float64]:
        """Move documents to the center and divide them by the spread."""
        return np.asarray((documents - self.mean) / self.scale, np.float64)
