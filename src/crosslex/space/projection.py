"""Context counts as positive PMI, and their projection onto the space's directions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.arrays import Bools, Float32s, Float64s
from crosslex.counts.contexts import WIDE_UNIT, ContextCounts, ContextShape
from crosslex.space.decomposition import product
from crosslex.vectors import unit_rows


@dataclass(frozen=True, eq=False)
class Projection:
    """The directions that all domains' contexts share.

    Parameters
    ----------
    contexts
        The words that contexts are told by.
    shape
        Which positions around a word count; each block of positions has all contexts.
    matrix
        Blocks × contexts, by dimension.
    """

    contexts: tuple[str, ...]
    shape: ContextShape
    matrix: Float32s


SMOOTHING = 0.75
"""Frequent contexts say less than their counts do (Levy, Goldberg and Dagan, 2015)."""
WIDE_WEIGHT = 1.4
NEAR_DISCOUNT, WIDE_DISCOUNT = 0.5, 0.1
"""A cell seen n times counts n / (n + discount) of its information: what was seen once may be
chance (after Pantel and Lin, 2002)."""


def positive_information(counts: csr_array, totals: Float64s, shape: ContextShape) -> csr_array:
    """Return positive pointwise mutual information, block by block, discounted and weighted.

    Parameters
    ----------
    counts
        Words × (blocks × contexts).
    totals
        The counts of each column over all words that chance is measured by.
    shape
        What the blocks are.

    Examples
    --------
    >>> counts = csr_array([[4, 0], [2, 2]])
    >>> found = positive_information(counts, np.array([6.0, 2.0]), ContextShape(near=0, wide=1))
    >>> found.shape, bool(found[0, 0] > 0), bool(found[1, 0] > 0), bool(found[1, 1] > 0)
    ((2, 2), True, False, True)
    """
    n_contexts = counts.shape[1] // shape.n_blocks
    wide = shape.n_blocks - 1
    smooth = (totals.reshape(shape.n_blocks, n_contexts) ** SMOOTHING).astype(np.float64)
    smooth /= np.maximum(smooth.sum(axis=1, keepdims=True), 1e-12)
    block = counts.indices // n_contexts
    row = np.repeat(np.arange(counts.shape[0]), np.diff(counts.indptr))
    sums = np.bincount(
        row * shape.n_blocks + block, counts.data, minlength=counts.shape[0] * shape.n_blocks
    )
    expected = sums[row * shape.n_blocks + block] * smooth.ravel()[counts.indices]
    values = np.log(np.maximum(counts.data / np.maximum(expected, 1e-12), 1))
    seen = counts.data / np.where(block == wide, WIDE_UNIT, 1)
    values *= seen / (seen + np.where(block == wide, WIDE_DISCOUNT, NEAR_DISCOUNT))
    values *= np.where(block == wide, WIDE_WEIGHT, 1)
    # Copies, because dropping zeros changes indices in place.
    parts = (values.astype(np.float32), counts.indices.copy(), counts.indptr.copy())
    information = csr_array(parts, shape=counts.shape)
    information.eliminate_zeros()
    return information


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
