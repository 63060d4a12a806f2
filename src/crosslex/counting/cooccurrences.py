"""Which words keep company with which pivots: the counts that learning sees."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from crosslex.corpus import AnyCorpus, Corpus
from crosslex.counting.kernels import add_shared_units, add_window_pairs, window_pairs
from crosslex.counting.names import ContextName
from crosslex.counting.stream import FeatureBlock, FeatureIndex, feature_blocks
from crosslex.errors import InputError
from crosslex.progress import progress

# Counting is dense, for so many pivots at a time that their table takes 256 MB at most.
TABLE_SIZE = 2**26


@dataclass(frozen=True, eq=False)
class Cooccurrences:
    """How often each pivot occurs together with each word of one domain.

    Parameters
    ----------
    domain
        The domain's name.
    pivots, words
        What the rows and the columns stand for.
    counts
        Pivots × words, int64, canonical CSR.
    word_counts
        How often each word occurs in the domain; negatives are drawn by it.
    """

    domain: str
    pivots: tuple[str, ...]
    words: tuple[str, ...]
    counts: csr_array
    word_counts: NDArray[np.int64]

    def __add__(self, other: "Cooccurrences") -> "Cooccurrences":
        """Return the counts of two parts of one domain taken together."""
        if (self.pivots, self.words) != (other.pivots, other.words):
            raise InputError("co-occurrences of different vocabularies cannot be added")
        total = csr_array(self.counts + other.counts)
        total.sort_indices()
        return Cooccurrences(
            self.domain, self.pivots, self.words, total, self.word_counts + other.word_counts
        )

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Cooccurrences)
            and (self.domain, self.pivots, self.words) == (other.domain, other.pivots, other.words)
            and np.array_equal(self.word_counts, other.word_counts)
            and np.array_equal(self.counts.indptr, other.counts.indptr)
            and np.array_equal(self.counts.indices, other.counts.indices)
            and np.array_equal(self.counts.data, other.counts.data)
        )


@dataclass(frozen=True, eq=False, slots=True)
class PairedBlock:
    """A feature block with pivots and words numbered apart.

    Parameters
    ----------
    pivot_unigrams, pivot_bigrams, word_unigrams, word_bigrams
        The number of the pivot or word at each position, -1 where there is none.
    block
        The block they were made from.
    """

    pivot_unigrams: NDArray[np.int32]
    pivot_bigrams: NDArray[np.int32]
    word_unigrams: NDArray[np.int32]
    word_bigrams: NDArray[np.int32]
    block: FeatureBlock


def count_cooccurrences(
    corpus: AnyCorpus,
    pivots: Sequence[str],
    words: Sequence[str],
    *,
    context: ContextName = "window",
    window: int = 10,
) -> Cooccurrences:
    """Count how often each pivot occurs together with each word.

    Parameters
    ----------
    corpus
        The text of one domain, or of a part of it: counts of parts add up exactly.
    pivots, words
        Rows and columns of the result; a feature may be both.
    context
        `window` counts pairs of occurrences at most `window` positions apart within a
        sentence; `sentence` and `document` count the sentences or documents that hold both.
        Positions are counted without stop words, and a feature never co-occurs with one
        that overlaps it.
    window
        Positions on either side.

    Examples
    --------
    >>> corpus = Corpus.from_texts(["A dull plot and a dull cast."], name="films")
    >>> count_cooccurrences(corpus, ["dull"], ["cast", "plot"], window=1).counts.toarray()
    array([[1, 2]])
    """
    if window < 1:
        raise InputError(f"window: found {window}; give 1 or more")
    pairing = Pairing(pivots, words)
    with progress(f"pair {corpus.name}", total=1) as advance:
        counts, word_counts = corpus.aggregate(
            partial(_count_shard, pairing=pairing, context=context, window=window), _add_counts
        )
        advance(1)
    return Cooccurrences(corpus.name, tuple(pivots), tuple(words), counts, word_counts)


class Pairing:
    """Pivots and words as numbers of their own: a feature may be both.

    Parameters
    ----------
    pivots, words
        The features that are pivots, and those that are words.
    """

    def __init__(self, pivots: Sequence[str], words: Sequence[str]) -> None:
        self.n_pivots, self.n_words = len(pivots), len(words)
        self.features = FeatureIndex(list(dict.fromkeys([*pivots, *words])))
        number = {feature: index for index, feature in enumerate(self.features)}
        # One entry more, at the end: "no feature", -1, stays -1.
        self.pivot_of = np.full(len(self.features) + 1, -1, np.int32)
        self.pivot_of[[number[pivot] for pivot in pivots]] = np.arange(len(pivots))
        self.word_of = np.full(len(self.features) + 1, -1, np.int32)
        self.word_of[[number[word] for word in words]] = np.arange(len(words))

    def blocks(self, corpus: Corpus) -> Iterator[PairedBlock]:
        """Stream a corpus with its pivots and words numbered apart."""
        for block in feature_blocks(corpus, self.features):
            yield PairedBlock(
                self.pivot_of[block.unigrams],
                self.pivot_of[block.bigrams],
                self.word_of[block.unigrams],
                self.word_of[block.bigrams],
                block,
            )


ShardCounts = tuple[csr_array, NDArray[np.int64]]


def _count_shard(
    corpus: Corpus, pairing: Pairing, context: ContextName, window: int
) -> ShardCounts:
    """Count pairs and words of one part, without naming them."""
    word_counts = np.zeros(pairing.n_words, np.int64)
    for paired in pairing.blocks(corpus):
        for column in (paired.word_unigrams, paired.word_bigrams):
            word_counts += np.bincount(column[column >= 0], minlength=pairing.n_words)
    # A part holds few of the words, so that a table of these alone is small.
    there = np.flatnonzero(word_counts)
    place_of = np.full(pairing.n_words + 1, -1, np.int32)
    place_of[there] = np.arange(len(there))
    rows_at_once = max(1, TABLE_SIZE // max(1, len(there)))
    tables = []
    for start in range(0, max(1, pairing.n_pivots), rows_at_once):
        size = min(rows_at_once, pairing.n_pivots - start)
        table = np.zeros((size, len(there)), np.int32)
        for paired in pairing.blocks(corpus):
            _add_block(_narrowed(paired, start, size, place_of), context, window, table)
        tables.append(_sparse(table))
    narrow = csr_array(vstack(tables, format="csr"))
    columns = there[narrow.indices].astype(np.int64)
    shape = (pairing.n_pivots, pairing.n_words)
    return csr_array((narrow.data, columns, narrow.indptr), shape=shape), word_counts


def _narrowed(
    paired: PairedBlock, start: int, size: int, place_of: NDArray[np.int32]
) -> PairedBlock:
    """Keep `size` pivots from `start` on, and give words their places in a smaller table."""

    def rows(pivots: NDArray[np.int32]) -> NDArray[np.int32]:
        within = (pivots >= start) & (pivots < start + size)
        return np.where(within, pivots - start, -1).astype(np.int32)

    return PairedBlock(
        rows(paired.pivot_unigrams),
        rows(paired.pivot_bigrams),
        place_of[paired.word_unigrams],
        place_of[paired.word_bigrams],
        paired.block,
    )


def _add_counts(one: ShardCounts, other: ShardCounts) -> ShardCounts:
    total = csr_array(one[0] + other[0])
    total.sort_indices()
    return total, one[1] + other[1]


def paired_blocks(
    corpus: Corpus, pivots: Sequence[str], words: Sequence[str]
) -> Iterator[PairedBlock]:
    """Stream a corpus with its pivots and words numbered apart."""
    return Pairing(pivots, words).blocks(corpus)


def pairs_in_window(
    paired: PairedBlock, window: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
    """Return the pivot, the word and the pivot's position of each pair within the window."""
    window = _reach(paired, window)
    occurrences = (paired.pivot_unigrams >= 0).sum() + (paired.pivot_bigrams >= 0).sum()
    room = 4 * window * int(occurrences)
    pivots, words = np.empty(room, np.int32), np.empty(room, np.int32)
    positions = np.empty(room, np.int64)
    size = window_pairs(
        paired.pivot_unigrams,
        paired.pivot_bigrams,
        paired.word_unigrams,
        paired.word_bigrams,
        paired.block.sentence_offsets,
        window,
        pivots,
        words,
        positions,
    )
    return pivots[:size], words[:size], positions[:size]


