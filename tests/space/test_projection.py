"""Positive PMI against its formula, the product against scipy's, directions against a full SVD."""

from math import log

import numpy as np
import pytest
from scipy.sparse import csr_array, random_array
from threadpoolctl import threadpool_limits

from crosslex.counts.contexts import WIDE_UNIT, ContextShape
from crosslex.space import projection
from crosslex.space.projection import leading_directions, product


def by_hand(counts: np.ndarray, totals: np.ndarray, n_contexts: int, n_blocks: int) -> np.ndarray:
    found = np.zeros(counts.shape)
    for word in range(counts.shape[0]):
        for column in range(counts.shape[1]):
            block = column // n_contexts
            columns = slice(block * n_contexts, (block + 1) * n_contexts)
            n, wide = counts[word, column], block == n_blocks - 1
            if n == 0:
                continue
            chance = totals[column] ** 0.75 / (totals[columns] ** 0.75).sum()
            lift = n / (counts[word, columns].sum() * chance)
            seen = n / WIDE_UNIT if wide else n
            discount = projection.WIDE_DISCOUNT if wide else projection.NEAR_DISCOUNT
            weight = projection.WIDE_WEIGHT if wide else 1
            found[word, column] = max(0, log(lift)) * seen / (seen + discount) * weight
    return found


def test_every_cell_follows_the_formula() -> None:
    rng = np.random.default_rng(0)
    shape = ContextShape(near=1, wide=4)
    counts = rng.poisson(0.8, (7, 3 * 5))
    counts[:, 10:] *= WIDE_UNIT
    totals = counts.sum(axis=0) + rng.integers(1, 9, 15).astype(float)
    found = projection.positive_pmi(csr_array(counts), totals, shape)
    np.testing.assert_allclose(found.toarray(), by_hand(counts, totals, 5, 3), rtol=1e-5)


def test_the_counts_stay_as_they_are() -> None:
    counts = csr_array(np.array([[4, 0, 1], [2, 2, 0]]))
    before = counts.toarray()
    projection.positive_pmi(counts, np.array([6.0, 2.0, 1.0]), ContextShape(0, 1))
    np.testing.assert_array_equal(counts.toarray(), before)


def flat_table(n_rows: int, n_columns: int, seed: int = 0) -> csr_array:
    """Return a table whose singular values fall slowly, as those of words do."""
    rng = np.random.default_rng(seed)
    return csr_array(
        random_array((n_rows, n_columns), density=0.1, rng=rng, format="csr", dtype=np.float32)
    )


@pytest.mark.parametrize("shape", [(400, 900), (900, 400), (50, 30), (100, 300), (127, 300)])
def test_values_are_those_of_the_full_decomposition(shape: tuple[int, int]) -> None:
    table = flat_table(*shape)
    values, directions = leading_directions(table, 20)
    exact = np.linalg.svd(table.toarray().astype(np.float64), compute_uv=False)
    np.testing.assert_allclose(values, exact[:20], rtol=1e-2)
    # What the directions hold of the table is what the best ones hold.
    held = np.linalg.norm(table @ directions) ** 2
    assert held >= 0.995 * (exact[:20] ** 2).sum()
    np.testing.assert_allclose(directions.T @ directions, np.eye(20), atol=1e-3)


def test_the_same_bytes_on_any_number_of_threads() -> None:
    table = flat_table(500, 300)
    with threadpool_limits(limits=1):
        one = leading_directions(table, 30)
    with threadpool_limits(limits=2):
        two = leading_directions(table, 30)
    for first, second in zip(one, two, strict=True):
        np.testing.assert_array_equal(first, second)


def test_more_dimensions_than_the_table_has_are_not_invented() -> None:
    values, directions = leading_directions(flat_table(6, 4), 10)
    assert values.shape == (4,)
    assert directions.shape == (4, 4)


def test_a_table_with_fewer_directions_than_the_basis_counts_none_of_them_twice() -> None:
    rng = np.random.default_rng(0)
    factors = rng.standard_normal((300, 12)), rng.standard_normal((12, 500))
    table = csr_array((factors[0] @ factors[1]).astype(np.float32))
    values, directions = leading_directions(table, 20)
    exact = np.linalg.svd(table.toarray().astype(np.float64), compute_uv=False)
    np.testing.assert_allclose(values[:12], exact[:12], rtol=1e-3)
    assert values[12:].max() < 1e-3 * exact[0]
    np.testing.assert_allclose(directions[:, :12].T @ directions[:, :12], np.eye(12), atol=1e-3)


@pytest.mark.parametrize("kind", [np.int32, np.int64])
@pytest.mark.parametrize("shape", [(1, 1), (7, 5), (40, 300)])
def test_the_compiled_product_is_scipys(shape: tuple[int, int], kind: type) -> None:
    rng = np.random.default_rng(0)
    table = csr_array(random_array(shape, density=0.3, rng=rng, format="csr", dtype=np.float32))
    table.indices, table.indptr = table.indices.astype(kind), table.indptr.astype(kind)
    dense = rng.standard_normal((shape[1], 9)).astype(np.float32)
    np.testing.assert_allclose(product(table, dense), table @ dense, atol=1e-5)
    # Columns of a larger array, which are not next to each other in memory.
    np.testing.assert_allclose(product(table, dense[:, ::2]), table @ dense[:, ::2], atol=1e-5)
