"""Words placed in the space by what stands around them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.arrays import Bools, Float32s, Float64s
from crosslex.counts.contexts import ContextCounts, ContextShape, Projection
from crosslex.space.information import positive_information
from crosslex.space.products import product
from crosslex.vectors import unit_rows

ELSEWHERE = 1e-3
"""Share of its probability elsewhere that a context keeps in a domain that never uses it."""
ROWS_AT_ONCE = 2**10

Tables = Sequence[csr_array]


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
    counts: Sequence[ContextCounts], at: int, projection: Projection, compared: Bools
) -> Placement:
    """Return where the words of the domain at a place lie."""
    own = counts[at].halves
    others = tables_of([*counts[:at], *counts[at + 1 :]])
    columns, elsewhere = column_sums(own), column_sums(others)
    base = expected_columns(columns, columns + elsewhere)
    rest = elsewhere + ELSEWHERE * (columns + elsewhere)
    even, odd = (place([half], base, projection, compared) for half in own)
    return Placement(
        place(own, base, projection), (even, odd), place(others, rest, projection, compared)
    )


def place(
    tables: Tables, totals: Float64s, projection: Projection, wanted: Bools | None = None
) -> Float32s:
    """Return a unit vector for each row of the tables' sum, zeros where it is not wanted."""
    n_rows = tables[0].shape[0] if wanted is None else len(wanted)
    vectors = np.zeros((n_rows, projection.matrix.shape[1]), np.float32)
    chosen = np.arange(n_rows) if wanted is None else np.flatnonzero(wanted)
    for rows, information in information_of(tables, totals, projection.shape, chosen):
        vectors[rows] = unit_rows(product(information, projection.matrix))
    return vectors


def information_of(
    tables: Tables, totals: Float64s, shape: ContextShape, rows: NDArray[np.intp]
) -> Iterator[tuple[NDArray[np.intp], csr_array]]:
    """Yield the positive information of some rows of the tables' sum, some of them at a time.

    The sum as a whole, and numbers of double precision for it, would take several times the
    memory of the tables.
    """
    for start in range(0, len(rows) if tables else 0, ROWS_AT_ONCE):
        some = rows[start : start + ROWS_AT_ONCE]
        total = reduce(add, (table[some].astype(np.int64) for table in tables))
        yield some, positive_information(csr_array(total), totals, shape)


def tables_of(counts: Sequence[ContextCounts]) -> list[csr_array]:
    """Return the tables whose sum has the counts of some domains."""
    return [half for each in counts for half in each.halves]


def expected_columns(own: Float64s, everything: Float64s) -> Float64s:
    """Return how often each context is expected in a domain, from its counts and all counts."""
    return np.asarray(own + ELSEWHERE * own.sum() * everything / max(everything.sum(), 1))


def column_sums(tables: Tables) -> Float64s:
    """Return the sum of each column of the tables' sum, without overflow."""
    return np.asarray(np.sum([table.sum(axis=0, dtype=np.float64) for table in tables], axis=0))
