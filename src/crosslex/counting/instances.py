"""Every single co-occurrence with its document, as the paper's own training reads them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Instances:
    """The co-occurrences (pivot, word, document) of one domain, in text order.

    Parameters
    ----------
    domain
        The domain's name.
    pivots, words
        What pivot and word indices stand for.
    pivot, word, document
        One entry an instance: indices of its pivot, its word and its document.
    word_counts
        How often each word occurs in the domain; negatives are drawn by it.
    document_offsets, document_words
        The words of document d, sorted: `document_words[document_offsets[d]:document_offsets[d + 1]]`.
        A negative of an instance must not be among its document's.
    """

    domain: str
    pivots: tuple[str, ...]
    words: tuple[str, ...]
    pivot: NDArray[np.int32]
    word: NDArray[np.int32]
    document: NDArray[np.int32]
    word_counts: NDArray[np.int64]
    document_offsets: NDArray[np.int64]
    document_words: NDArray[np.int32]
