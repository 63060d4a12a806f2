"""Cross-domain similarity: partial least squares from the source's space to the target's."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.cross_decomposition import PLSRegression
from sklearn.linear_model import LogisticRegression

from counting_twins import cooccurrences
from crosslex.corpus.corpus import Corpus
from crosslex.text.settings import TextSettings
from crosslex_bench.methods.cs import (
    CrossDomainSimilarity,
)
from generated_domains import task_of

SETTINGS = TextSettings(
    analyzer=lambda text: [sentence.split() for sentence in text.split(".")],
    stop_words=frozenset(),
)


def sentence_information(features: list[str], texts: list[str]) -> np.ndarray:
    """PPMI of features × words from the definition: sentences that hold both, not overlapping."""
    words = [feature for feature in features if " " not in feature]
    documents = [[sentence.split() for sentence in text.split(".")] for text in texts]
    found = cooccurrences(documents, "sentence", 1)
    counts = np.array([[found[feature, word] for word in words] for feature in features])
    with np.errstate(divide="ignore", invalid="ignore"):
        expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / counts.sum()
        information = np.log(counts / expected)
    return np.where(counts > 0, np.maximum(information, 0), 0)


@pytest.fixture(scope="module")
def toy():
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
    return task_of(corpora, features, pivots=shared), texts


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
