"""Methods that represent documents anew, so that a plain classifier carries over."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack
from sklearn.preprocessing import StandardScaler

from crosslex.adapt.decision import LinearDecision, class_scores, fold
from crosslex.adapt.learned_once import learn_once
from crosslex.adapt.method import AdaptationMethod, Documents
from crosslex.adapt.task import AdaptationTask

ROUNDING = 1e-6
"""Smaller deviations, relative to the mean, are rounding errors."""
ROWS_AT_ONCE = 2**16
_RANK = 1e-9  # smaller eigenvalues, relative to the largest, are rounding errors


class RepresentationMethod(AdaptationMethod):
    """Train on represented source documents, classify represented target documents.

    A subclass says how documents are represented: `learn` and `transform`. What `transform`
    does to a document must be linear, up to a constant: representation and classifier are
    folded into one weight per feature of the target and class.
    """

    decision_: LinearDecision

    def learn(self, task: AdaptationTask) -> Self:
        """Learn the representation from all documents."""
        raise NotImplementedError

    def transform(self, documents: csr_array, domain: int) -> Documents:
        """Represent weighted documents × features of the domain with this index in the task."""
        raise NotImplementedError

    def fit(self, task: AdaptationTask) -> Self:
        """Learn the representation, train the classifier on it, and fold both into weights."""
        for name, value in learn_once(self, task, ("C",), lambda: self._learned(task)).items():
            setattr(self, name, value)
        fitted = self.train_on_sources(task, self.transform)
        self.decision_ = fold(
            lambda documents: class_scores(fitted, self.transform(documents, task.target)),
            len(task.features),
        )
        return self

    def _learned(self, task: AdaptationTask) -> dict[str, Any]:
        """Learn, and return what was learned, which scikit-learn's convention gives names."""
        self.learn(task)
        return {name: value for name, value in vars(self).items() if name.endswith("_")}


class AppendingMethod(RepresentationMethod):
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


def row_blocks(documents: csr_array) -> Iterator[csr_array]:
    """Yield the documents, so many at a time that dense rows of them fit into memory."""
    for start in range(0, documents.shape[0], ROWS_AT_ONCE):
        yield csr_array(documents[start : start + ROWS_AT_ONCE])


def sum_vectors(documents: csr_array, vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the weighted sum of each document's vectors, added up in the bits that these have.

    >>> sum_vectors(csr_array([[2.0, 0.0], [1.0, 3.0]]), np.array([[1, 0], [0, 1]], np.float32))
    array([[2., 0.],
           [1., 3.]])
    """
    # 64 bits would need a copy of all vectors, and twice the time to read them.
    return np.asarray(documents.astype(vectors.dtype) @ vectors, np.float64)


def fit_scaler(documents: Iterable[NDArray[np.float64]]) -> StandardScaler:
    """Return what standardizes each dimension over the documents of all matrices.

    A standardized document's mean squared length is 1, as a tf-idf row's is, so that C means
    the same for every representation.

    >>> scaler = fit_scaler([np.array([[1.0, 5.0]]), np.array([[3.0, 5.0]])])
    >>> scaler.transform(np.array([[3.0, 5.0]])).round(3).tolist()
    [[0.707, 0.0]]
    """
    scaler = StandardScaler()
    for rows in documents:
        if len(rows) > 0:
            scaler.partial_fit(rows)
    deviations = np.sqrt(scaler.var_)
    varies = deviations > ROUNDING * np.abs(scaler.mean_)
    scaler.scale_ = np.where(varies, deviations, 1) * np.sqrt(len(deviations))
    return scaler
