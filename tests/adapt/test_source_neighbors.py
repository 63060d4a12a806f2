from dataclasses import replace

import numpy as np
import pytest

from crosslex.adapt.source_neighbors import find_source_neighbors
from crosslex.adapt.task_vectors import TaskVectors


@pytest.fixture
def vectors(task) -> TaskVectors:
    """Random unit vectors of features that occur in a domain, zeros for all others."""
    rng = np.random.default_rng(0)
    of_domain = []
    for domain in task.domains:
        rows = rng.normal(size=(len(task.features), 6)).astype(np.float32)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        occurring = [feature in domain.corpus.words for feature in task.features]
        of_domain.append(rows * np.array(occurring, np.float32)[:, None])
    return TaskVectors(tuple(of_domain), task.pivots)


@pytest.fixture
def weights(task) -> np.ndarray:
    return np.random.default_rng(1).normal(size=(len(task.features), 2))


def without_the_common_part(known: list[np.ndarray], vectors: np.ndarray) -> np.ndarray:
    """Take out the mean and the two leading principal directions of the known vectors."""
    mean = np.mean(known, axis=0)
    directions = np.linalg.svd(np.array(known) - mean)[2][:2]
    rest = vectors - mean
    for direction in directions:
        rest = rest - np.outer(rest @ direction, direction)
    return rest


def naive_neighbors(task, vectors, weights):
    """For each feature of the target, its nearest three among the weighty source features."""
    films, books, tools = (rows.astype(float) for rows in vectors.of_domain)
    source = films + books
    known = []
    for feature in range(len(task.features)):
        holding = sum(
            int(label >= 0 and row[feature] > 0)
            for domain in task.domains[:2]
            for row, label in zip(domain.documents.toarray(), domain.labels, strict=True)
        )
        if holding >= 3 and source[feature].any():
            known.append(feature)
    sways = {feature: abs(weights[feature, 1] - weights[feature, 0]) for feature in known}
    middle = np.median(list(sways.values()))
    weighty = [feature for feature in known if sways[feature] >= middle]
    everyone = [source[feature] for feature in known] + [row for row in tools if row.any()]
    source = without_the_common_part(everyone, source)
    target = without_the_common_part(everyone, tools)
    neighbors = {}
    for feature in range(len(task.features)):
        if tools[feature].any():
            cosines = {
                other: source[other]
                @ target[feature]
                / (np.linalg.norm(source[other]) * np.linalg.norm(target[feature]))
                for other in weighty
            }
            neighbors[feature] = sorted(cosines.items(), key=lambda pair: -pair[1])[:3]
    return neighbors


def test_is_the_nearest_of_all_weighty_source_features(task, vectors, weights):
    found = find_source_neighbors(task, vectors, weights)
    expected = naive_neighbors(task, vectors, weights)
    assert 0 < len(expected) < len(task.features)
    for feature in range(len(task.features)):
        if feature not in expected:
            assert found.features[feature].tolist() == [-1, -1, -1]
            continue
        assert found.features[feature].tolist() == [other for other, _ in expected[feature]]
        np.testing.assert_allclose(
            found.cosines[feature], [cosine for _, cosine in expected[feature]], atol=1e-5
        )


def test_is_short_where_few_source_features_tell(task, vectors, weights):
    # Three documents hold one and the same two labeled features; nothing else is labeled.
    films = task.domains[0]
    kept = [task.features.index(feature) for feature in ("filmsgooda", "gooda")]
    documents = np.zeros(films.documents.shape)
    documents[:3, kept] = 1
    labels = np.full(60, -1, np.int32)
    labels[:3] = [0, 1, 1]
    films = replace(films, documents=type(films.documents)(documents), labels=labels)
    silent = replace(task.domains[1], labels=np.full(60, -1, np.int32))
    weights[kept] = [[-2, 2], [-1, 1]]
    scarce = replace(task, domains=(films, silent, task.domains[2]))
    found = find_source_neighbors(scarce, vectors, weights)
    # Of two, only the first lies above the median.
    present = vectors.of_domain[2].any(axis=1)
    assert (found.features[present] == [kept[0], -1, -1]).all()


def test_is_empty_where_none_tells(task, vectors, weights):
    silent = [replace(each, labels=np.full(60, -1, np.int32)) for each in task.domains]
    found = find_source_neighbors(replace(task, domains=tuple(silent)), vectors, weights)
    assert (found.features == -1).all()


def test_has_no_more_than_what_can_be_stored_and_read_again(task, vectors, weights):
    found = find_source_neighbors(task, vectors, weights)
    assert found.features.dtype == np.int32
    assert found.cosines.dtype == np.float32
    assert np.isfinite(found.cosines).all()
    assert (np.abs(found.cosines) <= 1 + 1e-6).all()
