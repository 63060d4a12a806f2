"""gensim's skip-gram, and how word2vec samples words."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosslex_bench.peers.text import Text

Doubles = NDArray[np.float64]

WINDOW = 5
NEGATIVES = 5
TABLE = 2**22  # entries of the table that negatives are drawn from


@dataclass(frozen=True, kw_only=True)
class SkipGramSettings:
    """What skip-gram is called with; gensim's own defaults otherwise."""

    dimension: int
    epochs: int
    min_count: int
    seed: int = 1

    def options(self) -> dict[str, int]:
        """Return them as gensim's models take them."""
        return {
            "vector_size": self.dimension,
            "window": WINDOW,
            "sg": 1,
            "negative": NEGATIVES,
            "min_count": self.min_count,
            "epochs": self.epochs,
            "workers": 1,
            "seed": self.seed,
        }


def skipgram(texts: Sequence[Text], settings: SkipGramSettings) -> tuple[Doubles, Doubles]:
    """Return word vectors and context vectors, rows of zeros for words that are too rare."""
    from gensim.models import Word2Vec

    sentences = [sentence for text in texts for sentence in text.sentences()]
    model = Word2Vec(sentences, **settings.options())
    known = model.wv.index_to_key
    return _rows(texts, known, model.wv.vectors), _rows(texts, known, model.syn1neg)


def _rows(texts: Sequence[Text], known: Sequence[str], vectors: NDArray[np.float32]) -> Doubles:
    place = {word: index for index, word in enumerate(texts[0].words)}
    rows = np.zeros((texts[0].size, vectors.shape[1]))
    rows[[place[word] for word in known]] = vectors
    return rows


def negative_table(counts: NDArray[np.int64], size: int = TABLE) -> NDArray[np.int32]:
    """Return a table that holds each feature in proportion to its count ** (3/4).

    >>> negative_table(np.array([1, 16]), size=9)
    array([0, 1, 1, 1, 1, 1, 1, 1, 1], dtype=int32)
    """
    ends = np.cumsum(counts**0.75)
    middles = (np.arange(size) + 0.5) * (ends[-1] / size)
    return np.asarray(np.searchsorted(ends, middles, side="right"), np.int32)


def keep_frequent(word_counts: NDArray[np.int64], threshold: float) -> NDArray[np.float64]:
    """Return the share of each word's occurrences that word2vec's subsampling keeps.

    A word with share s of all occurrences is kept with probability √(t/s) + t/s, at most 1.
    """
    if threshold == 0:
        return np.ones(len(word_counts))
    share = word_counts / word_counts.sum()
    ratio = threshold / np.maximum(share, np.finfo(np.float64).tiny)
    return np.asarray(np.minimum(1.0, np.sqrt(ratio) + ratio))
