"""Distributional correspondence indexing as a method of its own."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosslex.classify import AdaptationTask, Profiles
from crosslex_bench.methods.representation import CachedRepresentation


@dataclass(kw_only=True, eq=False, repr=False)
class DistributionalCorrespondence(CachedRepresentation, Profiles):
    """Represent documents by profiles alone (DCI); see `crosslex.classify.Profiles`.

    `backoff=0` and `skip_overlaps=False` are the published method.
    """

    backoff: float = 0.0
    skip_overlaps: bool = False  # whether pivots that share a word with a feature count as absent
    C: float = 1.0

    def pivot_products(self, task: AdaptationTask) -> list[NDArray[np.float32]]:
        """Return ⟨f, p⟩ for every domain, features × pivots."""
        if self.skip_overlaps:
            return super().pivot_products(task)
        return [each.astype(np.float32).T.toarray("C") for each in task.pivot_products]
