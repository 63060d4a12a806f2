"""Words placed in the space by what stands around them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.arrays import Float32s, Float64s
from crosslex.counting.contexts import ContextCounts, Projection
from crosslex.learn.space.information import positive_information
from crosslex.vectors import unit_rows

ELSEWHERE = 1e-3
"""Share of its probability elsewhere that a context keeps in a domain that never uses it."""
ROWS_AT_ONCE = 2**12

Bools = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Placement:
    """Unit vectors of all words in one domain.

    Parameters
    ----------
    own
        From all documents of the domain.
    halves
        From documents of even and of odd numbers; zeros for words that are not compared.
    elsewhere
        From the other domains; zeros for words that are not compared.
    """

    own: Float32s
    halves: tuple[Float32s, Float32s]
    elsewhere: Float32s


def place_domain(
    counts: ContextCounts, everything: csr_array, projection: Projection, compared: Bools
) -> Placement:
    """Return where a domain's words lie; `everything` has the counts of all domains."""
    total = counts.total
    columns, all_columns = column_sums(total), column_sums(everything)
    base = expected_columns(columns, all_columns)
    even, odd = (place(half, base, projection, compared) for half in counts.halves)
    own = place(total, base, projection)
    others = csr_array(everything - total)
    others.eliminate_zeros()
    rest = all_columns - columns + ELSEWHERE * all_columns
    return Placement(own, (even, odd), place(others, rest, projection, compared))


def place(
    counts: csr_array, totals: Float64s, projection: Projection, wanted: Bools | None = None
) -> Float32s:
    """Return a unit vector per row, or zeros where it is not wanted.

    Some rows at a time, so that memory stays small.
    """
    vectors = np.zeros((counts.shape[0], projection.matrix.shape[1]), np.float32)
    chosen = np.arange(len(vectors)) if wanted is None else np.flatnonzero(wanted)
    for start in range(0, len(chosen), ROWS_AT_ONCE):
        rows = chosen[start : start + ROWS_AT_ONCE]
        information = positive_information(csr_array(counts[rows]), totals, projection.shape)
        vectors[rows] = unit_rows(information @ projection.matrix)
    return vectors


def expected_columns(own: Float64s, everything: Float64s) -> Float64s:
    """Return how often each context is expected in a domain, from its counts and all counts."""
    return np.asarray(own + ELSEWHERE * own.sum() * everything / max(everything.sum(), 1))


def column_sums(table: csr_array) -> Float64s:
    """Return the sum of each column, without overflow."""
    return np.asarray(table.sum(axis=0, dtype=np.float64))
