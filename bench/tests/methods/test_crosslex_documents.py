"""Document vectors as a method of their own, and as a view of the default method."""

import numpy as np
import pytest

from crosslex.classify import Crosslex
from crosslex_bench.methods.crosslex_vectors import DocumentVectors
from crosslex_bench.methods.crosslex_views import CrosslexWithDocuments


def learned(task, **options) -> DocumentVectors:
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
        representation = learned(task, pooled=pooled)
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
    np.testing.assert_array_equal(views.weights[1], expected.weights)
    assert len(views.mix) == 4


def test_the_control_knows_words_by_one_profile(task):
    profiles = small(pooled=True).fit(task).profiles_.profiles_
    for place in (1, 2):
        np.testing.assert_allclose(profiles[place], profiles[0], atol=1e-4)
