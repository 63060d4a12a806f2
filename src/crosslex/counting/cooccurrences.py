"""Which words keep company with which pivots: the counts that learning sees."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.errors import InputError

Context = Literal["window", "sentence", "document"]


@dataclass(frozen=True, eq=False)
class Cooccurrences:
    """How often each pivot occurs together with each word of one domain.

    Parameters
    ----------
    domain
        The domain's name.
    pivots, words
        What the rows and the columns stand for.
    counts
        Pivots × words, int64, canonical CSR.
    word_counts
        How often each word occurs in the domain; negatives are drawn by it.
    """

    domain: str
    pivots: tuple[str, ...]
    words: tuple[str, ...]
    counts: csr_array[np.int64]
    word_counts: NDArray[np.int64]

    def __add__(self, other: "Cooccurrences") -> "Cooccurrences":
        """Counts of two parts of one domain, taken together."""
        if (self.pivots, self.words) != (other.pivots, other.words):
            raise InputError("co-occurrences of different vocabularies cannot be added")
        total = csr_array(self.counts + other.counts)
        total.sort_indices()
        return Cooccurrences(
            self.domain, self.pivots, self.words, total, self.word_counts + other.word_counts
        )

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Cooccurrences)
            and (self.domain, self.pivots, self.words) == (other.domain, other.pivots, other.words)
            and np.array_equal(self.word_counts, other.word_counts)
            and np.array_equal(self.counts.indptr, other.counts.indptr)
            and np.array_equal(self.counts.indices, other.counts.indices)
            and np.array_equal(self.counts.data, other.counts.data)
        )
