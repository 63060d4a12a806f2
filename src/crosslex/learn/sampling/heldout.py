"""The loss of pairs kept out of training, against negatives that are always the same."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosslex.learn.sampling.alias import AliasTable, seeded_generator
from crosslex.learn.sampling.kernels import pair_losses
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.state import State
from crosslex.learn.weighting import WeightedPairs


@dataclass(frozen=True, eq=False)
class HeldoutPairs:
    """The held-out pairs of all domains, flat.

    Parameters
    ----------
    pivots
        A domain each: the pivot of every pair.
    pairs, tables
        A domain each: the weighted pairs, and where negatives come from.
    settings
        Gives the seed and the number of negatives.
    """

    pivots: tuple[NDArray[np.int64], ...]
    pairs: tuple[WeightedPairs, ...]
    tables: tuple[AliasTable, ...]
    settings: TrainingSettings

    @classmethod
    def of(
        cls,
        pairs: Sequence[WeightedPairs],
        tables: Sequence[AliasTable],
        settings: TrainingSettings,
    ) -> "HeldoutPairs":
        """Lay the held-out pairs out."""
        rows = tuple(
            np.repeat(np.arange(domain.heldout.shape[0]), np.diff(domain.heldout.indptr))
            for domain in pairs
        )
        return cls(rows, tuple(pairs), tuple(tables), settings)

    def loss(self, state: State) -> float | None:
        """Give the mean hinge, or None where nothing was held out."""
        weight = sum(float(domain.heldout.data.sum()) for domain in self.pairs)
        if weight == 0:
            return None
        total = 0.0
        for index, (domain, table) in enumerate(zip(self.pairs, self.tables, strict=True)):
            total += pair_losses(
                self.pivots[index],
                domain.heldout.indices,
                domain.heldout.data,
                table.cuts,
                table.aliases,
                self.settings.negatives,
                seeded_generator(self.settings.random_state, index, 6),
                state.pivots[index],
                state.words[index],
            )
        return total / (weight * self.settings.negatives)
