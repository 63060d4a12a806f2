"""Eq. score against a double loop over words, and no adaptation against nothing at all."""

from collections.abc import Callable

import numpy as np
import pytest
from scipy.sparse import csr_array

from crosslex.adapt.expansion import carry_over, comparable_vectors
from crosslex.adapt.none import NoAdaptation
from crosslex.errors import InputError
from crosslex.vectors import unit_rows

SIZE = 12
PIVOTS = np.array([3, 7, 9], np.intp)


@pytest.fixture
def sources() -> list[np.ndarray]:
    """Vectors of two sources; features 1 and 7 have none in either, 4 in the second alone."""
    films, books = np.random.default_rng(0).normal(size=(2, SIZE, 4))
    films[[1, 7]] = books[[1, 7]] = 0
    films[4] = 0
    return [films, books]


@pytest.fixture
def target() -> np.ndarray:
    """Vectors of the target; features 2 and 9, a pivot, have none."""
    vectors = np.random.default_rng(1).normal(size=(SIZE, 4)) * 3
    vectors[[2, 9]] = 0
    return vectors


@pytest.fixture
def documents() -> csr_array:
    rng = np.random.default_rng(2)
    return csr_array(rng.random((6, SIZE)) * (rng.random((6, SIZE)) < 0.6))


def known(vector: np.ndarray) -> bool:
    return bool(vector.any())


def direction(vectors: list[np.ndarray]) -> np.ndarray:
    total = sum(
        (vector / np.linalg.norm(vector) for vector in vectors if known(vector)), np.zeros(4)
    )
    return total / np.linalg.norm(total) if total.any() else total


def naive_similarity(
    sources: list[np.ndarray],
    target: np.ndarray,
    of_cosine: Callable[[float], float],
    neighbors: int = SIZE,
) -> np.ndarray:
    """F, word by word: rows are target features, columns source features."""
    found = np.zeros((SIZE, SIZE))
    for word in range(SIZE):
        of_sources = [source[word] for source in sources]
        own = direction(of_sources) if word in PIVOTS else direction([target[word]])
        if not own.any():
            continue
        cosines = {}
        for other in range(SIZE):
            there = direction([source[other] for source in sources])
            if there.any():
                cosines[other] = float(own @ there)
        for other in sorted(cosines, key=cosines.__getitem__)[-neighbors:]:
            found[word, other] = of_cosine(cosines[other])
    return found


CASES = {
    "cosine": ({}, lambda cosine: cosine, SIZE),
    "sharpened": (
        {"similarity": "sharpened", "power": 2.5},
        lambda cosine: np.sign(cosine) * abs(cosine) ** 2.5,
        SIZE,
    ),
    "euclidean": (
        {"similarity": "euclidean"},
        # Unit vectors at an angle are as far apart as twice the sine of half of it.
        lambda cosine: 1 / (1 + 2 * np.sin(np.arccos(np.clip(cosine, -1, 1)) / 2)),
        SIZE,
    ),
    "nearest": ({"similarity": "nearest", "neighbors": 3}, lambda cosine: cosine, 3),
    "all are near": ({"similarity": "nearest", "neighbors": 50}, lambda cosine: cosine, SIZE),
    # What a function says of cosine 0 must not leak to features without a vector.
    "own": ({"similarity": np.exp}, np.exp, SIZE),
}


# The distance of a vector from itself is the root of a rounding error of single precision.
ROUNDING = {"euclidean": 3e-3}


@pytest.mark.parametrize("n_sources", [1, 2])
@pytest.mark.parametrize("case", CASES)
def test_scores_are_a_double_sum_over_words(case, n_sources, sources, target, documents):
    options, of_cosine, neighbors = CASES[case]
    pair = comparable_vectors(sources[:n_sources], target, PIVOTS)
    similarity = naive_similarity(sources[:n_sources], target, of_cosine, neighbors)
    theta = np.random.default_rng(3).normal(size=(3, SIZE))
    expected = np.zeros((6, 3))
    for row, document in enumerate(documents.toarray()):
        for code in range(3):
            for word in range(SIZE):
                for other in range(SIZE):
                    expected[row, code] += (
                        document[word] * theta[code, other] * similarity[word, other]
                    )
    rounding = ROUNDING.get(case, 1e-5)
    np.testing.assert_allclose(
        documents @ carry_over(theta, *pair, **options).T, expected, atol=rounding
    )


@pytest.mark.parametrize("case", CASES)
def test_single_coefficients_give_the_similarities(case, sources, target):
    options, of_cosine, neighbors = CASES[case]
    pair = comparable_vectors(sources, target, PIVOTS)
    dense = carry_over(np.eye(SIZE), *pair, **options).T
    expected = naive_similarity(sources, target, of_cosine, neighbors)
    np.testing.assert_allclose(dense, expected, atol=ROUNDING.get(case, 1e-6))
    assert not dense[[2, 7]].any()  # no vector in the target; a pivot without one in a source
    assert not dense[:, [1, 7]].any()


def test_the_dot_product_keeps_the_vectors_as_long_as_they_are():
    sources = [np.array([[3.0, 4.0], [0.0, 2.0]]), np.array([[1.0, 0.0], [0.0, 0.0]])]
    target = np.array([[9.0, 9.0], [5.0, 1.0]])
    pair = comparable_vectors(sources, target, np.array([0]), unit=False)
    mean = np.array([[2.0, 2.0], [0.0, 1.0]])
    expected = np.array([[2.0, 2.0], [5.0, 1.0]]) @ mean.T
    np.testing.assert_allclose(carry_over(np.eye(2), *pair, similarity="dot"), expected.T)


def test_more_features_than_fit_a_block_are_all_expanded():
    rng = np.random.default_rng(0)
    target, source = (unit_rows(rng.normal(size=(1100, 3))) for _ in range(2))
    coefficients = rng.random((1, 1100))
    expected = coefficients @ (source.astype(float) @ target.T.astype(float)) ** 2
    found = carry_over(coefficients, target, source, similarity=lambda cosines: cosines**2)
    np.testing.assert_allclose(found, expected, rtol=1e-4)


def test_the_nearest_are_kept_even_if_they_point_away():
    target = np.array([[-1, 0]] * 3, np.float32)
    source = unit_rows(np.array([[1.0, 0.0], [3.0, 4.0], [4.0, 3.0]]))
    found = carry_over(np.eye(3), target, source, similarity="nearest", neighbors=1)
    np.testing.assert_allclose(found.T[:1], [[0, -0.6, 0]], atol=1e-6)


def test_unknown_similarities_and_no_neighbors_are_refused():
    vectors = np.eye(2, dtype=np.float32)
    with pytest.raises(InputError, match="similarity: found 'euclid'"):
        carry_over(vectors, vectors, vectors, similarity="euclid")
    with pytest.raises(InputError, match="neighbors: found 0"):
        carry_over(vectors, vectors, vectors, similarity="nearest", neighbors=0)


def test_no_adaptation_leaves_documents_as_they_are(documents):
    before = documents.toarray()
    method = NoAdaptation()
    for domain in (0, 1):
        np.testing.assert_array_equal(method.transform(documents, domain).toarray(), before)
