"""How often pivots and words occur together: the counts that learning sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from crosslex import Corpus
from crosslex.checks import check_choice, check_window
from crosslex.corpus import AnyCorpus
from crosslex.counts.kernels import Features
from crosslex.errors import InputError
from crosslex.paper import PairedBlock, Pairing
from crosslex.progress import progress
from crosslex_bench.ranking.kernels import add_shared_units, add_window_pairs

ContextName = Literal["window", "sentence", "document"]
# Counts of some pivots at a time are a dense table of at most 256 MB.
TABLE_SIZE = 2**26

ShardCounts = tuple[csr_array, NDArray[np.int64]]


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

    def __add__(self, other: "Cooccurrences") -> "Cooccurrences":
        """Return the counts of two shards of one domain taken together."""
        if (self.pivots, self.words) != (other.pivots, other.words):
            raise InputError("co-occurrences of different vocabularies cannot be added")
        own, others = (self.counts, self.word_counts), (other.counts, other.word_counts)
        return Cooccurrences(self.domain, self.pivots, self.words, *_add_counts(own, others))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Cooccurrences)
            and (self.domain, self.pivots, self.words) == (other.domain, other.pivots, other.words)
            and np.array_equal(self.word_counts, other.word_counts)
            and np.array_equal(self.counts.indptr, other.counts.indptr)
            and np.array_equal(self.counts.indices, other.counts.indices)
            and np.array_equal(self.counts.data, other.counts.data)
        )


def count_cooccurrences(
    corpus: AnyCorpus,
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
    check_choice("context", context, get_args(ContextName))
    check_window(window)
    pairing = Pairing(pivots, words)
    with progress(f"pair {corpus.name}", total=1) as advance:
        counts, word_counts = corpus.aggregate(
            partial(_count_shard, pairing=pairing, context=context, window=window), _add_counts
        )
        advance(1)
    return Cooccurrences(corpus.name, tuple(pivots), tuple(words), counts, word_counts)


def _count_shard(
    corpus: Corpus, pairing: Pairing, context: ContextName, window: int
) -> ShardCounts:
    """Return the counts of pairs and of words in one shard, without their names."""
    word_counts = np.zeros(pairing.n_words, np.int64)
    for paired in pairing.blocks(corpus):
        for numbers in paired.words:
            word_counts += np.bincount(numbers[numbers >= 0], minlength=pairing.n_words)
    # A shard holds few of the words, so a table of only these is small.
    there = np.flatnonzero(word_counts)
    place_of = np.full(pairing.n_words + 1, -1, np.int32)
    place_of[there] = np.arange(len(there))
    rows_at_once = max(1, TABLE_SIZE // max(1, len(there)))
    tables = []
    for start in range(0, max(1, pairing.n_pivots), rows_at_once):
        size = min(rows_at_once, pairing.n_pivots - start)
        table = np.zeros((size, len(there)), np.int32)
        for paired in pairing.blocks(corpus):
            pivots = Features(*(_rows(numbers, start, size) for numbers in paired.pivots))
            words = Features(*(place_of[numbers] for numbers in paired.words))
            _add_block(PairedBlock(pivots, words, paired.block), context, window, table)
        tables.append(_sparse(table))
    narrow = csr_array(vstack(tables, format="csr"))
    columns = there[narrow.indices].astype(np.int64)
    shape = (pairing.n_pivots, pairing.n_words)
    return csr_array((narrow.data, columns, narrow.indptr), shape=shape), word_counts


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


def _add_counts(one: ShardCounts, other: ShardCounts) -> ShardCounts:
    total = csr_array(one[0] + other[0])
    total.sort_indices()
    return total, one[1] + other[1]


def _sparse(table: NDArray[np.int32]) -> csr_array:
    # Several times faster and smaller than csr_array(table), which goes through coordinates.
    places = np.flatnonzero(table)
    starts = np.searchsorted(places, np.arange(len(table) + 1) * table.shape[1])
    data = table.reshape(-1)[places].astype(np.int64)
    return csr_array((data, places % max(1, table.shape[1]), starts), shape=table.shape)
