"""How often pivots and words occur together: the counts that learning sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex import Corpus
from crosslex.paper import PairedBlock, Pairing, pairs_in_window
from crosslex.progress import progress

ContextName = Literal["window", "sentence", "document"]


@dataclass(frozen=True, eq=False)
class Cooccurrences:
    """How often each pivot occurs together with each word of one domain.

    Counts are pivots × words, int64, canonical CSR without zeros. Negatives are drawn by
    `word_counts`, how often each word occurs in the domain.
    """

    domain: str
    pivots: tuple[str, ...]
    words: tuple[str, ...]
    counts: csr_array
    word_counts: NDArray[np.int64]


def count_cooccurrences(
    corpus: Corpus,
    pivots: Sequence[str],
    words: Sequence[str],
    *,
    context: ContextName = "window",
    window: int = 10,
) -> Cooccurrences:
    """Return how often each pivot, a row, occurs together with each word, a column.

    The context `window` counts pairs of occurrences at most `window` positions apart within a
    sentence; `sentence` and `document` count the sentences or documents that hold both.
    Positions are counted without stop words. A feature may be both pivot and word, but never
    co-occurs with one that overlaps it.

    >>> corpus = Corpus.from_texts(["A dull plot and a dull cast."], name="films")
    >>> count_cooccurrences(corpus, ["dull"], ["cast", "plot"], window=1).counts.toarray()
    array([[1, 2]])
    """
    pairing = Pairing(pivots, words)
    shape = (pairing.n_pivots, pairing.n_words)
    word_counts = np.zeros(pairing.n_words, np.int64)
    counts = csr_array(shape, dtype=np.int64)
    with progress(f"pair {corpus.name}", total=1) as advance:
        for paired in pairing.blocks(corpus):
            for numbers in paired.words:
                word_counts += np.bincount(numbers[numbers >= 0], minlength=pairing.n_words)
            if context == "window":
                counts += _counted(*pairs_in_window(paired, window)[:2], shape)
            else:
                block = paired.block
                units = block.sentence_offsets if context == "sentence" else block.document_bounds
                counts += _shared_units(paired, np.asarray(units), shape)
        advance(1)
    counts.eliminate_zeros()
    return Cooccurrences(corpus.name, tuple(pivots), tuple(words), counts, word_counts)


def _counted(rows: NDArray[Any], columns: NDArray[Any], shape: tuple[int, int]) -> csr_array:
    """Return how often each row and column are given together."""
    return csr_array((np.ones(len(rows), np.int64), (rows, columns)), shape=shape)


def _shared_units(
    paired: PairedBlock, units: NDArray[np.int64], shape: tuple[int, int]
) -> csr_array:
    """Return in how many units each pivot occurs with each word without overlapping it."""
    n_units = len(units) - 1
    unit = np.repeat(np.arange(n_units), np.diff(units))
    held = []
    for features, size in zip((paired.pivots, paired.words), shape, strict=True):
        places = [np.flatnonzero(numbers >= 0) for numbers in features]
        found = [numbers[at] for numbers, at in zip(features, places, strict=True)]
        held.append(_counted(unit[np.concatenate(places)], np.concatenate(found), (n_units, size)))
    pivots, words = held
    together = csr_array((pivots > 0).astype(np.int64).T @ (words > 0).astype(np.int64))
    # Pairs that occur in a unit only where they overlap: a bigram covers the next position, too.
    keys = [np.empty(0, np.int64)]
    for length, own in enumerate(paired.pivots):
        for other_length, other in enumerate(paired.words):
            for shift in range(-other_length, length + 1):
                at = np.arange(max(0, -shift), len(own) - max(0, shift))
                at = at[(own[at] >= 0) & (other[at + shift] >= 0)]
                where = (unit[at], own[at], other[at + shift])
                keys.append(np.ravel_multi_index(where, (n_units, *shape)))
    overlapping, times = np.unique(np.concatenate(keys), return_counts=True)
    at_unit, pivot, word = np.unravel_index(overlapping, (n_units, *shape))
    only = times == _values(pivots, at_unit, pivot) * _values(words, at_unit, word)
    return csr_array(together - _counted(pivot[only], word[only], shape))


def _values(table: csr_array, rows: NDArray[Any], columns: NDArray[Any]) -> NDArray[np.int64]:
    return np.asarray(table[rows, columns]).ravel() if len(rows) else np.empty(0, np.int64)
