"""How much a feature counts in a document, the same for every method."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.errors import InputError

WeightingName = Literal["tfidf", "binary"]


@dataclass(frozen=True, eq=False)
class Weighting:
    """Turns counts into weights.

    Parameters
    ----------
    name
        `tfidf`: (1 + log count) × idf, rows of unit length; `binary`: 1 where a feature occurs.
    idf
        log((1 + documents) / (1 + documents with the feature)) + 1, one a feature.
    """

    name: WeightingName
    idf: NDArray[np.float64]

    @classmethod
    def of(cls, name: WeightingName, counts: Sequence[csr_array]) -> "Weighting":
        """Learn the idf from the documents of all domains together."""
        if name not in get_args(WeightingName):
            raise InputError(f"weighting: found {name!r}; give tfidf or binary")
        n_documents = sum(part.shape[0] for part in counts)
        holding = np.sum([(part > 0).sum(axis=0) for part in counts], axis=0)
        return cls(name, np.log((1 + n_documents) / (1 + holding)) + 1)

    def apply(self, counts: csr_array) -> csr_array:
        """Weigh documents × features.

        >>> weighting = Weighting("tfidf", np.array([1.0, 2.0]))
        >>> weighting.apply(csr_array([[1, 1], [0, 3]])).toarray().round(3)
        array([[0.447, 0.894],
               [0.   , 1.   ]])
        """
        if self.name == "binary":
            return csr_array((counts > 0).astype(np.float64))
        weights = (1 + np.log(counts.data)) * self.idf[counts.indices]
        rows = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
        lengths = np.sqrt(np.bincount(rows, weights**2, minlength=counts.shape[0]))
        return csr_array((weights / lengths[rows], counts.indices, counts.indptr), counts.shape)
