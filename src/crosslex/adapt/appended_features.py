"""Methods that append new features to a document's own: linear combinations of them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack

from crosslex.adapt.representation import RepresentationMethod


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
