"""Vectors of several domains that are comparable because all share one set of contexts."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from crosslex_bench.peers.kernels import skipgram_pass
from crosslex_bench.peers.skipgram import (
    NEGATIVES,
    WINDOW,
    SkipGramSettings,
    keep_frequent,
    negative_table,
    skipgram,
)
from crosslex_bench.peers.text import Text

Doubles = NDArray[np.float64]
Singles = NDArray[np.float32]

RATE = 0.025


def compass(
    texts: Sequence[Text], settings: SkipGramSettings, *, subsample: float = 0
) -> list[Doubles]:
    """Return each domain's vectors, learned with the contexts of a joint skip-gram frozen.

    Each domain starts from the joint vectors, CADE's `init_mode="both"`. gensim can freeze word
    vectors only, so this pass is our own kernel's.

    Di Carlo, Bianchi and Palmonari, *Training Temporal Word Embeddings with a Compass*, 2019.
    """
    together, contexts = skipgram(texts, settings)
    found = []
    for text in texts:
        known = text.counts >= settings.min_count
        own = _numbered(text, known & (together != 0).any(axis=1))
        vectors = together.astype(np.float32)
        frozen = contexts.astype(np.float32)
        _learn(own, own.ids, settings, vectors, frozen, frozen=True, subsample=subsample)
        vectors[~known] = 0
        found.append(vectors.astype(np.float64))
    return found


def temporal_referencing(
    texts: tuple[Text, Text], tagged: NDArray[np.int64], settings: SkipGramSettings
) -> tuple[Doubles, Doubles]:
    """Return vectors of two domains in which only tagged words have one per domain.

    One skip-gram of both texts. A tagged word is a word of its own in each domain, but one and
    the same context in both, so that nothing has to be aligned.

    Dubossarsky et al., *Time-Out: Temporal Referencing for Robust Modeling of Lexical Semantic
    Change*, 2019.
    """
    rng = np.random.default_rng(settings.seed)
    both, words = tag_words(texts, tagged, rng)
    size, dimension = texts[0].size, settings.dimension
    start = rng.uniform(-0.5, 0.5, (size + len(tagged), dimension)) / dimension
    vectors = start.astype(np.float32)
    contexts = np.zeros((size, dimension), np.float32)
    _learn(both, words, settings, vectors, contexts, frozen=False)
    first = vectors[:size].astype(np.float64)
    second = first.copy()
    second[tagged] = vectors[size:]
    return first, second


def tag_words(
    texts: tuple[Text, Text], tagged: NDArray[np.int64], rng: np.random.Generator
) -> tuple[Text, NDArray[np.int32]]:
    """Return both texts' sentences in random order, and at each position the row of its word.

    The rows are the words' numbers, but of tagged words in the second text, which have the rows
    after all others.
    """
    first, second = texts
    row = np.arange(first.size, dtype=np.int32)
    row[tagged] = first.size + np.arange(len(tagged), dtype=np.int32)
    contexts = np.concatenate([first.ids, second.ids])
    words = np.concatenate([first.ids, row[second.ids]])
    lengths = np.concatenate([np.diff(each.sentence_offsets) for each in texts])
    starts = np.cumsum(lengths) - lengths
    order = rng.permutation(len(lengths))
    ends = np.cumsum(lengths[order])
    places = np.repeat(starts[order] - (ends - lengths[order]), lengths[order])
    places += np.arange(len(places))
    both = replace(first, ids=contexts[places], sentence_offsets=np.concatenate([[0], ends]))
    return both, words[places]


def _learn(
    text: Text,
    words: NDArray[np.int32],
    settings: SkipGramSettings,
    vectors: Singles,
    contexts: Singles,
    *,
    frozen: bool,
    subsample: float = 0,
) -> None:
    """Change vectors, and contexts unless they are frozen, in passes over a text."""
    table = negative_table(text.counts, size=2**20)
    rng = np.random.default_rng(settings.seed)
    for epoch in range(settings.epochs):
        kept = rng.random(len(text.ids)) < keep_frequent(text.counts, subsample)[text.ids]
        offsets = np.concatenate([[0], np.cumsum(kept)])[text.sentence_offsets]
        skipgram_pass(
            words[kept],
            text.ids[kept],
            offsets,
            WINDOW,
            NEGATIVES,
            table,
            RATE * (1 - epoch / settings.epochs),
            RATE * (1 - (epoch + 1) / settings.epochs),
            settings.seed + epoch,
            frozen,
            vectors,
            contexts,
        )


def _numbered(text: Text, known: NDArray[np.bool_]) -> Text:
    """Return a text without the words that are not known."""
    kept = known[text.ids]
    before = np.concatenate([[0], np.cumsum(kept)])
    return replace(
        text,
        ids=text.ids[kept],
        sentence_offsets=before[text.sentence_offsets],
        documents=text.documents[kept],
    )
