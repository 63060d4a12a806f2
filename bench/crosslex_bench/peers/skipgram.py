"""gensim's skip-gram and fastText, of one domain or of several together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosslex_bench.peers.text import Text

Doubles = NDArray[np.float64]

WINDOW = 5
NEGATIVES = 5


@dataclass(frozen=True, kw_only=True)
class SkipGramSettings:
    """What skip-gram is called with; gensim's own defaults otherwise."""

    dimension: int
    epochs: int
    min_count: int
    seed: int = 1


def skipgram(texts: Sequence[Text], settings: SkipGramSettings) -> tuple[Doubles, Doubles]:
    """Return word vectors and context vectors, rows of zeros for words that are too rare."""
    from gensim.models import Word2Vec

    model = Word2Vec(
        [sentence for text in texts for sentence in text.sentences()],
        vector_size=settings.dimension,
        window=WINDOW,
        sg=1,
        negative=NEGATIVES,
        min_count=settings.min_count,
        epochs=settings.epochs,
        workers=1,
        seed=settings.seed,
    )
    known = model.wv.index_to_key
    return _rows(texts, known, model.wv.vectors), _rows(texts, known, model.syn1neg)


def fasttext(texts: Sequence[Text], settings: SkipGramSettings) -> Doubles:
    """Return fastText's word vectors, made of pieces of three to six letters too.

    Bojanowski et al., *Enriching Word Vectors with Subword Information*, 2017.
    """
    from gensim.models import FastText

    model = FastText(
        [sentence for text in texts for sentence in text.sentences()],
        vector_size=settings.dimension,
        window=WINDOW,
        sg=1,
        negative=NEGATIVES,
        min_count=settings.min_count,
        epochs=settings.epochs,
        workers=1,
        seed=settings.seed,
        bucket=200_000,
    )
    return _rows(texts, model.wv.index_to_key, model.wv.vectors)


def _rows(texts: Sequence[Text], known: Sequence[str], vectors: NDArray[np.float32]) -> Doubles:
    place = {word: index for index, word in enumerate(texts[0].words)}
    rows = np.zeros((texts[0].size, vectors.shape[1]))
    rows[[place[word] for word in known]] = vectors
    return rows
