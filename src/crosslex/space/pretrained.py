"""Pre-trained vectors that complement the text where there is little of it."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Float32s, Float64s
from crosslex.errors import InputError
from crosslex.space.smoothing import FrequencyClasses
from crosslex.vectors import unit_rows

REFERENCE_WORDS = 400
"""Words that others' similarities are taken to, evenly over the ranks of frequency."""
LARGEST_SHARE = 0.5
"""Of a space's dimensions that a prior takes at most."""


class Prior(Protocol):
    """What has a vector for some words: a dictionary, or gensim's KeyedVectors."""

    def __contains__(self, word: Any) -> bool: ...
    def __getitem__(self, word: Any) -> Any: ...


def prior_vectors(prior: Prior, words: Sequence[str], dimension: int) -> Float32s:
    """Return the prior's unit vector for each word, zeros where it has none.

    They are centered, for what all words share says nothing about any. Of a prior with more
    dimensions than half of `dimension`, its strongest directions among these words are taken.

    Examples
    --------
    >>> prior = {"good": [2.0, 1.0], "bad": [0.0, 1.0]}
    >>> prior_vectors(prior, ["good", "plot", "bad"], 4).tolist()
    [[1.0, 0.0], [0.0, 0.0], [-1.0, 0.0]]
    """
    known = [place for place, word in enumerate(words) if word in prior]
    if not known:
        raise InputError("prior: has none of the words; give vectors of the same language")
    found = [np.asarray(prior[words[place]], np.float64) for place in known]
    for place, vector in zip(known, found, strict=True):
        if vector.shape != found[0].shape or vector.ndim != 1 or not np.isfinite(vector).all():
            raise InputError(
                f"prior: the vector of {words[place]!r} is not a row of {found[0].size} "
                "finite numbers; give all words vectors of one length"
            )
    centered = np.array(found) - np.mean(found, axis=0)
    largest = int(LARGEST_SHARE * dimension)
    if centered.shape[1] > largest:
        _, directions = np.linalg.eigh(centered.T @ centered)
        centered = centered @ directions[:, ::-1][:, :largest]
    vectors = np.zeros((len(words), centered.shape[1]), np.float32)
    vectors[known] = unit_rows(centered)
    return vectors


def text_shares(
    halves: tuple[Float32s, Float32s], classes: FrequencyClasses, compared: NDArray[np.bool_]
) -> Float64s:
    """Return how much of each word's similarities to others can be told from the text.

    A word's similarities in one half of the documents are correlated with those in the other
    half; what the correlation would be with twice the text follows from it (Spearman, 1910;
    Brown, 1910). Means over words of like frequency.
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


def lean(vectors: Float32s, prior: Float32s, shares: Float64s) -> Float32s:
    """Return vectors with the prior's beside them; their cosines are weighted means of both's.

    A word's two parts have squared lengths `shares` and 1 - `shares`, so that the whole has
    length one. Without dimensions of a prior, vectors stay as they are.
    """
    if not prior.shape[1]:
        return vectors
    share = shares.astype(np.float32)[:, None]
    return np.hstack([np.sqrt(share) * unit_rows(vectors), np.sqrt(1 - share) * prior])


def _profiles(vectors: Float32s, reference: NDArray[np.int64]) -> Float32s:
    """Return each word's similarities to the reference words but itself, centered, of length 1."""
    similarities = vectors @ vectors[reference].T
    itself = (reference, np.arange(len(reference)))
    similarities[itself] = 0
    others = np.full(similarities.shape, 1, np.float32)
    others[itself] = 0
    means = similarities.sum(axis=1) / np.maximum(others.sum(axis=1), 1)
    return unit_rows(np.asarray((similarities - means[:, None]) * others, np.float32))
