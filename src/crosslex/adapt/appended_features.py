"""Methods that append new features to a document's own: linear combinations of them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack

from crosslex.adapt.representation import RepresentationMethod

_RANK = 1e-9  # smaller eigenvalues, relative to the largest, are rounding errors


class AppendingMethod(RepresentationMethod):
    """A document x becomes [x, x P]; a subclass learns the projection P.

    Attributes
    ----------
    projection_
        P, features × new features.
    """

    projection_: NDArray[np.float64]

    def transform(self, documents: csr_array, domain: int) -> csr_array:
        """Append the projected features to the documents' own."""
        return csr_array(hstack([documents, csr_array(documents @ self.projection_)]))


def scale_projection(
    projection: NDArray[np.float64], documents: Sequence[csr_array], weight: float
) -> NDArray[np.float64]:
    """Return a projection, scaled so that new features count `weight` times as much as old ones.

    Features count by the mean squared length that they give to a document.
    """
    before = sum(float((each.data**2).sum()) for each in documents)
    after = sum(float(((each @ projection) ** 2).sum()) for each in documents)
    return projection * (weight * np.sqrt(before / after)) if after > 0 else projection


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
