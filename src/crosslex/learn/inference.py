"""A vector for a word that was not there when the vectors were learned."""

from collections.abc import Iterable

import numpy as np

from crosslex.arrays import Float32s, Float64s
from crosslex.checks import check_choice
from crosslex.corpus.corpus import Corpus
from crosslex.counting.cooccurrences import count_cooccurrences
from crosslex.errors import InputError
from crosslex.learn.fitting import FittedModel
from crosslex.learn.learned import word_counts
from crosslex.learn.settings import EmbeddingSettings
from crosslex.learn.weighting import NEGATIVE_POWER
from crosslex.text.analysis import analyze
from crosslex.text.settings import TextSettings

STEPS = 8


def infer_word(
    model: FittedModel, settings: EmbeddingSettings, word: str, texts: Iterable[str], *, domain: str
) -> Float32s:
    """Return a vector for a word from texts that hold it; see `CrossDomainEmbedding.infer`."""
    check_choice("domain", domain, model.vectors)
    place, learned = model.learned.domains.index(domain), model.learned
    corpus = Corpus.from_texts(texts, name=domain, text_settings=model.text_settings)
    feature = _feature_of(word, model.text_settings)
    pairs = count_cooccurrences(
        corpus, learned.pivots, [feature], context=settings.context, window=settings.window
    )
    weights = pairs.counts.toarray()[:, 0].astype(np.float64)
    if not weights.any():
        raise InputError(
            f"word: {word!r} stands near no pivot in the {len(corpus)} texts; give more"
        )
    if settings.pair_weight == "normalized":
        total = np.asarray(model.cooccurrences[place].counts.sum(axis=1), float)
        weights /= np.sqrt(np.maximum(total, 1) * weights.sum())
    frequency = word_counts(model.vocabulary, place) ** NEGATIVE_POWER
    pivots, words = learned.pivot_vectors[place], learned.word_vectors[place]
    vector = infer_vector(weights, pivots, words, frequency / frequency.sum())
    return vector if model.common is None else model.common.remove(vector)


def _feature_of(word: str, text_settings: TextSettings) -> str:
    """Return the one feature that a word or two are, analyzed as the texts are."""
    sentences = analyze(word, text_settings)
    words = sentences[0] if len(sentences) == 1 else []
    kept = [word for word in words if word not in text_settings.stop_words_used]
    if not 1 <= len(kept) <= 1 + text_settings.bigrams:
        two = ", or two with a space between" if text_settings.bigrams else ""
        raise InputError(f"word: found {word!r}; give one word{two}, and no stop word")
    return " ".join(kept)


def infer_vector(
    weights: Float64s,
    pivots: Float32s,
    words: Float32s,
    negatives: Float64s,
    *,
    learning_rate: float = 0.05,
) -> Float32s:
    """Return the vector that minimizes one word's ranking loss, all other vectors fixed.

    `weights` are those of the word's pair with each pivot, `negatives` probabilities of words.

    >>> pivots, words = np.eye(2, dtype=np.float32), np.zeros((1, 2), np.float32)
    >>> vector = infer_vector(np.array([1.0, 0.0]), pivots, words, np.array([1.0]))
    >>> np.sign(vector).tolist()
    [1.0, 0.0]
    """
    near = np.flatnonzero(weights)
    contexts = pivots[near].astype(np.float64)
    scores = contexts @ words.T.astype(np.float64)
    order = np.argsort(scores, axis=1)
    scores = np.take_along_axis(scores, order, axis=1)
    # The mass of the negatives from each place on; one more, 0, past the last.
    mass = np.pad(np.cumsum(negatives[order][:, ::-1], axis=1)[:, ::-1], ((0, 0), (0, 1)))
    vector = np.zeros(pivots.shape[1])
    squares = np.zeros_like(vector)
    for _ in range(STEPS):
        # The share of negatives that come within the margin of the word, pivot by pivot.
        own = contexts @ vector
        places = [np.searchsorted(scores[row], own[row] - 1) for row in range(len(near))]
        active = mass[np.arange(len(near)), places]
        gradient = -(weights[near] * active) @ contexts
        if not gradient.any():
            break
        squares += gradient**2
        vector -= learning_rate * gradient / (np.sqrt(squares) + 1e-8)
    return vector.astype(np.float32)
