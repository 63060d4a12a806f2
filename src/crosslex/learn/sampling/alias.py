"""Draws from a discrete distribution in constant time."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class AliasTable:
    """A distribution over n outcomes as n fair columns of at most two outcomes each.

    Column i yields i where 32 random bits lie below `cuts[i]`, else `aliases[i]`.

    References
    ----------
    Vose: A Linear Algorithm for Generating Random Numbers with a Given Distribution.
    IEEE Transactions on Software Engineering 17 (1991).
    """

    cuts: NDArray[np.uint32]
    aliases: NDArray[np.int32]

    @classmethod
    def of(cls, probabilities: NDArray[np.floating]) -> "AliasTable":
        """Return the table of a distribution; the probabilities need not add up to 1."""
        size = len(probabilities)
        share = (probabilities.astype(np.float64) * (size / probabilities.sum())).tolist()
        aliases = list(range(size))
        cut = [1.0] * size
        small = [index for index in range(size) if share[index] < 1]
        large = [index for index in range(size) if share[index] >= 1]
        while small and large:
            poor, rich = small.pop(), large[-1]
            cut[poor] = share[poor]
            aliases[poor] = rich
            share[rich] -= 1 - share[poor]
            if share[rich] < 1:
                small.append(large.pop())
        bits = np.minimum(np.array(cut) * 2.0**32, 2.0**32 - 1)
        return cls(bits.astype(np.uint32), np.array(aliases, np.int32))


def seeded_generator(*seed: int) -> NDArray[np.uint64]:
    """Return the state of a kernel's random generator, one for every list of seeds."""
    return np.random.SeedSequence(list(seed)).generate_state(1, np.uint64).astype(np.uint64)
