"""Spectral feature alignment: cluster words of all domains by the pivots they occur with."""

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from crosslex.classify import AdaptationTask
from crosslex_bench.methods.representation import AppendingMethod, leading_directions
from crosslex_bench.ranking.objective import inverse_root


@dataclass(kw_only=True, eq=False, repr=False)
class SpectralFeatureAlignment(AppendingMethod):
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

    References
    ----------
    S. J. Pan, X. Ni, J.-T. Sun, Q. Yang, Z. Chen. *Cross-Domain Sentiment Classification
    via Spectral Feature Alignment*. WWW 2010.
    """

    randomized: ClassVar[bool] = False

    dimension: int = 100  # K, the number of eigenvectors
    weight: float = 0.6  # γ, how much the new features count, relative to the old ones
    C: float = 3.0

    def learn(self, task: AdaptationTask) -> Self:
        """Align the features of all domains."""
        specific = task.non_pivots
        graph = np.zeros((len(specific), len(task.pivots)))
        for domain in task.domains:
            columns = domain.documents[:, task.pivots].T @ domain.documents[:, specific]
            graph += columns.toarray().T
        documents = [domain.documents for domain in task.domains]
        return self.set_projection(task, align(graph, self.dimension), documents)


def align(graph: NDArray[np.float64], dimension: int) -> NDArray[np.float64]:
    """Return the leading left singular vectors of D₁^(-1/2) · graph · D₂^(-1/2).

    >>> np.abs(align(np.array([[3.0, 1.0], [1.0, 3.0]]), dimension=1)).round(3)
    array([[0.707],
           [0.707]])
    """
    normalized = graph * inverse_root(graph.sum(axis=1))[:, None]
    normalized *= inverse_root(graph.sum(axis=0))
    return leading_directions(normalized, dimension)
