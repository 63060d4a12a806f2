"""Texts to keep with a model: every use of every feature, by the sentence that holds it."""

from collections.abc import Iterator, Sequence

import numpy as np

from crosslex.arrays import Int64s
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.kept_texts import KeptTexts, TextArrays, join_texts
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.stream import FeatureIndex, document_ranges, feature_uses

PIECE_TOKENS = 2**22
"""Tokens whose uses are in memory at a time: each takes about 25 bytes until they are sorted."""


def keep_texts(corpus: AnyCorpus, features: Sequence[str], counts: Int64s) -> KeptTexts | None:
    """Return a domain's texts and the uses of features, given how many; None without texts."""
    index = FeatureIndex(features)
    pieces: Iterator[Corpus]
    if isinstance(corpus, Corpus):
        if corpus.n_tokens <= PIECE_TOKENS or corpus.texts is None:
            return _kept(corpus, index)
        ranges = document_ranges(corpus, PIECE_TOKENS)
        pieces = (corpus.slice(start, stop) for start, stop in ranges)
    elif not corpus.keeps_texts:
        return None
    else:
        pieces = corpus.engine.pieces(corpus)
    found = (_kept(piece, index) for piece in pieces)
    return join_texts(corpus.name, (each for each in found if each is not None), counts)


def _kept(corpus: Corpus, features: FeatureIndex) -> KeptTexts | None:
    if corpus.texts is None or corpus.sentence_ends is None:
        return None
    found = [(numbers, sentences) for numbers, _, sentences in feature_uses(corpus, features)]
    numbers = np.concatenate([np.empty(0, np.int32), *(each for each, _ in found)])
    sentences = np.concatenate([np.empty(0, np.int64), *(each for _, each in found)])
    # Stable: the sentences of each feature come in order.
    uses = sentences[np.argsort(numbers, kind="stable")].astype(np.int32)
    sizes = np.bincount(numbers, minlength=len(features))
    texts, ids = corpus.texts, corpus.document_ids
    first, last = texts.offsets[[0, -1]].tolist()
    documents = np.repeat(np.arange(len(corpus), dtype=np.int32), np.diff(corpus.document_offsets))
    arrays = {
        "content": texts.content[first:last],
        "starts": corpus.sentence_starts() - first,
        "ends": corpus.sentence_ends - first,
        "documents": documents,
        "ids": ids.content[ids.offsets[0] : ids.offsets[-1]],
        "id_offsets": ids.offsets - ids.offsets[0],
        "uses": uses,
        "use_offsets": np.concatenate([[0], np.cumsum(sizes)]),
    }
    return KeptTexts(corpus.name, TextArrays(arrays))
