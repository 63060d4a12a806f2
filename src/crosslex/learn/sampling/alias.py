"""What the kernels draw: negatives in constant time, and the order of a pass."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Int32s, Int64s


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
    aliases: Int32s

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


@dataclass(frozen=True, eq=False)
class Shuffled:
    """What one domain learns from in one pass, in order, and the generator of its negatives."""

    columns: tuple[NDArray[Any], ...]
    generator: NDArray[np.uint64]

    @classmethod
    def of(
        cls, columns: Sequence[NDArray[Any]], entries: int | Int64s, seed: Sequence[int]
    ) -> "Shuffled":
        """Return the columns' entries, all or some, in random order."""
        order = np.random.default_rng([*seed, 4]).permutation(entries)
        # Gathered here at once: a kernel would wait for memory at every entry.
        return cls(tuple(column[order] for column in columns), seeded_generator(*seed, 5))


def seeded_generator(*seed: int) -> NDArray[np.uint64]:
    """Return the state of a kernel's random generator, one for every list of seeds."""
    return np.random.SeedSequence(list(seed)).generate_state(1, np.uint64).astype(np.uint64)
