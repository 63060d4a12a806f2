"""How often pivots and words occur together: the counts that learning sees."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from crosslex import Corpus
from crosslex.counts.kernels import Features
from crosslex.paper import PairedBlock, Pairing
from crosslex.progress import progress
from crosslex_bench.ranking.kernels import add_shared_units, add_window_pairs

ContextName = Literal["window", "sentence", "document"]
# Counts of some pivots at a time are a dense table of at most 256 MB.
TABLE_SIZE = 2**26


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
    word_counts = np.zeros(pairing.n_words, np.int64)
    tables = []
    rows_at_once = max(1, TABLE_SIZE // max(1, pairing.n_words))
    with progress(f"pair {corpus.name}", total=1) as advance:
        for paired in pairing.blocks(corpus):
            for numbers in paired.words:
                word_counts += np.bincount(numbers[numbers >= 0], minlength=pairing.n_words)
        for start in range(0, max(1, pairing.n_pivots), rows_at_once):
            size = min(rows_at_once, pairing.n_pivots - start)
            table = np.zeros((size, pairing.n_words), np.int32)
            for paired in pairing.blocks(corpus):
                some = Features(*(_rows(numbers, start, size) for numbers in paired.pivots))
                _add_block(replace(paired, pivots=some), context, window, table)
            tables.append(_sparse(table))
        advance(1)
    counts = csr_array(vstack(tables, format="csr"))
    return Cooccurrences(corpus.name, tuple(pivots), tuple(words), counts, word_counts)


def _rows(pivots: NDArray[np.int32], start: int, size: int) -> NDArray[np.int32]:
    """Return the rows of `size` pivots from `start` on; -1 for all others."""
    within = (pivots >= start) & (pivots < start + size)
    return np.where(within, pivots - start, -1).astype(np.int32)


def _add_block(
    paired: PairedBlock, context: ContextName, window: int, table: NDArray[np.int32]
) -> None:
    pivots, words, block = paired.pivots, paired.words, paired.block
    if context == "window":
        add_window_pairs(pivots, words, block.sentence_offsets, *paired.bounds(window), table)
    else:
        units = block.sentence_offsets if context == "sentence" else block.document_bounds
        add_shared_units(pivots, words, units, table)


def _sparse(table: NDArray[np.int32]) -> csr_array:
    # Several times faster and smaller than csr_array(table), which goes through coordinates.
    places = np.flatnonzero(table)
    starts = np.searchsorted(places, np.arange(len(table) + 1) * table.shape[1])
    data = table.reshape(-1)[places].astype(np.int64)
    return csr_array((data, places % max(1, table.shape[1]), starts), shape=table.shape)
