"""Cross-domain similarity: partial least squares from the source's space to the target's."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.cross_decomposition import PLSRegression
from sklearn.linear_model import LinearRegression, LogisticRegression

from crosslex.corpus.corpus import Corpus
from crosslex.errors import InputError
from crosslex.text.settings import TextSettings
from crosslex_bench.methods.cs import (
    CrossDomainSimilarity,
    partial_least_squares,
    positive_information,
    predict_across,
)

SETTINGS = TextSettings(
    analyzer=lambda text: [sentence.split() for sentence in text.split(".")],
    stop_words=frozenset(),
)


def predict(learned, vectors):
    return (vectors - learned.source_mean) @ learned.matrix + learned.target_mean


@pytest.mark.parametrize("shape", [(40, 6, 4), (40, 4, 6), (7, 20, 10)])
@pytest.mark.parametrize("components", [1, 2, 4])
def test_partial_least_squares_predicts_what_scikit_learn_predicts(shape, components):
    rng = np.random.default_rng(0)
    size, n_source, n_target = shape
    source = rng.normal(size=(size, n_source)) + 3
    target = source @ rng.normal(size=(n_source, n_target)) + rng.normal(size=(size, n_target))
    learned = partial_least_squares(source, target, components)
    peer = PLSRegression(components, scale=False, tol=1e-26, max_iter=100_000).fit(source, target)
    unseen = rng.normal(size=(5, n_source))
    assert_allclose(predict(learned, unseen), peer.predict(unseen), atol=1e-6)


def test_partial_least_squares_with_all_components_is_least_squares():
    rng = np.random.default_rng(1)
    source, target = rng.normal(size=(30, 4)), rng.normal(size=(30, 3))
    learned = partial_least_squares(source, target, components=10)
    assert_allclose(
        predict(learned, source), LinearRegression().fit(source, target).predict(source), atol=1e-9
    )


def test_one_component_by_hand():
    source = np.array([[1.0, 0], [-1, 0], [0, 2], [0, -2]])
    target = np.array([[3.0], [-3], [1], [-1]])
    # Covariance (6, 4), so the direction is (3, 2) / √13 and the latent variable
    # (3, -3, 4, -4) / √13 with square 50 / 13. The target's loading on it is
    # (9 + 9 + 4 + 4) / √13 / (50 / 13) = 26 √13 / 50; the source's is
    # (6, 16) / √13 / (50 / 13), whose product with the direction is 1.
    learned = partial_least_squares(source, target, components=1)
    assert_allclose(learned.matrix, [[3 * 26 / 50], [2 * 26 / 50]])


def test_two_components_by_hand_fit_what_one_cannot():
    source = np.array([[1.0, 0], [-1, 0], [0, 2], [0, -2]])
    target = np.array([[3.0], [-3], [1], [-1]])
    learned = partial_least_squares(source, target, components=2)
    assert_allclose(learned.matrix, [[3], [0.5]])


def test_a_single_pivot_predicts_nothing_but_its_mean():
    learned = partial_least_squares(np.array([[1.0, 2.0]]), np.array([[3.0]]), components=5)
    assert_array_equal(learned.matrix, [[0], [0]])
    assert_array_equal(learned.target_mean, [3])


def test_positive_information_by_hand():
    counts = np.array([[8, 0, 2], [1, 4, 5]])
    # Rows sum to 10 each of 20, columns to 9, 4 and 7.
    expected = np.log([[8 * 20 / (10 * 9), 1, 1], [1, 4 * 20 / (10 * 4), 5 * 20 / (10 * 7)]])
    assert_allclose(positive_information(csr_array(counts)).toarray(), expected, rtol=1e-6)


def test_a_prediction_that_is_a_rotation_makes_the_same_features_nearest():
    rng = np.random.default_rng(2)
    source = rng.normal(size=(30, 4)).astype(np.float32)
    rotation = np.linalg.qr(rng.normal(size=(4, 4)))[0]
    target = (source @ rotation + 1).astype(np.float32)
    # Only the first ten are known to be the same on both sides; the others must be found out.
    observed, predicted = predict_across(source, target, np.arange(10), components=4)
    assert_allclose(np.diag(observed @ predicted.T), 1, atol=1e-5)
    assert_array_equal(np.argmax(observed @ predicted.T, axis=1), np.arange(30))


def test_features_without_a_vector_on_a_side_stay_without():
    rng = np.random.default_rng(3)
    source, target = rng.normal(size=(2, 8, 3)).astype(np.float32)
    source[6], target[7] = 0, 0
    # A pivot that one side lacks cannot teach.
    found = predict_across(source, target, np.array([0, 1, 2, 3, 6, 7]), components=2)
    expected = predict_across(source, target, np.array([0, 1, 2, 3]), components=2)
    for one, other in zip(found, expected, strict=True):
        assert_array_equal(one, other)
    observed, predicted = found
    assert not predicted[6].any()
    assert not observed[7].any()


def test_sides_without_a_common_pivot_predict_nothing():
    observed, predicted = predict_across(
        np.eye(3, dtype=np.float32), np.eye(3, dtype=np.float32), np.array([], np.intp), 2
    )
    assert not observed.any()
    assert not predicted.any()


def sentence_information(features: list[str], texts: list[str]) -> np.ndarray:
    """PPMI of features × words from the definition: sentences that hold both, not overlapping."""
    words = [feature for feature in features if " " not in feature]
    counts = np.zeros((len(features), len(words)))
    for text in texts:
        for sentence in text.split("."):
            tokens = sentence.split()
            places = [(token, {place}) for place, token in enumerate(tokens)]
            places += [
                (f"{first} {second}", {place, place + 1})
                for place, (first, second) in enumerate(pairwise(tokens))
            ]
            counts += [
                [
                    any(
                        one == feature and other == word and not (at & there)
                        for one, at in places
                        for other, there in places
                    )
                    for word in words
                ]
                for feature in features
            ]
    with np.errstate(divide="ignore", invalid="ignore"):
        expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / counts.sum()
        information = np.log(counts / expected)
    return np.where(counts > 0, np.maximum(information, 0), 0)


@pytest.fixture(scope="module")
def toy(make_task):
    """A task of two domains with two words of their own each, and its texts."""
    rng = np.random.default_rng(4)
    shared = ["good", "bad", "very good", "very", "not"]
    vocabularies = [
        ["good", "bad", "very", "not", "gripping", "dull"],
        ["good", "bad", "very", "not", "sturdy", "flimsy"],
    ]
    texts = [
        [". ".join(" ".join(rng.choice(words, 4)) for _ in range(2)) for _ in range(25)]
        for words in vocabularies
    ]
    corpora = [
        Corpus.from_texts(texts[0], name="films", labels=[0, 1] * 12 + [0], text_settings=SETTINGS),
        Corpus.from_texts(texts[1], name="tools", text_settings=SETTINGS),
    ]
    features = [*shared, "gripping", "dull", "sturdy", "flimsy"]
    return make_task(corpora, features, pivots=shared), texts


def test_the_whole_way_against_numpy_and_scikit_learn(toy):
    task, texts = toy
    own = [task.features[:7], task.features[:5] + task.features[7:]]
    vectors = []
    for features, written in zip(own, texts, strict=True):
        left, values, _ = np.linalg.svd(sentence_information([*features], written))
        vectors.append(left[:, :4] * values[:4])
    source, target = vectors
    peer = PLSRegression(2, scale=False, tol=1e-26, max_iter=100_000).fit(source[:5], target[:5])
    predicted, observed = (
        peer.predict(source) - target[:5].mean(axis=0),
        target - target[:5].mean(0),
    )
    predicted /= np.linalg.norm(predicted, axis=1, keepdims=True)
    observed /= np.linalg.norm(observed, axis=1, keepdims=True)

    films, tools = task.domains
    fitted = LogisticRegression(C=2.0).fit(films.documents, films.labels)
    theta = fitted.coef_[0]
    added = np.zeros(len(task.features))
    added[[0, 1, 2, 3, 4, 7, 8]] = observed @ predicted.T @ theta[:7]
    scale = np.std(tools.documents @ theta) / np.std(tools.documents @ added)
    expected = tools.documents @ (theta + 0.5 * scale * added) + fitted.intercept_[0]

    method = CrossDomainSimilarity(dimension=4, components=2, weight=0.5, min_documents=1, C=2.0)
    scores = method.fit(task).decision_.scores(tools.documents)
    assert_allclose(scores[:, 1] - scores[:, 0], expected, atol=1e-4)


def test_without_weight_it_is_no_adaptation(toy):
    task, _ = toy
    films, tools = task.domains
    method = CrossDomainSimilarity(dimension=4, components=2, weight=0.0, min_documents=1, C=1.0)
    scores = method.fit(task).decision_.scores(tools.documents)
    expected = LogisticRegression().fit(films.documents, films.labels)
    assert_allclose(
        scores[:, 1] - scores[:, 0], expected.decision_function(tools.documents), atol=1e-9
    )


def test_words_of_the_target_alone_get_the_sign_of_similar_words(task):
    method = CrossDomainSimilarity(dimension=20, components=4, min_documents=2)
    weights = method.fit(task).decision_.weights
    push = weights[:, 1] - weights[:, 0]
    for kind, sign in (("good", 1), ("bad", -1)):
        found = [push[task.features.index(f"tools{kind}{letter}")] for letter in "abcd"]
        assert np.sign(np.mean(found)) == sign


def test_the_same_seed_gives_the_same_decision_on_one_thread_or_two(task):
    first = CrossDomainSimilarity(min_documents=2).fit(task).decision_
    for n_jobs in (1, 2):
        again = CrossDomainSimilarity(min_documents=2, n_jobs=n_jobs)
        assert_array_equal(again.fit(task).decision_.weights, first.weights)


def test_the_order_of_the_sources_does_not_matter(task):
    turned = replace(task, domains=(task.domains[1], task.domains[0], task.domains[2]))
    exact = LogisticRegression(tol=1e-10)
    one, other = (
        CrossDomainSimilarity(min_documents=2).fit(replace(each, classifier=exact)).decision_
        for each in (task, turned)
    )
    assert_allclose(other.weights, one.weights, atol=1e-4)


@pytest.mark.parametrize("name", ["dimension", "components", "min_documents"])
def test_a_setting_that_makes_no_sense_is_named(task, name):
    with pytest.raises(InputError, match=f"{name}: found 0"):
        CrossDomainSimilarity(**{name: 0}).fit(task)
