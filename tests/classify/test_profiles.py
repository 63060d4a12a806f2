"""Profiles by plain loops, features that share words, and neighbors by profiles."""

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from scipy.sparse import csr_array

from crosslex.classify.profiles import Profiles, find_source_neighbors
from generated_domains import task_of_matrices


def naive_profiles(matrices, pivots, backoff, names):
    """Standardized cosines of unit length, pivot by pivot and feature by feature."""
    width = matrices[0].shape[1]
    shares = [
        [1.0 if one == two else backoff for two in range(len(matrices))]
        for one in range(len(matrices))
    ]
    found = []
    for share in shares:

        def inner(one: int, two: int, share=share) -> float:
            return sum(
                part * float(matrix[:, one] @ matrix[:, two])
                for part, matrix in zip(share, matrices, strict=True)
            )

        present = [feature for feature in range(width) if inner(feature, feature) > 0]
        profile = np.zeros((width, len(pivots)))
        for place, pivot in enumerate(pivots):
            cosines = {
                feature: inner(feature, pivot) / sqrt(inner(feature, feature) * inner(pivot, pivot))
                if not {*names[feature].split()} & {*names[pivot].split()}
                else 0.0
                for feature in present
            }
            mean = sum(cosines.values()) / len(present)
            variance = sum((cosine - mean) ** 2 for cosine in cosines.values()) / len(present)
            for feature in present:
                profile[feature, place] = (cosines[feature] - mean) / sqrt(variance)
        for feature in present:
            profile[feature] /= np.linalg.norm(profile[feature])
        found.append(profile)
    for pivot in pivots:
        shared = sum(profile[pivot] for profile in found) / len(found)
        for profile in found:
            profile[pivot] = shared
    return found


@pytest.mark.parametrize("backoff", [0.0, 0.2])
def test_profiles_and_documents_are_those_of_plain_loops(backoff):
    rng = np.random.default_rng(3)
    matrices = [rng.random((size, 8)) * (rng.random((size, 8)) < 0.6) for size in (9, 7, 11)]
    matrices[1][:, 6] = 0  # absent from one domain: only back-off gives it a profile there
    pivots = [4, 0, 2]
    # Features that share a whole word, a pivot and itself among them, do not correspond.
    names = ("waste", "great", "plot", "waste money", "great plot", "plots", "lid", "old lid")
    by_name = dict(zip(("films", "books", "tools"), matrices, strict=True))
    task = task_of_matrices(by_name, pivots, features=names)
    method = Profiles(backoff=backoff).learn(task)
    expected = naive_profiles(matrices, pivots, backoff, names)
    assert expected[1][6].any() == (backoff > 0)
    for place, (matrix, profile) in enumerate(zip(matrices, expected, strict=True)):
        np.testing.assert_allclose(method.profiles_[place], profile, atol=1e-5)
        sums = np.array([sum(row[f] * profile[f] for f in range(8)) for row in matrix])
        standardized = (sums - sums.mean(axis=0)) / sums.std(axis=0) / sqrt(3)
        found = method.transform(task.domains[place].documents, place)
        np.testing.assert_allclose(found, standardized, atol=1e-4)
        assert (found**2).sum(axis=1).mean() == pytest.approx(1)


def test_rounding_does_not_pass_for_a_difference_between_documents():
    rng = np.random.default_rng(0)
    same = [rng.random(4)] * 13
    task = task_of_matrices({"films": same, "tools": rng.random((5, 4))}, pivots=[0, 1])
    method = Profiles().learn(task)
    assert np.abs(method.transform(csr_array(same), 0)).max() < 1e-5
    assert np.abs(method.transform(csr_array(rng.random((1, 4))), 0)).max() < 10


