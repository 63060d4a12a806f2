import numpy as np
from scipy.sparse import csr_array

from crosslex.classify.task import Weighting
from crosslex.corpus.corpus import Corpus


class TestTfidf:
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


def test_binary_is_one_where_a_feature_occurs():
    counts = csr_array(np.array([[0, 2], [7, 1], [0, 0]]))
    found = Weighting.of("binary", [counts]).apply(counts)
    np.testing.assert_array_equal(found.toarray(), [[0, 1], [1, 1], [0, 0]])
    assert found.dtype == np.float64


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
