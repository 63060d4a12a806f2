"""Plain count vectors: positive pointwise mutual information, whole or reduced by an SVD."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array
from sklearn.utils.extmath import randomized_svd

from crosslex_bench.peers.skipgram import WINDOW
from crosslex_bench.peers.text import Text

SMOOTHING = 0.75


def information_rows(texts: Sequence[Text], *, by_distance: bool) -> csr_array:
    """Return positive mutual information of words and the words up to five places away.

    All texts are counted together; `by_distance`, a word at distance k counts 1/k instead of 1.
    """
    size = texts[0].size
    table = csr_array((size, size))
    for text in texts:
        lengths = np.diff(text.sentence_offsets)
        sentence = np.repeat(np.arange(len(lengths)), lengths)
        for distance in range(1, WINDOW + 1):
            same = sentence[distance:] == sentence[:-distance]
            left, right = text.ids[:-distance][same], text.ids[distance:][same]
            weight = np.full(len(left), 1 / distance if by_distance else 1.0)
            pairs = csr_array(coo_array((weight, (left, right)), shape=(size, size)))
            table = csr_array(table + pairs + pairs.T)
    shares = np.asarray(table.sum(axis=0)) ** SMOOTHING
    shares /= shares.sum()
    row = np.repeat(np.arange(size), np.diff(table.indptr))
    expected = np.asarray(table.sum(axis=1))[row] * shares[table.indices]
    table.data = np.log(np.maximum(table.data / expected, 1))
    table.eliminate_zeros()
    return table


def information_vectors(
    texts: Sequence[Text], *, dimension: int, min_count: int
) -> NDArray[np.float64]:
    """Return U·√S of the rows, zeros for words that are too rare.

    Levy, Goldberg and Dagan, *Improving Distributional Similarity with Lessons Learned from Word
    Embeddings*, 2015.
    """
    known = np.sum([text.counts for text in texts], axis=0) >= min_count
    rows = information_rows(texts, by_distance=True)[known][:, known]
    left, values, _ = randomized_svd(rows, dimension, n_iter=5, random_state=0)
    found = np.zeros((texts[0].size, dimension))
    found[known] = left * np.sqrt(values)
    return found
