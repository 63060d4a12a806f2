import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counting_twins import corpus_of, documents, feature_occurrences, features
from crosslex.counts.documents import document_matrix


@given(documents, features, st.sampled_from([1, 3, 1000]))
def test_each_row_counts_the_features_of_its_document(texts, asked, block_tokens):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("crosslex.counts.stream.BLOCK_TOKENS", block_tokens)
        matrix = document_matrix(corpus_of(texts), asked)
    assert matrix.shape == (len(texts), len(asked))
    assert matrix.dtype == np.int64
    assert matrix.has_canonical_format
    assert matrix.toarray().tolist() == [
        [feature_occurrences([text])[feature] for feature in asked] for text in texts
    ]
