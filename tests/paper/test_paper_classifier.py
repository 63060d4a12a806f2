"""ψ against double loops over words, with one source and several, two classes and three."""

from dataclasses import replace

import numpy as np
import pytest
from paper_data import review_task
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression

from crosslex.paper import (
    PaperClassifier,
    PaperEmbedding,
    carry_over,
    comparable_vectors,
)
from crosslex.vectors import unit_rows

SETTINGS = {"n_pivots": 6, "n_non_pivots": 5, "min_count": 20, "window": 4, "dimension": 7}
SMALL = PaperClassifier(**SETTINGS, epochs=3, C=0.5)


def test_the_dot_product_keeps_the_vectors_as_long_as_they_are():
    sources = [np.array([[3.0, 4.0], [0.0, 2.0]]), np.array([[1.0, 0.0], [0.0, 0.0]])]
    pair = comparable_vectors(
        sources, np.array([[9.0, 9.0], [5.0, 1.0]]), np.array([0]), unit=False
    )
    expected = np.array([[2.0, 2.0], [5.0, 1.0]]) @ np.array([[2.0, 2.0], [0.0, 1.0]]).T
    np.testing.assert_allclose(carry_over(np.eye(2), *pair, similarity="dot"), expected.T)


@pytest.fixture(scope="module")
def pair():
    """Films with labels and tools without; the features are all words that occur."""
    return review_task()


@pytest.fixture(scope="module")
def vectors(pair):
    return SMALL.learn_vectors(pair)


@pytest.fixture(scope="module")
def embedding(pair) -> PaperEmbedding:
    corpora = [domain.corpus for domain in pair.domains]
    return PaperEmbedding(**SETTINGS, epochs=3).fit(corpora)


def test_vectors_do_not_depend_on_labels_nor_on_which_domain_is_the_target(pair, vectors):
    silent = [replace(each, corpus=each.corpus.without_labels()) for each in pair.domains]
    back = replace(pair, domains=tuple(silent[::-1]), target=0)
    found = SMALL.learn_vectors(back).of_domain[::-1]
    for one, other in zip(found, vectors.of_domain, strict=True):
        np.testing.assert_array_equal(one, other)


def cosine(a: np.ndarray, b: np.ndarray) -> float:
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


@pytest.mark.parametrize(
    ("sums", "similarity", "f"),
    [
        ("separate", "cosine", float),
        ("separate", lambda cosines: cosines**3, lambda cos: cos**3),
        ("joint", "cosine", float),
        # What a function returns for a cosine of 0 must not leak to features without a vector.
        ("joint", np.exp, np.exp),
    ],
)
def test_psi_is_the_double_sum_as_printed(pair, embedding, sums, similarity, f):
    method = clone(SMALL).set_params(sums=sums, similarity=similarity)
    [labeled] = pair.source_labels
    theta = LogisticRegression(C=0.5, max_iter=5000).fit(labeled.documents, labeled.labels)
    weight = dict(zip(pair.features, theta.coef_[0], strict=True))
    source, target = (
        {word: vectors[word].astype(float) for word in vectors}
        for vectors in embedding.vectors_.values()
    )
    pivots = set(embedding.vocabulary_.pivots)

    def psi(document: np.ndarray) -> float:
        total = 0.0
        for feature in (pair.features[index] for index in np.flatnonzero(document)):
            own = source[feature] if feature in pivots else target.get(feature)
            if own is None:
                continue
            for other, vector in source.items():
                if sums == "joint" or (other in pivots) == (feature in pivots):
                    total += weight[other] * f(cosine(own, vector))
        return total

    # The last document has no feature at all: ψ is 0, which is not positive.
    documents = csr_array(np.vstack([pair.domains[1].documents[:15].toarray(), 0 * theta.coef_]))
    decision = method.fit(pair).decision_
    scores = decision.scores(documents)
    expected = np.array([psi(row) for row in documents.toarray()])
    np.testing.assert_allclose(scores[:, 1] - scores[:, 0], expected, atol=1e-4)
    np.testing.assert_array_equal(scores.argmax(axis=1), expected > 0)
    np.testing.assert_array_equal(decision.intercept, 0)
    np.testing.assert_allclose(method.held_out_, decision.scores(labeled.documents))


def test_three_classes_and_two_sources_have_one_psi_per_class():
    task = review_task(("films", "books"), ("tools",), ("bad", "fair", "good"), size=50)
    method = clone(SMALL).set_params(n_pivots=9, n_non_pivots=9).fit(task)
    vectors = method.learn_vectors(task)
    labeled = task.source_labels
    documents = np.vstack([each.documents.toarray() for each in labeled])
    labels = np.concatenate([each.labels for each in labeled])
    theta = LogisticRegression(C=0.5, max_iter=5000).fit(documents, labels).coef_
    films, books, tools = vectors.of_domain
    source = unit_rows(films) + unit_rows(books)
    known = np.flatnonzero(source.any(axis=1))
    for feature in np.flatnonzero(tools.any(axis=1)):
        own = source[feature] if feature in vectors.pivots else tools[feature]
        expected = sum(theta[:, other] * cosine(own, source[other]) for other in known)
        np.testing.assert_allclose(method.decision_.weights[feature], expected, atol=2e-3)
    right = method.decision_.scores(task.domains[2].documents).argmax(axis=1)
    assert (right == np.tile([0, 1, 2], 50)).mean() > 0.5
