import numpy as np
from sklearn.linear_model import LogisticRegression

from crosslex.adapt.class_balance import predicted_shares
from crosslex.adapt.crosslex import Crosslex
from crosslex.adapt.crosslex_documents import DocumentVectors
from crosslex.adapt.none import NoAdaptation
from crosslex.adapt.source_neighbors import find_source_neighbors


def small(**options) -> Crosslex:
    return Crosslex(**({"dimension": 4, "epochs": 3, "C": 1.0} | options))


def test_is_the_mean_of_three_views_at_one_spread(task):
    method = small(leeway=1.0).fit(task)
    places = ((task.domains[0], 0), (task.domains[1], 1))
    labels = np.concatenate([domain.labels for domain, _ in places])
    target = task.domains[2].documents
    scores, spreads = [], []
    for transform in (
        lambda documents, _: documents.toarray(),
        method.transform,
        method.profiles_.transform,
    ):
        rows = np.vstack([transform(domain.documents, place) for domain, place in places])
        fitted = LogisticRegression().fit(rows, labels)
        scores.append(fitted.decision_function(transform(target, 2)))
        # Labeled documents are scored as the target's are: by the weights that are kept.
        own = np.vstack([transform(domain.documents, 2) for domain, _ in places])
        spreads.append(fitted.decision_function(own).std())
    expected = (
        np.mean(spreads)
        * sum(score / spread for score, spread in zip(scores, spreads, strict=True))
        / 3
    )
    found = method.decision_.scores(target)
    np.testing.assert_allclose(found[:, 1] - found[:, 0], expected, atol=1e-3)


def test_a_one_sided_pool_cannot_move_the_line_far_from_what_the_words_say(task):
    words = NoAdaptation(C=1.0).fit(task).decision_
    pool = task.domains[2].documents
    shares = []
    for leeway in (0.0, 1.0):
        decision = small(leeway=leeway).fit(task).decision_
        shares.append(predicted_shares(decision.scores(pool)))
    wanted = predicted_shares(words.scores(pool))
    assert np.abs(shares[1] - wanted).max() > 1 / pool.shape[0]
    np.testing.assert_allclose(shares[0], wanted, atol=1.01 / pool.shape[0])


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
    expected = find_source_neighbors(task, method.vectors_, method.words_.decision_.weights)
    np.testing.assert_array_equal(method.decision_.neighbors.features, expected.features)


def test_its_settings_reach_the_views(task):
    options = {"backoff": 0.5, "regularization": 2.0, "context": "document", "C": 0.7}
    method = small(**options).fit(task)
    documents = DocumentVectors(dimension=4, epochs=3, **options).fit(task)
    for found, expected in zip(
        method.vectors_.of_domain, documents.vectors_.of_domain, strict=True
    ):
        np.testing.assert_array_equal(found, expected)
    assert (method.words_.C, method.profiles_.C) == (0.7, 0.7)
    assert method.profiles_.backoff == 0.5
