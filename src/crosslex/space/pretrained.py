"""Pre-trained vectors that complement the text if there is little of it."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Float32s, Float64s
from crosslex.errors import InputError
from crosslex.space.smoothing import FrequencyClasses
from crosslex.vectors import unit_rows

REFERENCE_WORDS = 400
"""Words whose similarities to all words are compared, evenly over the ranks of frequency."""
MAX_SHARE = 0.5
"""The largest share of the dimensions that pre-trained vectors get."""


class PretrainedVectors(Protocol):
    """Vectors by word: a dictionary, or gensim's KeyedVectors."""

    def __contains__(self, word: Any) -> bool: ...
    def __getitem__(self, word: Any) -> Any: ...


def pretrained_vectors(
    pretrained: PretrainedVectors, words: Sequence[str], dimension: int
) -> Float32s:
    """Return a pre-trained unit vector for each word, zeros for words that have none.

    Vectors are centered, since what all words share distinguishes none of them. If they have more
    than half of `dimension`, their principal components among these words are taken.

    Examples
    --------
    >>> pretrained = {"good": [2.0, 1.0], "bad": [0.0, 1.0]}
    >>> pretrained_vectors(pretrained, ["good", "plot", "bad"], 4).tolist()
    [[1.0, 0.0], [0.0, 0.0], [-1.0, 0.0]]
    """
    known = [place for place, word in enumerate(words) if word in pretrained]
    if not known:
        raise InputError("pretrained: has none of the words; give vectors of the same language")
    found = [np.asarray(pretrained[words[place]], np.float64) for place in known]
    for place, vector in zip(known, found, strict=True):
        if vector.shape != found[0].shape or vector.ndim != 1 or not np.isfinite(vector).all():
            raise InputError(
                f"pretrained: the vector of {words[place]!r} is not a row of {found[0].size} "
                "finite numbers; give all words vectors of one length"
            )
    centered = np.array(found) - np.mean(found, axis=0)
    largest = int(MAX_SHARE * dimension)
    if centered.shape[1] > largest:
        _, directions = np.linalg.eigh(centered.T @ centered)
        centered = centered @ directions[:, ::-1][:, :largest]
    vectors = np.zeros((len(words), centered.shape[1]), np.float32)
    vectors[known] = unit_rows(centered)
    return vectors


def text_weights(
    halves: tuple[Float32s, Float32s], classes: FrequencyClasses, compared: NDArray[np.bool_]
) -> Float64s:
    """Return the reliability of each word's similarities to other words, from 0 to 1.

    The correlation of a word's similarities in one half of the documents with those in the other,
    stepped up to the whole text (Spearman, 1910; Brown, 1910) and smoothed over words of similar
    frequency.
    """
    if not compared.any():
        return np.zeros(len(compared))
    known = FrequencyClasses(classes.here[compared], classes.elsewhere[compared])
    by_uses = np.argsort(-known.here, kind="stable")
    count = min(REFERENCE_WORDS, len(by_uses))
    reference = by_uses[np.linspace(0, len(by_uses) - 1, count).astype(np.int64)]
    profiles = [_profiles(half[compared], reference) for half in halves]
    correlation = np.einsum("ij,ij->i", *profiles, dtype=np.float64)
    expected = np.clip(classes.look_up(known.means(correlation)), 0, 1)
    return np.asarray(2 * expected / (1 + expected))


def append_pretrained(vectors: Float32s, pretrained: Float32s, weights: Float64s) -> Float32s:
    """Return vectors with pre-trained ones appended; cosines are weighted means of both cosines.

    A word's two parts have squared lengths `weights` and 1 - `weights`, so that the whole has
    length one. If there are no pre-trained dimensions, vectors stay as they are.
    """
    if not pretrained.shape[1]:
        return vectors
    weight = weights.astype(np.float32)[:, None]
    return np.hstack([np.sqrt(weight) * unit_rows(vectors), np.sqrt(1 - weight) * pretrained])


def _profiles(vectors: Float32s, reference: NDArray[np.int64]) -> Float32s:
    """Return each word's similarities to the reference words but itself, centered, of length 1."""
    similarities = vectors @ vectors[reference].T
    itself = (reference, np.arange(len(reference)))
    similarities[itself] = 0
    others = np.full(similarities.shape, 1, np.float32)
    others[itself] = 0
    means = similarities.sum(axis=1) / np.maximum(others.sum(axis=1), 1)
    return unit_rows(np.asarray((similarities - means[:, None]) * others, np.float32))
