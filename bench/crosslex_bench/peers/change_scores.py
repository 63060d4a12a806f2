"""Scores of change: distances between a word's vectors, contexts or counts in two domains."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import orthogonal_procrustes

from crosslex.vectors import unit_rows
from crosslex_bench.peers.text import Text
from crosslex_bench.peers.vectors import information_rows

Doubles = NDArray[np.float64]

NEIGHBORS = 100
LIKE_FREQUENCY = 300
"""Words of like frequency that a score is compared with."""
STEPS = 100


def cosine_distance(first: Doubles, second: Doubles) -> Doubles:
    """Score by the cosine of a word's two vectors in one space."""
    return np.asarray(1 - (unit_rows(first) * unit_rows(second)).sum(axis=1))


def procrustes_distance(first: Doubles, second: Doubles) -> Doubles:
    """Score by the cosine after one space is turned onto the other (Hamilton et al., 2016)."""
    return cosine_distance(*aligned(first, second))


def lost_neighbors(first: Doubles, second: Doubles, neighbors: int = NEIGHBORS) -> Doubles:
    """Score by the share of nearest neighbors that differs (Gonen et al., 2020)."""
    nearest = []
    for each in (first, second):
        unit = unit_rows(each)
        alike = unit @ unit.T
        np.fill_diagonal(alike, -2)
        nearest.append(np.argpartition(-alike, neighbors, axis=1)[:, :neighbors])
    pairs = zip(*nearest, strict=True)
    shared = [len(np.intersect1d(a, b, assume_unique=True)) for a, b in pairs]
    return 1 - np.array(shared) / neighbors


def among_like_frequency(scores: Doubles, counts: NDArray[np.int64]) -> Doubles:
    """Return how far scores are above the median of words of like frequency, in their spread.

    `counts` are domains × words; of two domains, the rarer use counts most.
    """
    evidence = 1 / (1 / np.maximum(counts, 1)).sum(axis=0)
    order = np.argsort(evidence, kind="stable")
    width = min(LIKE_FREQUENCY, len(scores))
    starts = np.unique(np.linspace(0, len(scores) - width, STEPS).astype(np.int64))
    ordered = scores[order]
    quantiles = np.array(
        [np.quantile(ordered[start : start + width], (0.5, 0.84)) for start in starts]
    )
    centers, places = starts + (width - 1) / 2, np.arange(len(scores))
    middle, high = (np.interp(places, centers, column) for column in quantiles.T)
    found = np.empty(len(scores))
    found[order] = (ordered - middle) / np.maximum(high - middle, 1e-12)
    return found


def information_distance(texts: tuple[Text, Text]) -> Doubles:
    """Score by the cosine of rows of positive pointwise mutual information."""
    first, second = (information_rows([text], by_distance=False) for text in texts)
    lengths = [np.sqrt(np.asarray((rows * rows).sum(axis=1))) for rows in (first, second)]
    products = np.asarray((first * second).sum(axis=1))
    return np.asarray(1 - products / np.maximum(lengths[0] * lengths[1], 1e-12))


def frequency_difference(texts: Sequence[Text]) -> Doubles:
    """Score by how much more frequent a word is in one of two domains."""
    shares = [text.counts / text.counts.sum() for text in texts]
    return np.asarray(np.abs(np.log(shares[0] / shares[1])))


def burstiness_difference(texts: Sequence[Text]) -> Doubles:
    """Score by how much more often a word returns within a document of one of two domains."""
    returns = []
    for text in texts:
        pairs = np.unique(text.documents * text.size + text.ids)
        returns.append(text.counts / np.bincount(pairs % text.size, minlength=text.size))
    return np.abs(np.log(returns[0] / returns[1]))


def aligned(vectors: Doubles, onto: Doubles) -> tuple[Doubles, Doubles]:
    """Return centered unit vectors of two spaces, the first turned onto the second.

    The turn is the one that brings the words of both spaces closest. Rows of zeros are words
    that a space does not have; they stay zeros.

    Hamilton, Leskovec and Jurafsky, *Diachronic Word Embeddings Reveal Statistical Laws of
    Semantic Change*, 2016.
    """
    first, second = _centered(vectors), _centered(onto)
    shared = first.any(axis=1) & second.any(axis=1)
    turn, _ = orthogonal_procrustes(first[shared], second[shared])
    return first @ turn, second


def _centered(vectors: Doubles) -> Doubles:
    known: NDArray[np.bool_] = np.asarray(vectors.any(axis=1))
    moved = np.where(known[:, None], vectors - vectors[known].mean(axis=0), 0)
    return unit_rows(moved)