def _reach(paired: PairedBlock, window: int) -> int:
    """Cut the window to the longest sentence, for the room that pairs need goes by it."""
    return min(window, int(np.diff(paired.block.sentence_offsets).max(initial=0)))


def _sparse(table: NDArray[np.int32]) -> csr_array:
    # Several times faster and smaller than csr_array(table), which goes through coordinates.
    places = np.flatnonzero(table)
    starts = np.searchsorted(places, np.arange(len(table) + 1) * table.shape[1])
    data = table.reshape(-1)[places].astype(np.int64)
    return csr_array((data, places % max(1, table.shape[1]), starts), shape=table.shape)


def _add_block(
    paired: PairedBlock, context: ContextName, window: int, table: NDArray[np.int32]
) -> None:
    if context == "window":
        add_window_pairs(
            paired.pivot_unigrams,
            paired.pivot_bigrams,
            paired.word_unigrams,
            paired.word_bigrams,
            paired.block.sentence_offsets,
            _reach(paired, window),
            table,
        )
        return
    block = paired.block
    offsets = {"sentence": block.sentence_offsets, "document": block.document_bounds}
    if context not in offsets:
        raise InputError(f"context: found {context!r}; give window, sentence or document")
    add_shared_units(
        paired.pivot_unigrams,
        paired.pivot_bigrams,
        paired.word_unigrams,
        paired.word_bigrams,
        offsets[context],
        table,
    )
