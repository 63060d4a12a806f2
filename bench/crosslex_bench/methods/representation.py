"""Bases of methods that represent documents anew: cached learning, and appended features."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack

from crosslex.classify import AdaptationTask, RepresentationMethod
from crosslex_bench.cache import cached_learning

_RANK = 1e-9  # smaller eigenvalues, relative to the largest, are rounding errors


class CachedRepresentation(RepresentationMethod):
    """A representation that trials which differ in C alone learn once."""

    def fit(self, task: AdaptationTask) -> Self:
        """Take what was learned from the cache, and train the classifier on it."""
        learned = cached_learning(self, task, ("C",), lambda: self._learned(task))
        for name, value in learned.items():
            setattr(self, name, value)
        return self.fit_classifier(task)

    def _learned(self, task: AdaptationTask) -> dict[str, Any]:
        """Learn, and return what was learned, which scikit-learn's convention gives names."""
        self.learn(task)
        return {name: value for name, value in vars(self).items() if name.endswith("_")}


class AppendingMethod(CachedRepresentation):
    """A document x becomes [x, x P]; a subclass learns `projection_`: P, features × new ones."""

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
