"""Counts by keys, numbers that stand for words or pairs of words, in bounded memory."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from operator import add
from typing import Final

import numpy as np
from numpy.typing import NDArray

from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.kernels import merge_counts

ALL_KEYS: Final = 2**63 - 1

# Keys that are counted in one pass; while two such counts are added they take a gigabyte.
MOST_KEYS = 2**24


@dataclass(frozen=True, eq=False)
class KeyCounts:
    """How often each key was seen; keys are sorted.

    Keys that would be too many for memory are left to another pass, the highest ones first:
    below `complete` nothing is missing, and from there on there is nothing.
    """

    keys: NDArray[np.int64]
    occurrences: NDArray[np.int64]
    complete: int = ALL_KEYS

    @classmethod
    def of(cls, keys: NDArray[np.int64]) -> "KeyCounts":
        """Count keys.

        >>> counts = KeyCounts.of(np.array([7, 3, 7]))
        >>> counts.keys.tolist(), counts.occurrences.tolist()
        ([3, 7], [1, 2])
        """
        return cls(*np.unique(keys, return_counts=True))._bounded()

    @classmethod
    def none(cls) -> "KeyCounts":
        """Return the counts of no keys."""
        return cls(np.empty(0, np.int64), np.empty(0, np.int64))

    def __add__(self, other: "KeyCounts") -> "KeyCounts":
        """Return both counts taken together."""
        size = len(self.keys) + len(other.keys)
        keys, occurrences = np.empty(size, np.int64), np.empty(size, np.int64)
        size = merge_counts(
            self.keys, self.occurrences, other.keys, other.occurrences, keys, occurrences
        )
        complete = min(self.complete, other.complete)
        size = min(size, int(np.searchsorted(keys[:size], complete)))
        return KeyCounts(keys[:size], occurrences[:size], complete)._bounded()

    def _bounded(self) -> "KeyCounts":
        if len(self.keys) <= MOST_KEYS:
            return self
        # Copy, so that the slices do not keep the full arrays alive.
        return KeyCounts(
            self.keys[:MOST_KEYS].copy(),
            self.occurrences[:MOST_KEYS].copy(),
            int(self.keys[MOST_KEYS]),
        )


def frequent_keys(
    corpora: Sequence[AnyCorpus], count: Callable[..., KeyCounts], minimum: int
) -> NDArray[np.int64]:
    """Return the keys that occur often enough in all corpora together, in as many passes as needed.

    `count` counts the keys of a corpus, or of a shard of one, from the key `start` on.
    """
    frequent = []
    start = 0
    while start < ALL_KEYS:
        from_there = partial(count, start=start)
        total = reduce(add, (corpus.aggregate(from_there) for corpus in corpora))
        frequent.append(total.keys[total.occurrences >= minimum])
        start = total.complete
    return np.concatenate(frequent)
