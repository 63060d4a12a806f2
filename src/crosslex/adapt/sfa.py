"""Spectral feature alignment: words of different domains meet through shared company."""

from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack

from crosslex.adapt.interface import AdaptationTask
from crosslex.errors import InputError


class SpectralFeatureAlignment:
    r"""Cluster domain-specific features by the pivots they occur with, and add the clusters (SFA).

    Pivots are the domain-independent features, all others the domain-specific ones.
    M (domain-specific × pivots) holds the weights of a bipartite graph: the sum over the
    documents of all domains of both features' weights, so for binary documents the number
    of documents that hold both. The graph's affinity matrix is

    .. math:: A = \begin{pmatrix} 0 & M \\ Mᵀ & 0 \end{pmatrix}, \qquad
              L = D^{-1/2} A D^{-1/2}, \quad D_{ii} = \sum_j A_{ij}.

    U are the domain-specific rows of the K eigenvectors of L with the largest eigenvalues,
    which are the left singular vectors of the normalized M. A document x becomes
    [x, γ φ(x)] with φ(x) = x U.

    Departure: the eigenvectors' length depends on the number of features, so φ is scaled
    to make a document's mean squared length as large in the new columns as in the old ones
    before γ weighs it.

    Parameters
    ----------
    dimension
        K, the number of eigenvectors.
    weight
        γ, how much the new features count beside the old ones.

    Attributes
    ----------
    alignment_
        Features × K: U, scaled and weighted; zero for pivots.

    References
    ----------
    S. J. Pan, X. Ni, J.-T. Sun, Q. Yang, Z. Chen. *Cross-Domain Sentiment Classification
    via Spectral Feature Alignment*. WWW 2010.
    """

    def __init__(self, *, dimension: int = 100, weight: float = 0.6) -> None:
        self.dimension = dimension
        self.weight = weight

    def fit(self, task: AdaptationTask) -> Self:
        """Align the features of all domains."""
        if self.dimension < 1:
            raise InputError(f"dimension: {self.dimension} found; give at least 1")
        specific = np.setdiff1d(np.arange(len(task.features)), task.pivots)
        graph = np.zeros((len(specific), len(task.pivots)))
        for domain in task.domains:
            columns = domain.documents[:, task.pivots].T @ domain.documents[:, specific]
            graph += columns.toarray().T
        aligned = align(graph, self.dimension)
        self.alignment_ = np.zeros((len(task.features), aligned.shape[1]))
        self.alignment_[specific] = aligned
        before = sum(float((domain.documents.data**2).sum()) for domain in task.domains)
        after = sum(
            float(((domain.documents @ self.alignment_) ** 2).sum()) for domain in task.domains
        )
        if after > 0:
            self.alignment_ *= self.weight * np.sqrt(before / after)
        return self

    def transform(self, documents: csr_array, domain: int) -> csr_array:
        """Append the aligned features to the documents' own."""
        return csr_array(hstack([documents, csr_array(documents @ self.alignment_)]))


def align(graph: NDArray[np.float64], dimension: int) -> NDArray[np.float64]:
    """Return the leading left singular vectors of D₁^(-1/2) · graph · D₂^(-1/2).

    They come from the small pivots × pivots eigenproblem; those with singular value 0
    are left out, so there may be fewer than asked for.

    >>> np.abs(align(np.array([[3.0, 1.0], [1.0, 3.0]]), dimension=1)).round(3)
    array([[0.707],
           [0.707]])
    """
    normalized = graph * _inverse_root(graph.sum(axis=1))[:, None]
    normalized *= _inverse_root(graph.sum(axis=0))
    values, vectors = np.linalg.eigh(normalized.T @ normalized)
    kept = [index for index in np.argsort(-values)[:dimension] if values[index] > 1e-12]
    return normalized @ (vectors[:, kept] / np.sqrt(values[kept]))


def _inverse_root(degrees: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(degrees > 0, 1 / np.sqrt(np.where(degrees > 0, degrees, 1)), 0)
