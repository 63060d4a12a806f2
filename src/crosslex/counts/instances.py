"""Every single co-occurrence with its document, as the paper's own training reads them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from crosslex.checks import check_choice, check_window
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.documents import document_matrix
from crosslex.counts.names import WindowOver
from crosslex.counts.pairing import PairedBlock, Pairing, pairs_in_window


@dataclass(frozen=True, eq=False)
class Instances:
    """The co-occurrences (pivot, word, document) of one domain by their indices, in text order.

    Negatives are drawn by `word_counts`, how often each word occurs in the domain, and must not
    be among the instance's document's words: those of document d, sorted, stand in
    `document_words` from `document_offsets[d]` on.
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

    def __add__(self, other: "Instances") -> "Instances":
        """Return the instances of both, the documents of the second after the first's."""
        n_documents = len(self.document_offsets) - 1
        after = self.document_offsets[-1] + other.document_offsets[1:]
        return Instances(
            self.domain,
            self.pivots,
            self.words,
            np.concatenate([self.pivot, other.pivot]),
            np.concatenate([self.word, other.word]),
            np.concatenate([self.document, n_documents + other.document]).astype(np.int32),
            self.word_counts + other.word_counts,
            np.concatenate([self.document_offsets, after]),
            np.concatenate([self.document_words, other.document_words]),
        )


def collect_instances(
    corpus: AnyCorpus,
    pivots: Sequence[str],
    words: Sequence[str],
    *,
    window: int = 10,
    window_over: WindowOver = "words",
    first_only: bool = False,
) -> Instances:
    """Return every co-occurrence of a pivot and a word within the window.

    Windows count positions over all `words` but stop words, or over the `features` alone:
    pivots and words. With `first_only`, only a pivot's first occurrence in a document counts.

    >>> corpus = Corpus.from_texts(["A dull plot.", "A dull cast."], name="films")
    >>> found = collect_instances(corpus, ["dull"], ["cast", "plot"])
    >>> found.word, found.document
    (array([1, 0], dtype=int32), array([0, 1], dtype=int32))
    """
    check_window(window)
    check_choice("window_over", window_over, get_args(WindowOver))
    return corpus.aggregate(
        partial(
            _collect_shard,
            pivots=tuple(pivots),
            words=tuple(words),
            window=window,
            window_over=window_over,
            first_only=first_only,
        )
    )


def _collect_shard(
    corpus: Corpus,
    pivots: tuple[str, ...],
    words: tuple[str, ...],
    window: int,
    window_over: WindowOver,
    first_only: bool,
) -> Instances:
    columns: list[list[NDArray[np.int32]]] = [[np.empty(0, np.int32)] for _ in range(3)]
    for paired in Pairing(pivots, words).blocks(corpus, over=window_over):
        pivot, word, position = pairs_in_window(paired, window)
        document = paired.block.document_of_position[position].astype(np.int32)
        chosen = _at_first(paired, pivot, position) if first_only else slice(None)
        for column, found in zip(columns, (pivot, word, document), strict=True):
            column.append(found[chosen])
    pivot, word, document = (np.concatenate(column) for column in columns)
    held = document_matrix(corpus, words)
    return Instances(
        domain=corpus.name,
        pivots=pivots,
        words=words,
        pivot=pivot,
        word=word,
        document=document,
        word_counts=np.asarray(held.sum(axis=0)),
        document_offsets=held.indptr.astype(np.int64),
        document_words=held.indices.astype(np.int32),
    )


def _at_first(
    paired: PairedBlock, pivot: NDArray[np.int32], position: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Return which pairs belong to the first occurrence of their pivot in its document."""
    document_of_position = paired.block.document_of_position
    # All occurrences, since the first may have no word near it.
    found = [
        np.column_stack([document_of_position[places], numbers[places], places])
        for numbers in paired.pivots
        for places in [np.flatnonzero(numbers >= 0)]
    ]
    occurrences = np.concatenate(found)
    ordered = occurrences[np.lexsort(occurrences.T[::-1])]
    _, first = np.unique(ordered[:, :2], axis=0, return_index=True)
    n_pivots = int(ordered[:, 1].max(initial=0)) + 1
    firsts = ordered[first, 2] * n_pivots + ordered[first, 1]
    return np.isin(position * n_pivots + pivot, firsts)
