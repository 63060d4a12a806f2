"""Correlation alignment: give source documents the target's covariance."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack
from sklearn.utils.extmath import randomized_svd

from crosslex.classify import AdaptationTask
from crosslex_bench.methods.representation import CachedRepresentation


@dataclass(kw_only=True, eq=False, repr=False)
class CorrelationAlignment(CachedRepresentation):
    r"""Whiten source documents, then color them with the target's covariance (CORAL).

    With C_S and C_T the regularized covariances of the source and of the target, a source
    document x becomes

    .. math:: x C_S^{-1/2} C_T^{1/2},

    so that the covariance of all source documents is the target's. The target, and no
    other domain, stays as it is; several sources are aligned each on its own.

    Departures: covariances of tens of thousands of features cannot be inverted, nor
    estimated, so all documents are first projected to the leading right singular vectors
    of the documents of all domains. The published method adds the identity to each
    covariance; here it is a multiple of the mean variance, which does not depend on how
    features are weighted.

    References
    ----------
    B. Sun, J. Feng, K. Saenko. *Return of Frustratingly Easy Domain Adaptation*. AAAI 2016.
    """

    dimension: int = 500  # singular vectors that are kept
    regularization: float = 1.0  # added to each variance, in units of the mean variance
    C: float = 1.0

    def learn(self, task: AdaptationTask) -> Self:
        """Find the common space and align each domain with the target in it."""
        everything = csr_array(vstack([domain.documents for domain in task.domains]))
        dimension = min(self.dimension, *everything.shape)
        basis = randomized_svd(
            everything.astype(np.float32),
            dimension,
            n_iter=3,
            random_state=task.random_state % 2**32,
        )[2].T
        covariances = [
            np.atleast_2d(np.cov(domain.documents @ basis, rowvar=False, bias=True))
            for domain in task.domains
        ]
        mean_variance = np.mean([np.trace(each) for each in covariances]) / dimension
        added = self.regularization * (mean_variance or 1.0)
        regularized = [each + added * np.eye(dimension) for each in covariances]
        # One per domain: features × dimension, the singular vectors times the alignment.
        self.projections_ = [
            basis if index == task.target else basis @ alignment(each, regularized[task.target])
            for index, each in enumerate(regularized)
        ]
        return self

    def transform(self, documents: csr_array, domain: int) -> NDArray[np.float64]:
        """Project the documents of a domain, aligned with the target's."""
        return np.asarray(documents @ self.projections_[domain], dtype=np.float64)


def alignment(source: NDArray[np.float64], target: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return source^(-1/2) · target^(1/2) of two positive definite matrices.

    >>> alignment(np.diag([4.0, 1.0]), np.diag([1.0, 9.0]))
    array([[0.5, 0. ],
           [0. , 3. ]])
    """
    values, vectors = np.linalg.eigh(source)
    whitening = (vectors * values**-0.5) @ vectors.T
    values, vectors = np.linalg.eigh(target)
    return np.asarray(whitening @ ((vectors * values**0.5) @ vectors.T))
