import numpy as np
import pytest
from crosslex.learn.all_but_the_top import find_common_directions
from hypothesis import given
from hypothesis import strategies as st
from sklearn.decomposition import PCA

from crosslex.errors import InputError


def domains(seed: int, *sizes: int, dimension: int = 6) -> list[np.ndarray]:
    """Vectors with a mean far from zero and a few directions stronger than others."""
    rng = np.random.default_rng(seed)
    scales = np.geomspace(8, 0.5, dimension)
    turn = np.linalg.qr(rng.normal(size=(dimension, dimension)))[0]
    mean = rng.normal(size=dimension) * 5
    return [
        ((rng.normal(size=(size, dimension)) * scales) @ turn + mean).astype(np.float32)
        for size in sizes
    ]


@pytest.mark.parametrize("sizes", [(40, 30), (50, 10, 25)])
@pytest.mark.parametrize("n_directions", [0, 1, 2, 5])
def test_is_mean_and_strongest_singular_vectors_of_all_domains_together(sizes, n_directions):
    matrices = domains(0, *sizes)
    part = find_common_directions(matrices, n_directions)
    together = np.vstack(matrices).astype(np.float64)
    np.testing.assert_allclose(part.mean, together.mean(axis=0), rtol=1e-5)
    _, _, directions = np.linalg.svd(together - together.mean(axis=0))
    # A direction may point either way.
    np.testing.assert_allclose(
        np.abs(part.directions @ directions[:n_directions].T), np.eye(n_directions), atol=1e-4
    )


def test_removal_agrees_with_principal_components():
    matrices = domains(1, 60, 40)
    together = np.vstack(matrices)
    part = find_common_directions(matrices, 2)
    principal = PCA(n_components=2).fit(together)
    expected = together - principal.inverse_transform(principal.transform(together))
    np.testing.assert_allclose(part.remove(together), expected, atol=1e-4)


@given(st.integers(0, 1000), st.integers(0, 5))
def test_what_is_left_is_orthogonal_to_what_was_taken(seed, n_directions):
    matrices = domains(seed, 20, 15, 10)
    part = find_common_directions(matrices, n_directions)
    left = [part.remove(matrix) for matrix in matrices]
    np.testing.assert_allclose(np.vstack(left) @ part.directions.T, 0, atol=1e-4)
    np.testing.assert_allclose(np.vstack(left).mean(axis=0), 0, atol=1e-4)
    np.testing.assert_allclose(part.directions @ part.directions.T, np.eye(n_directions), atol=1e-5)


def test_every_domain_has_the_same_taken_out():
    matrices = domains(2, 30, 20)
    part = find_common_directions(matrices, 2)
    apart = [find_common_directions([matrix], 2).remove(matrix) for matrix in matrices]
    together = [part.remove(matrix) for matrix in matrices]
    assert all(not np.allclose(a, b, atol=1e-2) for a, b in zip(apart, together, strict=True))
    # Differences between domains change by the projection alone, not by a mean of their own.
    change = part.remove(matrices[0][:20]) - part.remove(matrices[1])
    difference = matrices[0][:20] - matrices[1]
    expected = difference - difference @ part.directions.T @ part.directions
    np.testing.assert_allclose(change, expected, atol=1e-4)


def test_one_vector_is_treated_as_a_row_of_many():
    matrices = domains(3, 12)
    part = find_common_directions(matrices, 1)
    np.testing.assert_allclose(part.remove(matrices[0][5]), part.remove(matrices[0])[5], atol=1e-6)


def test_stays_in_single_precision():
    part = find_common_directions(domains(4, 9, 9), 2)
    assert part.mean.dtype == part.directions.dtype == np.float32
    assert part.remove(domains(4, 9)[0]).dtype == np.float32


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("value", [np.nan, np.inf, 1e30])
def test_vectors_beyond_all_measure_are_refused(value):
    matrices = domains(5, 9, 9)
    matrices[1][2, 3] = value
    with pytest.raises(InputError, match="lower the learning_rate"):
        find_common_directions(matrices, 2)
