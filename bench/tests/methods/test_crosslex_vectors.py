"""Vectors of the paper's objective, documents as their sums, and both as a view."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csr_array

from crosslex.classify import Crosslex
from crosslex.corpus.corpus import Corpus
from crosslex_bench.methods.crosslex_vectors import DocumentVectors, learn_vectors
from crosslex_bench.methods.crosslex_views import CrosslexWithDocuments
from crosslex_bench.ranking.cooccurrences import Cooccurrences, count_cooccurrences
from crosslex_bench.ranking.training import TrainingSettings, train
from generated_domains import generate_reviews


def summed(task, **options) -> DocumentVectors:
    return DocumentVectors(dimension=4, epochs=3, **options).learn(task)


def naive_sums(task, vectors) -> list[np.ndarray]:
    """The weighted sum of word vectors of every document, one domain after the other."""
    sums = []
    for domain, rows in zip(task.domains, vectors, strict=True):
        for document in domain.documents.toarray():
            total = np.zeros(rows.shape[1])
            for feature, weight in enumerate(document):
                total += weight * rows[feature]
            sums.append(total)
    return sums


class TestTransform:
    @pytest.mark.parametrize("pooled", [False, True])
    def test_by_hand(self, task, pooled):
        representation = summed(task, pooled=pooled)
        sums = np.array(naive_sums(task, representation.vectors_.of_domain))
        mean = sums.mean(axis=0)
        deviation = np.sqrt(((sums - mean) ** 2).mean(axis=0))
        expected = (sums - mean) / deviation / np.sqrt(4)
        found = [
            representation.transform(domain.documents, index)
            for index, domain in enumerate(task.domains)
        ]
        np.testing.assert_allclose(np.vstack(found), expected, atol=1e-5)


def small(**options) -> CrosslexWithDocuments:
    return CrosslexWithDocuments(**({"dimension": 4, "epochs": 3, "C": 1.0} | options))


def test_without_document_vectors_it_is_the_default_method(task):
    found = small(documents=False, C=2.0).fit(task).decision_
    expected = Crosslex().fit(task).decision_
    np.testing.assert_array_equal(found.weights, expected.weights)
    assert found.neighbors is None


def test_its_second_view_is_the_method_of_document_vectors(task):
    options = {"backoff": 0.5, "regularization": 2.0, "context": "document", "C": 0.7}
    views = small(**options).fit(task).decision_.views
    expected = DocumentVectors(dimension=4, epochs=3, **options).fit(task).decision_
    scale = np.linalg.norm(views[1].weights) / np.linalg.norm(expected.weights)  # its share
    np.testing.assert_allclose(views[1].weights, scale * expected.weights, atol=1e-12)
    assert len(views) == 4


def test_the_control_knows_words_by_one_profile(task):
    profiles = small(pooled=True).fit(task).profiles_.profiles_
    for place in (1, 2):
        np.testing.assert_allclose(profiles[place], profiles[0], atol=1e-4)


SETTINGS = TrainingSettings(dimension=5, epochs=3)


@pytest.fixture(scope="module")
def pooled(task):
    return learn_vectors(task, SETTINGS, context="document", pooled=True)


def centered_unit(vectors: np.ndarray) -> np.ndarray:
    """Center and normalize one vector after the other."""
    mean = sum(vectors) / len(vectors)
    return np.array([(vector - mean) / np.sqrt(((vector - mean) ** 2).sum()) for vector in vectors])


class TestDomainVectors:
    def test_are_zero_exactly_where_a_feature_does_not_occur_without_back_off(self, task):
        alone = learn_vectors(task, replace(SETTINGS, backoff=0.0), context="document")
        for domain, vectors in zip(task.domains, alone.of_domain, strict=True):
            occurring = [feature in domain.corpus.words for feature in task.features]
            assert 0 < sum(occurring) < len(task.features)
            np.testing.assert_array_equal(vectors.any(axis=1), occurring)
            np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), occurring, atol=1e-6)

    def test_weighted_cooccurrences_are_the_sum_over_documents_of_products_of_weights(self, task):
        settings = replace(SETTINGS, backoff=0.0)
        found = learn_vectors(task, settings, context="weighted")
        pivots = tuple(task.features[pivot] for pivot in task.pivots)
        data = []
        for domain in task.domains:
            rows = domain.documents.toarray()
            present = [index for index in range(rows.shape[1]) if rows[:, index].any()]
            words = tuple(task.features[index] for index in present)
            table = np.zeros((len(pivots), len(words)))
            for row in rows:
                for p, pivot in enumerate(task.pivots):
                    for w, word in enumerate(present):
                        if not set(pivots[p].split()) & set(words[w].split()):
                            table[p, w] += row[pivot] * row[word]
            held = np.array([(rows[:, index] > 0).sum() for index in present])
            data.append(Cooccurrences(domain.name, pivots, words, csr_array(table), held))
        trained = train(data, settings)
        for place, vectors in enumerate(found.of_domain):
            rows = [task.features.index(word) for word in data[place].words]
            np.testing.assert_allclose(
                vectors[rows], centered_unit(trained.words[place]), atol=1e-4
            )


class TestPooledVectors:
    def test_are_those_of_one_domain_that_holds_all_text(self, task, pooled):
        texts = generate_reviews(("films", "books", "tools"), size=30).texts.tolist()
        everything = Corpus.from_texts(
            texts, name="all", text_settings=task.domains[0].corpus.text_settings
        )
        pivots = [task.features[pivot] for pivot in task.pivots]
        counts = count_cooccurrences(everything, pivots, task.features, context="document")
        trained = train([counts], replace(SETTINGS, backoff=0.0))
        np.testing.assert_allclose(pooled.of_domain[0], centered_unit(trained.words[0]), atol=1e-5)
