import numpy as np
import pytest
from scipy.sparse import csr_array

from crosslex.errors import InputError
from crosslex_bench.methods.crosslex_documents import DocumentVectors


def learned(task, **options) -> DocumentVectors:
    return DocumentVectors(dimension=4, epochs=3, **options).learn(task)


@pytest.fixture(scope="module")
def representation(task) -> DocumentVectors:
    return learned(task)


@pytest.fixture(scope="module")
def pooled(task) -> DocumentVectors:
    return learned(task, pooled=True)


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

    def test_standardizes_all_domains_together_and_none_by_itself(self, task, representation):
        found = [
            representation.transform(domain.documents, index)
            for index, domain in enumerate(task.domains)
        ]
        everything = np.vstack(found)
        np.testing.assert_allclose(everything.mean(axis=0), 0, atol=1e-6)
        np.testing.assert_allclose(everything.std(axis=0), 1 / np.sqrt(4), atol=1e-6)
        # So the mean squared length of a document is 1, as that of a tf-idf row.
        assert np.square(everything).sum(axis=1).mean() == pytest.approx(1)
        assert all(np.abs(part.mean(axis=0)).max() > 0.01 for part in found)

    def test_of_a_sum_is_the_sum_up_to_a_constant(self, task, representation):
        one, other = (csr_array(task.domains[2].documents[[row]]) for row in (0, 1))
        nothing = representation.transform(csr_array(one.shape), 2)
        parts = [representation.transform(each, 2) - nothing for each in (one, other)]
        together = representation.transform(csr_array(one + other), 2) - nothing
        np.testing.assert_allclose(together, parts[0] + parts[1], atol=1e-6)


class TestDomains:
    def test_pooled_vectors_give_a_document_the_same_row_everywhere(self, task, pooled):
        documents = task.domains[0].documents
        for domain in (1, 2):
            np.testing.assert_array_equal(
                pooled.transform(documents, domain), pooled.transform(documents, 0)
            )

    def test_own_vectors_give_it_another_row_in_each(self, task, representation):
        documents = task.domains[0].documents
        rows = [representation.transform(documents, domain) for domain in range(3)]
        assert not np.allclose(rows[0], rows[1], atol=0.01)
        assert not np.allclose(rows[1], rows[2], atol=0.01)


def test_settings_reach_training(task, representation):
    for options in ({"regularization": 0.0}, {"backoff": 5.0}, {"context": "sentence"}):
        other = learned(task, **options)
        assert not np.allclose(
            other.vectors_.of_domain[0], representation.vectors_.of_domain[0], atol=1e-3
        ), options


def test_settings_that_make_no_sense_are_refused(task):
    with pytest.raises(InputError, match="dimension"):
        DocumentVectors(dimension=0).learn(task)
    with pytest.raises(InputError, match="context"):
        learned(task, context="page")
