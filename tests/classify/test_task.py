import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.sparse import csr_array, vstack
from sklearn.feature_extraction.text import TfidfTransformer

from crosslex.classify.task import Weighting
from crosslex.corpus.corpus import Corpus
from crosslex.errors import InputError

count_matrices = arrays.arrays(np.int64, (6, 5), elements=st.sampled_from([0, 0, 0, 1, 2, 7]))


class TestTfidf:
    @given(count_matrices, count_matrices, count_matrices)
    def test_is_that_of_scikit_learn_over_the_documents_of_all_domains(self, first, second, new):
        domains = [csr_array(first), csr_array(second)]
        theirs = TfidfTransformer(sublinear_tf=True, smooth_idf=True, norm="l2")
        theirs.fit(vstack(domains, format="csr"))
        ours = Weighting.of("tfidf", domains)
        np.testing.assert_allclose(ours.idf, theirs.idf_, rtol=1e-12)
        for counts in (*domains, csr_array(new)):
            found = ours.apply(counts)
            np.testing.assert_allclose(
                found.toarray(), theirs.transform(counts).toarray(), rtol=1e-12
            )

    def test_by_hand(self):
        # Three documents; the features stand in three and in one of them.
        counts = csr_array(np.array([[1, 0], [2, 0], [1, 1]]))
        weighting = Weighting.of("tfidf", [counts[:2], counts[2:]])
        np.testing.assert_allclose(weighting.idf, [np.log(4 / 4) + 1, np.log(4 / 2) + 1])
        length = np.hypot(1, 1 + np.log(2))
        np.testing.assert_allclose(
            weighting.apply(counts).toarray(),
            [[1, 0], [1, 0], [1 / length, (1 + np.log(2)) / length]],
        )

    def test_a_document_without_features_stays_without(self):
        weighting = Weighting("tfidf", np.ones(2))
        assert weighting.apply(csr_array((3, 2), dtype=np.int64)).toarray().tolist() == [[0, 0]] * 3

    def test_leaves_the_counts_as_they_were(self):
        counts = csr_array(np.array([[3, 1]]))
        Weighting("tfidf", np.ones(2)).apply(counts)
        assert counts.toarray().tolist() == [[3, 1]]


class TestBinary:
    @given(count_matrices)
    def test_is_one_where_a_feature_occurs(self, counts):
        found = Weighting.of("binary", [csr_array(counts)]).apply(csr_array(counts))
        np.testing.assert_array_equal(found.toarray(), counts > 0)
        assert found.dtype == np.float64


def test_refuses_an_unknown_name():
    with pytest.raises(InputError, match="weighting: found 'bm25'; give one of tfidf, binary"):
        Weighting.of("bm25", [csr_array(np.ones((1, 1)))])


class TestPivots:
    def test_products_with_features_are_sums_over_documents(self, make_task):
        texts = ["good plot", "good good lid", "dull plot plot"]
        films, tools = (Corpus.from_texts(texts[:size], name=f"of {size}") for size in (3, 2))
        features = ["good", "plot", "lid", "dull", "good plot"]
        task = make_task([films, tools], features, pivots=["plot", "good"])
        for domain, found in zip(task.domains, task.pivot_products, strict=True):
            weights = domain.documents.toarray()
            wanted = [
                [sum(row[pivot] * row[feature] for row in weights) for feature in range(5)]
                for pivot in task.pivots
            ]
            np.testing.assert_allclose(found.toarray(), wanted)

    def test_overlap_with_features_in_whole_words(self, make_task):
        features = ["good", "good plot", "plots", "plot"]
        corpus = Corpus.from_texts(["good plot"], name="films")
        task = make_task([corpus, corpus], features, pivots=["good plot", "plot"])
        assert task.pivot_overlaps.toarray().tolist() == [[1, 2, 0, 1], [0, 1, 0, 1]]
