"""Positive PMI of context counts, its leading directions, and the projection onto them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import ceil
from operator import add

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.arrays import Bools, Float32s, Float64s
from crosslex.counts.contexts import WIDE_UNIT, ContextCounts, ContextShape
from crosslex.counts.kernels import add_product
from crosslex.vectors import unit_rows
from crosslex.workers import single_threaded


@dataclass(frozen=True, eq=False)
class Projection:
    """The map from context counts to vectors, the same for all domains.

    Parameters
    ----------
    shape
        Which positions around a word count; each block of positions has all context words.
    matrix
        (Blocks × context words) × dimension.
    """

    shape: ContextShape
    matrix: Float32s


SMOOTHING = 0.75
"""Exponent of the context distribution: rare contexts get less PMI (Levy et al., 2015)."""
WIDE_WEIGHT = 1.4
NEAR_DISCOUNT, WIDE_DISCOUNT = 0.5, 0.1
"""PMI of a cell with count n is multiplied by n / (n + discount), since PMI overestimates rare
pairs (after Pantel and Lin, 2002)."""


def positive_pmi(counts: csr_array, totals: Float64s, shape: ContextShape) -> csr_array:
    """Return the positive PMI of counts, block by block, discounted and weighted.

    Parameters
    ----------
    counts
        Words × (blocks × context words).
    totals
        The sum of each column in the reference text.
    shape
        The blocks of columns.

    Examples
    --------
    >>> counts = csr_array([[4, 0], [2, 2]])
    >>> found = positive_pmi(counts, np.array([6.0, 2.0]), ContextShape(near=0, wide=1))
    >>> found.shape, bool(found[0, 0] > 0), bool(found[1, 0] > 0), bool(found[1, 1] > 0)
    ((2, 2), True, False, True)
    """
    n_blocks = shape.n_blocks
    n_contexts = counts.shape[1] // n_blocks
    smooth = (totals.reshape(n_blocks, n_contexts) ** SMOOTHING).astype(np.float64)
    smooth /= np.maximum(smooth.sum(axis=1, keepdims=True), 1e-12)
    block = counts.indices // n_contexts
    group = np.repeat(np.arange(counts.shape[0]) * n_blocks, np.diff(counts.indptr)) + block
    expected = np.bincount(group, counts.data)[group] * smooth.ravel()[counts.indices]
    lift = counts.data / np.maximum(expected, 1e-12)
    kept = np.flatnonzero(lift > 1)
    is_wide = block[kept] == n_blocks - 1
    seen = counts.data[kept] / np.where(is_wide, WIDE_UNIT, 1)
    values = np.log(lift[kept])
    values *= seen / (seen + np.where(is_wide, WIDE_DISCOUNT, NEAR_DISCOUNT))
    values *= np.where(is_wide, WIDE_WEIGHT, 1)
    starts = np.searchsorted(kept, counts.indptr)
    parts = (values.astype(np.float32), counts.indices[kept], starts)
    return csr_array(parts, shape=counts.shape)


def product(table: csr_array, dense: Float32s) -> Float32s:
    """Return a sparse matrix times a dense one, faster than scipy does.

    >>> table = csr_array(np.array([[0, 2], [1, 0]], np.float32))
    >>> product(table, np.array([[1, 2], [3, 4]], np.float32)).tolist()
    [[6.0, 8.0], [1.0, 2.0]]
    """
    out = np.zeros((table.shape[0], dense.shape[1]), np.float32)
    add_product(table.indptr, table.indices, table.data, np.ascontiguousarray(dense), out)
    return out


BLOCK = 64
BASIS = 2.5
"""Size of the Krylov basis, as a multiple of the dimension."""
MIN_STEPS = 8
MAX_REPEATS = 4
"""Of making a block orthogonal to those before it."""


def leading_directions(
    table: csr_array, dimension: int, *, random_state: int = 0
) -> tuple[Float32s, Float32s]:
    """Return the largest singular values of a matrix and its right singular vectors, as columns.

    By a block Krylov basis (Musco and Musco, 2015). The spectrum of word counts is flat: a
    randomized decomposition with few power iterations is inaccurate, and one with many costs
    several times as much as this. BLAS has one thread, so that the bytes do not depend on it.

    Examples
    --------
    >>> table = csr_array(np.diag([3.0, 2.0, 1.0]).astype(np.float32))
    >>> values, directions = leading_directions(table, 2)
    >>> values.round(3).tolist(), np.abs(directions).round(3).tolist()
    ([3.0, 2.0], [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    """
    dimension = min(dimension, *table.shape)
    transposed = csr_array(table.T)
    n_rows = table.shape[0]
    # With few rows, one block is a complete basis.
    block = BLOCK if n_rows > 2 * BLOCK else n_rows
    steps = max(MIN_STEPS, ceil(BASIS * dimension / block))
    depth = max(1, min(steps, n_rows // block))
    with single_threaded():
        basis = np.empty((n_rows, block * depth), np.float32)
        projected = np.empty((table.shape[1], block * depth), np.float32)
        start = np.random.default_rng(random_state).standard_normal((n_rows, block))
        fresh = np.linalg.qr(start.astype(np.float32))[0]
        for stop in range(block, block * (depth + 1), block):
            basis[:, stop - block : stop] = fresh
            image = product(transposed, fresh)
            projected[:, stop - block : stop] = image
            if stop == block * depth:
                break
            done = basis[:, :stop]
            fresh = product(table, image)
            # Twice, because once leaves rounding errors that grow from step to step; again where
            # much was removed: if the rank is low, errors are all that is left of a column.
            for repeated in range(MAX_REPEATS + 1):
                fresh -= done @ (done.T @ fresh)
                fresh, left = np.linalg.qr(fresh)
                if repeated and np.abs(np.diag(left)).min() > 0.5:
                    break
        values, rotation = np.linalg.eigh((projected.T @ projected).astype(np.float64))
        strongest = np.argsort(-values, kind="stable")[:dimension]
        singular = np.sqrt(np.maximum(values[strongest], 0)).astype(np.float32)
        directions = projected @ rotation[:, strongest].astype(np.float32)
        directions /= np.maximum(singular, 1e-6)
        return singular, directions


BACKGROUND = 1e-3
"""Share of all text in a domain's context distribution, so that no probability is zero."""
ROWS_AT_ONCE = 2**10

Tables = Sequence[csr_array]


def project_domain(
    counts: Sequence[ContextCounts], at: int, projection: Projection, compared: Bools
) -> tuple[Float32s, tuple[Float32s, Float32s], Float32s]:
    """Return unit vectors of all words in one domain, in its halves, and in the other domains.

    The halves are documents of even and of odd numbers; there, words that no other domain has and
    that are not compared have zeros. In the other domains, words that are not compared have zeros.
    """
    own = counts[at].halves
    others = tables_of([*counts[:at], *counts[at + 1 :]])
    columns, elsewhere = column_sums(own), column_sums(others)
    base = expected_columns(columns, columns + elsewhere)
    rest = elsewhere + BACKGROUND * (columns + elsewhere)
    shared = np.asarray([each.uses.any(axis=0) for each in counts]).sum(axis=0) > 1
    even, odd = (project([half], base, projection, compared | shared) for half in own)
    away = project(others, rest, projection, compared)
    return project(own, base, projection), (even, odd), away


def project(
    tables: Tables, totals: Float64s, projection: Projection, wanted: Bools | None = None
) -> Float32s:
    """Return a unit vector for each row of the tables' sum, zeros for rows that are not wanted."""
    n_rows = tables[0].shape[0] if wanted is None else len(wanted)
    vectors = np.zeros((n_rows, projection.matrix.shape[1]), np.float32)
    chosen = np.arange(n_rows) if wanted is None else np.flatnonzero(wanted)
    for rows, ppmi in ppmi_rows(tables, totals, projection.shape, chosen):
        vectors[rows] = unit_rows(product(ppmi, projection.matrix))
    return vectors


def ppmi_rows(
    tables: Tables, totals: Float64s, shape: ContextShape, rows: NDArray[np.intp]
) -> Iterator[tuple[NDArray[np.intp], csr_array]]:
    """Yield the positive PMI of rows of the tables' sum, some of them at a time.

    The whole sum in double precision would take several times the memory of the tables.
    """
    for start in range(0, len(rows) if tables else 0, ROWS_AT_ONCE):
        some = rows[start : start + ROWS_AT_ONCE]
        total = reduce(add, (table[some].astype(np.float64) for table in tables))
        yield some, positive_pmi(csr_array(total), totals, shape)


def tables_of(counts: Sequence[ContextCounts]) -> list[csr_array]:
    """Return the tables whose sum are the counts of some domains."""
    return [half for each in counts for half in each.halves]


def expected_columns(own: Float64s, everything: Float64s) -> Float64s:
    """Return the context distribution of a domain, smoothed by that of all text."""
    return np.asarray(own + BACKGROUND * own.sum() * everything / max(everything.sum(), 1))


def column_sums(tables: Tables) -> Float64s:
    """Return the sum of each column of the tables' sum, without overflow."""
    return np.asarray(np.sum([table.sum(axis=0, dtype=np.float64) for table in tables], axis=0))
