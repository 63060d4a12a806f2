"""Counts of context words around words, position by position."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.sparse import csr_array, vstack

from crosslex.arrays import Int32s, Int64s, offsets_of, release_pages
from crosslex.checks import WIDEST_WINDOW, check_whole
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.kernels import SENTENCE_END, add_contexts, order_uses
from crosslex.counts.stream import (
    FeatureIndex,
    document_ranges,
    unit_of_position,
    with_short_indices,
)
from crosslex.errors import InputError

BLOCK_TOKENS = 2**22
USES_AT_ONCE = 2**18
WIDE_UNIT = 60
"""Weight of the nearest position in the wide block; a position at distance k weighs a k-th of it,
rounded to an integer, so that sums are exact and do not depend on their order."""

ShardCounts = tuple[csr_array, Int64s]
"""The counts of a shard, words in documents of even numbers before those of odd ones; the uses."""


@dataclass(frozen=True)
class ContextShape:
    """The positions around a word that are counted, and their weights.

    Parameters
    ----------
    near
        Positions on either side that each have a block of columns of their own, so that contexts
        before a word are distinguished from contexts after it.
    wide
        Positions on either side that share one block, where a context word at distance k weighs
        1/k.
    """

    near: int = 2
    wide: int = 10

    def __post_init__(self) -> None:
        check_whole("near", self.near, least=0)
        check_whole("wide", self.wide, least=1, most=WIDEST_WINDOW)
        if self.near > self.wide:
            raise InputError(f"near: found {self.near}; give at most wide, {self.wide}")

    @property
    def n_blocks(self) -> int:
        """The number of blocks of columns."""
        return 2 * self.near + 1

    @property
    def wide_weights(self) -> Int32s:
        """The weight of each distance in the wide block; the first is for distance 0."""
        distances = np.arange(1, self.wide + 1)
        weights = np.maximum(np.rint(WIDE_UNIT / distances), 1)
        return np.concatenate([[0], weights]).astype(np.int32)


@dataclass(frozen=True, eq=False)
class ContextCounts:
    """The counts of context words near each word of one domain, position by position.

    Parameters
    ----------
    domain
        The domain's name.
    words
        The rows: words, and two-word phrases with a space.
    contexts
        The columns of each block: context words, stop words among them.
    shape
        Which positions count.
    halves
        Words × (blocks × contexts), int32, or int64 of very much text, canonical CSR: the uses
        in documents of even and of odd numbers, so that the halves can be compared.
    uses
        Halves × words: how often each word is used.
    """

    domain: str
    words: tuple[str, ...]
    contexts: tuple[str, ...]
    shape: ContextShape
    halves: tuple[csr_array, csr_array]
    uses: Int64s

    @property
    def total(self) -> csr_array:
        """The counts of both halves together."""
        return _add(*self.halves)

    @classmethod
    def of(
        cls,
        domain: str,
        words: Sequence[str],
        contexts: Sequence[str],
        shape: ContextShape,
        counts: ShardCounts,
    ) -> "ContextCounts":
        """Return the counts of all shards of a domain."""
        halves = counts[0][: len(words)], counts[0][len(words) :]
        return cls(domain, tuple(words), tuple(contexts), shape, halves, counts[1].reshape(2, -1))


def count_contexts(
    corpus: AnyCorpus,
    words: Sequence[str],
    contexts: Sequence[str],
    *,
    shape: ContextShape | None = None,
) -> ContextCounts:
    """Return the counts of context words around each word, within its sentence.

    Parameters
    ----------
    corpus
        The text of one domain, or a shard of it: counts of shards add up exactly.
    words
        Rows of the result: words, and two-word phrases with a space.
    contexts
        Columns of each block.
    shape
        Which positions count; None takes two near positions and ten wide ones.

    Examples
    --------
    >>> corpus = Corpus.from_texts(["A very dull plot."], name="films")
    >>> found = count_contexts(corpus, ["dull"], ["plot", "very"], shape=ContextShape(1, 2))
    >>> found.total.toarray().reshape(3, 2)  # before, after, wide
    array([[ 0,  1],
           [ 1,  0],
           [60, 60]], dtype=int32)
    """
    shape = shape or ContextShape()
    count = partial(
        count_shard, words=FeatureIndex(words), contexts=FeatureIndex(contexts), shape=shape
    )
    counts = corpus.aggregate(count, add_shards)
    return ContextCounts.of(corpus.name, words, contexts, shape, counts)


@dataclass(frozen=True, eq=False)
class UseBlock:
    """The uses of words in some whole documents.

    Parameters
    ----------
    contexts
        The number of the context word at each position, -1 for other words, -2 between sentences
        and at both ends. Tokens that are neither word nor context word have no position.
    rows
        The number of the word of each use, counted on from the number of words in documents
        with odd numbers.
    firsts, lasts
        The positions of each use: one, or from a phrase's first word to its second.
    """

    contexts: Int32s
    rows: Int32s
    firsts: Int32s
    lasts: Int32s


def use_blocks(corpus: Corpus, words: FeatureIndex, contexts: FeatureIndex) -> Iterator[UseBlock]:
    """Yield the uses of words in a corpus, with the context words around them, block by block."""
    row_of_word = words.of_words(corpus.words)
    context_of_word = contexts.of_words(corpus.words)
    phrases = words.bigrams_of(corpus.words)
    settings = corpus.text_settings
    dropped = frozenset() if settings.bigrams_first else settings.stop_words_used
    joins = np.array([word not in dropped for word in corpus.words], bool)
    has_position = (row_of_word >= 0) | (context_of_word >= 0)
    has_position[phrases.firsts] = has_position[phrases.seconds] = True
    for start, stop in document_ranges(corpus, BLOCK_TOKENS):
        block = corpus.slice(start, stop)
        sentence = unit_of_position(block.sentence_offsets)
        placed = has_position[block.ids]
        # One position more before each sentence, and one at the end.
        positions = (np.cumsum(placed) + sentence).astype(np.int32)
        size = int(np.count_nonzero(placed)) + block.n_sentences + 1
        stream = np.full(size, SENTENCE_END, np.int32)
        stream[positions[placed]] = context_of_word[block.ids[placed]]
        rows = row_of_word[block.ids]
        single = np.flatnonzero(rows >= 0)
        # Phrases join words that are adjacent once stop words are dropped, or before.
        features = np.flatnonzero(joins[block.ids])
        offsets = np.searchsorted(features, block.sentence_offsets)
        found = phrases.find(block.ids[features], offsets)
        pairs = np.flatnonzero(found >= 0)
        firsts = np.concatenate([single, features[pairs]])
        lasts = np.concatenate([single, features[pairs + 1]])
        bounds = block.sentence_offsets[block.document_offsets]
        document = corpus.first_document + start + unit_of_position(bounds)
        yield UseBlock(
            stream,
            np.concatenate([rows[single], found[pairs]])
            + (len(words) * (document[firsts] % 2)).astype(np.int32),
            positions[firsts],
            positions[lasts],
        )
        release_pages(corpus.ids)


def count_shard(
    corpus: Corpus, words: FeatureIndex, contexts: FeatureIndex, shape: ContextShape
) -> ShardCounts:
    """Return the counts of a shard."""
    total = csr_array((2 * len(words), shape.n_blocks * len(contexts)), dtype=np.int32)
    uses = np.zeros(2 * len(words), np.int64)
    for block in use_blocks(corpus, words, contexts):
        uses += np.bincount(block.rows, minlength=len(uses))
        total = _add(total, _count_block(block, len(words), len(contexts), shape))
    return total, uses


def add_shards(one: ShardCounts, other: ShardCounts) -> ShardCounts:
    """Return the counts of two shards taken together."""
    return _add(one[0], other[0]), one[1] + other[1]


def _count_block(block: UseBlock, n_words: int, n_contexts: int, shape: ContextShape) -> csr_array:
    n_rows, n_columns = 2 * n_words, shape.n_blocks * n_contexts
    starts = offsets_of(np.bincount(block.rows, minlength=n_rows))
    uses = np.empty(len(block.rows), np.int32)
    order_uses(block.rows, starts, uses)
    weights = shape.wide_weights
    total, touched = np.zeros(n_columns, np.int32), np.zeros(n_columns // 64 + 1, np.uint64)
    tables = []
    first = 0
    while first < n_rows:
        last = int(np.searchsorted(starts, starts[first] + USES_AT_ONCE, side="right"))
        last = min(max(last - 1, first + 1), n_rows)
        of_rows = starts[first : last + 1]
        room = int(np.minimum(np.diff(of_rows) * 2 * (shape.near + shape.wide), n_columns).sum())
        indptr = np.zeros(last - first + 1, np.int64)
        indices, data = np.empty(room, np.int32), np.empty(room, np.int32)
        size = add_contexts(
            block.contexts,
            block.firsts,
            block.lasts,
            uses,
            of_rows,
            shape.near,
            weights,
            n_contexts,
            total,
            touched,
            indptr,
            indices,
            data,
        )
        # Copies, so that the rest of the room is given back.
        parts = (data[:size].copy(), indices[:size].copy(), indptr)
        tables.append(csr_array(parts, shape=(last - first, n_columns)))
        first = last
    return with_short_indices(vstack(tables, format="csr"))


def _add(one: csr_array, other: csr_array) -> csr_array:
    """Return the sum, in 64 bits if 32 may overflow."""
    if not one.nnz:
        return other
    if int(one.data.max(initial=0)) + int(other.data.max(initial=0)) > np.iinfo(np.int32).max:
        one = one.astype(np.int64)
    total = csr_array(one + other)
    total.sort_indices()
    return with_short_indices(total)
