"""Weights of documents, products with pivots, mutual information, and the choice of pivots."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn.metrics import mutual_info_score

from crosslex.classify.task import Weighting, choose_pivots, mutual_information
from crosslex.corpus.corpus import Corpus
from crosslex.counts.features import FeatureCounts, count_domains
from crosslex.counts.stream import document_matrix
from crosslex.errors import InputError


def test_tfidf_by_hand():
    # Three documents with features, which stand in three and in one of them, and one without.
    counts = csr_array(np.array([[1, 0], [2, 0], [1, 1], [0, 0]]))
    weighting = Weighting.of("tfidf", [counts[:2], counts[2:]])
    np.testing.assert_allclose(weighting.idf, [np.log(5 / 4) + 1, np.log(5 / 2) + 1])
    rare = weighting.idf[1] / np.hypot(*weighting.idf)
    common = weighting.idf[0] / np.hypot(*weighting.idf)
    expected = [[1, 0], [1, 0], [common, rare], [0, 0]]
    np.testing.assert_allclose(weighting.apply(counts).toarray(), expected)


def test_binary_is_one_where_a_feature_occurs():
    counts = csr_array(np.array([[0, 2], [7, 1], [0, 0]]))
    found = Weighting.of("binary", [counts]).apply(counts)
    np.testing.assert_array_equal(found.toarray(), [[0, 1], [1, 1], [0, 0]])
    assert found.dtype == np.float64


@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(st.sets(st.sampled_from(["hammer", "plot", "cast"])), st.sampled_from("abc-")),
        min_size=2,
        max_size=30,
    ).filter(lambda pairs: len({label for _, label in pairs} - {"-"}) > 1),
    st.integers(0, 30),
)
def test_mutual_information_agrees_with_scikit_learn(pairs, cut):
    texts = [" ".join(sorted(words)) for words, _ in pairs]
    codes = np.array(["abc-".index(label) for _, label in pairs], np.int32)
    codes[codes == 3] = -1
    features = ["hammer", "plot", "cast", "cast hammer", "unseen"]
    parts = [slice(cut), slice(cut, None)]
    documents = [
        document_matrix(Corpus.from_texts(texts[part], name="films"), features) for part in parts
    ]
    found = mutual_information(documents, [codes[part] for part in parts])
    labeled = [(words, label) for words, label in pairs if label != "-"]
    expected = [
        mutual_info_score(
            [label for _, label in labeled],
            [set(feature.split()) <= words for words, _ in labeled],
        )
        for feature in features
    ]
    assert found == pytest.approx(expected, abs=1e-12)


TEXTS = {
    "films": ["good plot", "good plot", "good cast", "bad cast", "dull plot. sharp plot"],
    "tools": ["good hammer"] * 2 + ["bad hammer", "sharp hammer", "sharp knife. dull blade"],
}


@pytest.fixture(scope="module")
def counts() -> tuple[FeatureCounts, ...]:
    return count_domains([Corpus.from_texts(texts, name=name) for name, texts in TEXTS.items()])


def chosen(counts, scores=None, **options) -> list[str]:
    """The names of the pivots, the best first; by the least number of documents if not told."""
    if scores is None:
        scores = np.min([domain.documents for domain in counts], axis=0).astype(float)
    found = choose_pivots(counts, scores, **({"min_documents": 1} | options))
    return [counts[0].features[index] for index in found]


def test_pivots_stand_best_first_and_occur_in_every_domain_whatever_their_score(counts):
    wanted = {"plot": 9.0, "dull": 3.0, "good": 2.0, "bad": 1.0}
    scores = np.array([wanted.get(feature, 0) for feature in counts[0].features])
    assert chosen(counts, scores, n_pivots=3) == ["dull", "good", "bad"]


def test_pivots_may_be_asked_to_occur_in_several_documents(counts):
    # good occurs in 3 and 2 documents; every other shared word in one of some domain.
    assert chosen(counts, n_pivots=1, min_documents=2) == ["good"]
    with pytest.raises(InputError, match="share 1 features that occur in 2 or more documents"):
        chosen(counts, n_pivots=2, min_documents=2)


def test_without_a_number_half_of_the_candidates_are_pivots(counts):
    # Four words are shared: good, bad, dull, sharp; one pivot where there is one candidate.
    assert len(chosen(counts)) == 2
    assert chosen(counts, min_documents=2) == ["good"]


def test_domains_that_share_nothing_are_refused():
    corpora = [Corpus.from_texts([text], name=text[:4]) for text in ("good plot", "gute Handlung")]
    with pytest.raises(InputError, match="domains 'good' and 'gute' share no features"):
        chosen(count_domains(corpora))
