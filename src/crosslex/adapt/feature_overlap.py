"""Which features share words: *waste money* and *waste* do."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array


def shared_words(
    features: Sequence[str], rows: NDArray[np.signedinteger], columns: NDArray[np.signedinteger]
) -> csr_array:
    """Return how many words each of one set of features shares with each of another.

    >>> features = ["waste", "waste money", "money back", "plot"]
    >>> shared_words(features, np.array([1, 2, 3]), np.array([0])).toarray().ravel().tolist()
    [1, 0, 0]
    """
    numbers: dict[str, int] = {}
    for feature in features:
        for word in feature.split(" "):
            numbers.setdefault(word, len(numbers))

    def words_of(chosen: NDArray[np.signedinteger]) -> csr_array:
        cells = [
            (row, numbers[word])
            for row, index in enumerate(chosen)
            for word in set(features[index].split(" "))
        ]
        where = np.array(cells, dtype=np.int64).reshape(-1, 2).T
        ones = np.ones(len(cells), dtype=np.int32)
        return csr_array((ones, (where[0], where[1])), shape=(len(chosen), len(numbers)))

    return csr_array(words_of(rows) @ words_of(columns).T)
