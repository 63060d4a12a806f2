"""Words placed in the space by what stands around them."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from crosslex.arrays import Float32s, Float64s
from crosslex.counting.contexts import ContextCounts, Projection
from crosslex.learn.space.information import positive_information
from crosslex.vectors import unit_rows

ELSEWHERE = 1e-3
"""Share of its probability elsewhere that a context keeps in a domain that never uses it."""
ROWS_AT_ONCE = 2**12


@dataclass(frozen=True, eq=False)
class Placement:
    """Unit vectors of all words in one domain.

    Parameters
    ----------
    own
        From all documents of the domain.
    halves
        From documents of even and of odd numbers.
    elsewhere
        From the other domains.
    """

    own: Float32s
    halves: tuple[Float32s, Float32s]
    elsewhere: Float32s


def place_domain(counts: ContextCounts, everything: csr_array, projection: Projection) -> Placement:
    """Return where a domain's words lie; `everything` has the counts of all domains."""
    total = counts.total
    columns, all_columns = column_sums(total), column_sums(everything)
    base = expected_columns(columns, all_columns)
    even, odd = (place(half, base, projection) for half in counts.halves)
    own = place(total, base, projection)
    others = csr_array(everything - total)
    others.eliminate_zeros()
    rest = all_columns - columns + ELSEWHERE * all_columns
    return Placement(own, (even, odd), place(others, rest, projection))


def place(counts: csr_array, totals: Float64s, projection: Projection) -> Float32s:
    """Return a unit vector per row, some rows at a time, so that memory stays small."""
    vectors = np.empty((counts.shape[0], projection.matrix.shape[1]), np.float32)
    for start in range(0, len(vectors), ROWS_AT_ONCE):
        rows = csr_array(counts[start : start + ROWS_AT_ONCE])
        information = positive_information(rows, totals, projection.shape)
        vectors[start : start + ROWS_AT_ONCE] = unit_rows(information @ projection.matrix)
    return vectors


def expected_columns(own: Float64s, everything: Float64s) -> Float64s:
    """Return how often each context is expected in a domain, from its counts and all counts."""
    return np.asarray(own + ELSEWHERE * own.sum() * everything / max(everything.sum(), 1))


def column_sums(table: csr_array) -> Float64s:
    """Return the sum of each column, without overflow."""
    return np.asarray(table.sum(axis=0, dtype=np.float64))
