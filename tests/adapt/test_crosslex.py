from dataclasses import replace

import numpy as np
import pytest
from crosslex.adapt.source_neighbors import find_source_neighbors
from crosslex.adapt.task_vectors import TaskVectors
from scipy.sparse import csr_array, vstack
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from crosslex.classify.crosslex import Crosslex, LogRatioClassifier
from crosslex_bench.methods.crosslex_documents import DocumentVectors


def small(**options) -> Crosslex:
    return Crosslex(**({"dimension": 4, "epochs": 3, "C": 1.0} | options))


def test_is_the_mean_of_three_views_at_one_spread(task):
    method = small(self_taught=False).fit(task)
    places = ((task.domains[0], 0), (task.domains[1], 1))
    labels = np.concatenate([domain.labels for domain, _ in places])
    target = task.domains[2].documents
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    scores, spreads = [], []
    for classifier, transform in (
        (LogRatioClassifier(LogisticRegression()), lambda documents, _: documents),
        (
            LogisticRegression(),
            lambda documents, place: csr_array(method.transform(documents, place)),
        ),
        (
            LogisticRegression(),
            lambda documents, place: csr_array(method.profiles_.transform(documents, place)),
        ),
    ):
        rows = csr_array(vstack([transform(domain.documents, place) for domain, place in places]))
        fitted = clone(classifier).fit(rows, labels)
        scores.append(fitted.decision_function(transform(target, 2)))
        held_out = np.empty(len(labels))
        for others, left_out in folds.split(labels, labels):
            again = clone(classifier).fit(rows[others], labels[others])
            held_out[left_out] = again.decision_function(rows[left_out])
        spreads.append(held_out.std())
    expected = (
        np.mean(spreads)
        * sum(score / spread for score, spread in zip(scores, spreads, strict=True))
        / 3
    )
    found = method.decision_.scores(target)
    np.testing.assert_allclose(found[:, 1] - found[:, 0], expected, atol=1e-3)
    np.testing.assert_allclose(sum(method.decision_.views.scores(target)), found)


def test_without_profiles_is_another_decision(task):
    full, less = (small(profiles=profiles).fit(task).decision_ for profiles in (True, False))
    assert not np.allclose(full.weights, less.weights)


def test_the_control_knows_words_by_one_vector_and_one_profile(task):
    control = small(pooled=True).fit(task)
    vectors, profiles = control.vectors_.of_domain, control.profiles_.profiles_
    for place in (1, 2):
        np.testing.assert_array_equal(vectors[place], vectors[0])
        np.testing.assert_allclose(profiles[place], profiles[0], atol=1e-4)


def test_finds_the_source_words_nearest_to_a_word(task):
    method = small().fit(task)
    words = method.decision_.views.weights[0]
    expected = find_source_neighbors(task, method.vectors_, words)
    np.testing.assert_array_equal(method.decision_.neighbors.features, expected.features)


def test_its_settings_reach_the_views(task):
    options = {"backoff": 0.5, "regularization": 2.0, "context": "document", "C": 0.7}
    method = small(**options).fit(task)
    documents = DocumentVectors(dimension=4, epochs=3, **options).fit(task)
    for found, expected in zip(
        method.vectors_.of_domain, documents.vectors_.of_domain, strict=True
    ):
        np.testing.assert_array_equal(found, expected)
    assert (method.profiles_.C, method.profiles_.backoff) == (0.7, 0.5)


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
    known, holding = [], {}
    for feature in range(len(task.features)):
        holding[feature] = sum(
            int(label >= 0 and row[feature] > 0)
            for domain in task.domains[:2]
            for row, label in zip(domain.documents.toarray(), domain.labels, strict=True)
        )
        if holding[feature] >= 3 and source[feature].any():
            known.append(feature)
    sways = {feature: abs(weights[feature, 1] - weights[feature, 0]) for feature in known}
    middle = np.median(list(sways.values()))
    weighty = [feature for feature in known if sways[feature] >= middle]
    labels = sum(int((domain.labels >= 0).sum()) for domain in task.domains[:2])
    usual = max(0.05 * labels, np.quantile([holding[feature] for feature in weighty], 0.9))
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
                if other == feature or holding[other] <= usual
            }
            neighbors[feature] = sorted(cosines.items(), key=lambda pair: -pair[1])[:3]
    return neighbors


def test_a_neighbor_is_the_nearest_of_all_weighty_source_features(task, vectors, weights):
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


def test_function_words_are_neighbors_of_nothing_and_have_none_but_themselves(
    task, vectors, weights
):
    plain = find_source_neighbors(task, vectors, weights)
    first = int(plain.features[plain.features >= 0][0])
    renamed = list(task.features)
    renamed[first] = "of the"
    found = find_source_neighbors(replace(task, features=tuple(renamed)), vectors, weights)
    others = np.arange(len(renamed)) != first
    assert (plain.features[others] == first).any()
    assert not (found.features[others] == first).any()
    assert set(found.features[first].tolist()) <= {first, -1}
    unaffected = others & ~(plain.features == first).any(axis=1)
    np.testing.assert_array_equal(found.features[unaffected], plain.features[unaffected])


def test_neighbors_are_few_where_few_source_features_tell(task, vectors, weights):
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


def test_there_is_no_neighbor_where_none_tells(task, vectors, weights):
    silent = [replace(each, labels=np.full(60, -1, np.int32)) for each in task.domains]
    found = find_source_neighbors(replace(task, domains=tuple(silent)), vectors, weights)
    assert (found.features == -1).all()


def test_neighbors_have_no_more_than_what_can_be_stored_and_read_again(task, vectors, weights):
    found = find_source_neighbors(task, vectors, weights)
    assert found.features.dtype == np.int32
    assert found.cosines.dtype == np.float32
    assert np.isfinite(found.cosines).all()
    assert (np.abs(found.cosines) <= 1 + 1e-6).all()