@pytest.fixture
def profiles(task) -> list[np.ndarray]:
    """Random profiles of features that occur in a domain, zeros for all others."""
    rng = np.random.default_rng(0)
    found = []
    for domain in task.domains:
        rows = rng.normal(size=(len(task.features), 6)).astype(np.float32)
        occurring = [feature in domain.corpus.words for feature in task.features]
        found.append(rows * np.array(occurring, np.float32)[:, None])
    return found


@pytest.fixture
def weights(task) -> np.ndarray:
    return np.random.default_rng(1).normal(size=(len(task.features), 2))


def beyond_a_parabola(rows, documents):
    """Subtract from each column the parabola in the log of documents that fits it best."""
    known = rows.any(axis=1)
    logs, rest = np.log1p(documents[known]), rows.copy()
    for column in range(rows.shape[1]):
        fit = np.polynomial.Polynomial.fit(logs, rows[known, column], 2)
        rest[known, column] -= fit(logs)
    return rest


def naive_neighbors(task, profiles, weights, n_candidates):
    """For each feature of the target, its nearest three among the strongest source features."""
    films, books, tools = (rows.astype(float) for rows in profiles)
    source, strengths = films + books, {}
    occurring = source.any(axis=1)
    labeled = np.zeros(len(task.features))
    for domain in task.domains[:2]:
        labeled += (domain.documents.toarray()[domain.labels >= 0] > 0).sum(axis=0)
    source = beyond_a_parabola(source, labeled)
    tools = beyond_a_parabola(tools, (task.domains[2].documents.toarray() > 0).sum(axis=0))
    for feature in range(len(task.features)):
        holding = sum(
            int(label >= 0 and row[feature] > 0)
            for domain in task.domains[:2]
            for row, label in zip(domain.documents.toarray(), domain.labels, strict=True)
        )
        if holding >= 10 and occurring[feature]:
            strengths[feature] = abs(weights[feature, 1] - weights[feature, 0])
    candidates = sorted(strengths, key=lambda feature: -strengths[feature])[:n_candidates]
    neighbors = {}
    for feature in range(len(task.features)):
        if tools[feature].any():
            lengths = np.linalg.norm(tools[feature]) * np.linalg.norm(source, axis=1)
            cosines = {each: source[each] @ tools[feature] / lengths[each] for each in candidates}
            neighbors[feature] = sorted(cosines.items(), key=lambda pair: -pair[1])[:3]
    return neighbors


@pytest.mark.parametrize("n_candidates", [5, 2])
def test_a_neighbor_is_the_nearest_of_the_strongest_source_features(
    task, profiles, weights, n_candidates, monkeypatch
):
    monkeypatch.setattr("crosslex.classify.profiles._CANDIDATES", n_candidates)
    found = find_source_neighbors(task, profiles, weights)
    expected = naive_neighbors(task, profiles, weights, n_candidates)
    assert 0 < len(expected) < len(task.features)
    for feature in range(len(task.features)):
        near = expected.get(feature, [])
        missing = [-1] * (3 - len(near))
        assert found.features[feature].tolist() == [other for other, _ in near] + missing
        cosines = [cosine for _, cosine in near] + [0.0] * len(missing)
        np.testing.assert_allclose(found.cosines[feature], cosines, atol=1e-5)


@pytest.mark.parametrize("name", ["of the", "of plot"])
def test_features_with_stop_words_are_neighbors_of_nothing(task, profiles, weights, name):
    plain = find_source_neighbors(task, profiles, weights)
    first = int(plain.features[plain.features >= 0][0])
    renamed = list(task.features)
    renamed[first] = name
    found = find_source_neighbors(replace(task, features=tuple(renamed)), profiles, weights)
    assert (plain.features == first).any()
    assert not (found.features == first).any()
    # Only a feature of nothing but stop words has no neighbors.
    assert (found.features[first] == -1).all() == (name == "of the")
    others = (np.arange(len(renamed)) != first) & ~(plain.features == first).any(axis=1)
    np.testing.assert_array_equal(found.features[others], plain.features[others])
