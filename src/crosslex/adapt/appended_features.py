"""Methods that append new features to a document's own: linear combinations of them."""

from collections.abc import Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack

from crosslex.adapt.representation import RepresentationMethod
from crosslex.adapt.task import AdaptationTask

_RANK = 1e-9  # smaller eigenvalues, relative to the largest, are rounding errors


class AppendingMethod(RepresentationMethod):
    """A document x becomes [x, x P]; a subclass learns the projection P.

    Attributes
    ----------
    projection_
        P, features × new features.
    """

    weight: float
    projection_: NDArray[np.float64]

    def set_projection(
        self, task: AdaptationTask, directions: NDArray[np.float64], documents: Sequence[csr_array]
    ) -> Self:
        """Set P to directions of the non-pivots, zero for pivots.

        P is scaled so that the new features add `weight` times as much to the mean squared
        length of the documents as the old ones have.
        """
        projection = np.zeros((len(task.features), directions.shape[1]))
        projection[task.non_pivots] = directions
        before = sum(float((each.data**2).sum()) for each in documents)
        after = sum(float(((each @ projection) ** 2).sum()) for each in documents)
        if after > 0:
            projection *= self.weight * np.sqrt(before / after)
        self.projection_ = projection
        return self

    def transform(self, documents: csr_array, domain: int) -> csr_array:
        """Append the projected features to the documents' own."""
        return csr_array(hstack([documents, csr_array(documents @ self.projection_)]))


def leading_directions(matrix: NDArray[np.floating], dimension: int) -> NDArray[np.float64]:
    """Return the first left singular vectors; fewer than asked for if the rank is lower.

    They come from the small columns × columns eigenproblem.

    >>> np.abs(leading_directions(np.array([[0.0, 3.0], [1.0, 0.0]]), 1)).tolist()
    [[1.0], [0.0]]
    """
    exact = matrix.astype(np.float64)
    values, vectors = np.linalg.eigh(exact.T @ exact)
    largest = np.argsort(-values)[:dimension]
    largest = largest[values[largest] > _RANK * values[-1]]
    return np.asarray(exact @ (vectors[:, largest] / np.sqrt(values[largest])))
