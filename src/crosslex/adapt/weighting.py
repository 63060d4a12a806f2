"""How much a feature counts in a document, the same for every method."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack
from sklearn.feature_extraction.text import TfidfTransformer

from crosslex.adapt.names import WeightingName
from crosslex.checks import check_choice


@dataclass(frozen=True, eq=False)
class Weighting:
    """Turns counts into weights.

    The idf of a feature is log((1 + documents) / (1 + documents with the feature)) + 1.
    """

    name: WeightingName
    idf: NDArray[np.float64]

    @classmethod
    def of(cls, name: WeightingName, counts: Sequence[csr_array]) -> "Weighting":
        """Learn the idf from the documents of all domains together."""
        check_choice("weighting", name, get_args(WeightingName))
        return cls(name, TfidfTransformer().fit(vstack(counts, format="csr")).idf_)

    def apply(self, counts: csr_array) -> csr_array:
        """Return the weights of documents × features.

        >>> weighting = Weighting("tfidf", np.array([1.0, 2.0]))
        >>> weighting.apply(csr_array([[1, 1], [0, 3]])).toarray().round(3)
        array([[0.447, 0.894],
               [0.   , 1.   ]])
        """
        if self.name == "binary":
            return csr_array((counts > 0).astype(np.float64))
        if counts.shape[0] == 0:  # scikit-learn refuses empty matrices
            return csr_array(counts, dtype=np.float64)
        transformer = TfidfTransformer(sublinear_tf=True)
        transformer.idf_ = self.idf
        return csr_array(transformer.transform(counts))
