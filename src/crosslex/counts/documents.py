"""Documents as rows of feature counts, for classifiers."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from scipy.sparse import csr_array, vstack

from crosslex.corpus.corpus import Corpus
from crosslex.counts.stream import FeatureIndex, feature_blocks


def document_matrix(corpus: Corpus, features: Sequence[str]) -> csr_array:
    """Count the given features in each document.

    >>> corpus = Corpus.from_texts(["good, good plot", "dull"], name="films")
    >>> document_matrix(corpus, ["good", "good plot"]).toarray()
    array([[2, 1],
           [0, 0]])
    """
    index = _index_of(tuple(features))
    rows = [csr_array((0, len(index)), dtype=np.int64)]
    for block in feature_blocks(corpus, index):
        n_documents = len(block.document_offsets) - 1
        document = block.document_of_position - block.first_document
        columns = np.concatenate([block.unigrams, block.bigrams])
        found = columns >= 0
        where = (np.concatenate([document, document])[found], columns[found])
        ones = np.ones(int(found.sum()), np.int64)
        rows.append(csr_array((ones, where), shape=(n_documents, len(index))))
    counts = csr_array(vstack(rows, format="csr"))
    counts.sum_duplicates()
    return with_short_indices(counts)


@lru_cache(maxsize=8)
def _index_of(features: tuple[str, ...]) -> FeatureIndex:
    """Return the index to look texts up in; a classifier asks for the same one every time."""
    return FeatureIndex(features)


def with_short_indices(matrix: csr_array) -> csr_array:
    """Return a matrix with 32-bit indices if they suffice: less to read, less to keep.

    >>> long = csr_array(([1.0], np.array([0], np.int64), np.array([0, 1], np.int64)), shape=(1, 1))
    >>> with_short_indices(long).indices.dtype
    dtype('int32')
    """
    if max(matrix.nnz, *matrix.shape) > np.iinfo(np.int32).max:
        return matrix
    indices = matrix.indices.astype(np.int32, copy=False)
    starts = matrix.indptr.astype(np.int32, copy=False)
    return csr_array((matrix.data, indices, starts), shape=matrix.shape)
