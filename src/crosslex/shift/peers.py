"""Words of like frequency: what is usual among them, and how unusual a score is."""

from dataclasses import dataclass

import numpy as np
from scipy.stats import pearson3

from crosslex.arrays import Float64s, Int64s

PEERS = 501
STEPS = 60
SMALLEST_PENALTY = 0.1
# Smaller ones would be about the shape of a tail that nobody has seen.
SMALLEST_P = 1e-16
QUANTILES = (0.1, 0.5, 0.9)

# How much farther the upper quantile lies from the median than the lower, by skewness.
_SKEWNESSES = np.linspace(0, 2, 41)
_QUANTILES_AT = np.array([pearson3.ppf(QUANTILES, skew) for skew in _SKEWNESSES])
_LOPSIDED = np.log(
    (_QUANTILES_AT[:, 2] - _QUANTILES_AT[:, 1]) / (_QUANTILES_AT[:, 1] - _QUANTILES_AT[:, 0])
)


@dataclass(frozen=True, eq=False)
class Standardized:
    """Scores with median 0 and standard deviation 1 among peers, and how often these reach so far.

    `scale` is the standard deviation of each word's peers; `p` is the share of peers whose score
    would be at least as high, if all were alike.
    """

    values: Float64s
    scale: Float64s
    p: Float64s


def standardize(scores: Float64s, order: Int64s) -> Standardized:
    """Return each score compared with those of the 501 words nearest in `order`, by frequency.

    Their middle four fifths tell location, spread and skewness of a Pearson III
    distribution, an empirical null (Efron, 2004): words that stand out do not widen it.
    Where scores lean to the left, Pearson III would end where scores go on; there the half
    above the median tells the spread of a normal distribution instead.
    """
    low, middle, high = _running_quantiles(scores[order])
    lopsided = np.log(np.maximum(high - middle, 1e-12) / np.maximum(middle - low, 1e-12))
    skewness = np.interp(lopsided, _LOPSIDED, _SKEWNESSES)
    at = np.array([np.interp(skewness, _SKEWNESSES, column) for column in _QUANTILES_AT.T])
    scale = np.maximum((high - middle) / (at[2] - at[1]), 1e-12)
    values, scales, p = (np.empty(len(scores)) for _ in range(3))
    values[order] = (scores[order] - middle) / scale
    scales[order] = scale
    p[order] = pearson3.sf(values[order] + at[1], skewness)
    return Standardized(values, scales, np.clip(p, SMALLEST_P, 1))


def without_frequency(scores: Float64s, frequencies: Float64s) -> Float64s:
    """Return what a quadratic function of log frequencies, fitted to others, leaves of scores.

    Frequencies are words × kinds of them, such as documents in each domain. No word has a say in
    what its own frequency explains, or the most frequent word would always be as expected.
    """
    logs = np.log(frequencies)
    logs = (logs - logs.mean(axis=0)) / np.maximum(logs.std(axis=0), 1e-6)
    kinds = logs.shape[1]
    products = [logs[:, a] * logs[:, b] for a in range(kinds) for b in range(a, kinds)]
    features = np.column_stack([np.ones(len(logs)), logs, *products])
    inverse = np.linalg.inv(features.T @ features + SMALLEST_PENALTY * np.eye(features.shape[1]))
    leverages = np.einsum("ij,ij->i", features @ inverse, features)
    misses = scores - features @ (inverse @ (features.T @ scores))
    return np.asarray(misses / (1 - np.minimum(leverages, 0.99)))


def _running_quantiles(scores: Float64s) -> Float64s:
    """Return the quantiles of each score's neighbors in order, interpolated between steps."""
    size = len(scores)
    width = min(PEERS, size)
    begins = np.unique(np.linspace(0, size - width, STEPS).round().astype(np.int64))
    found = np.array([np.quantile(scores[begin : begin + width], QUANTILES) for begin in begins])
    centers = begins + (width - 1) / 2
    places = np.arange(size)
    return np.array([np.interp(places, centers, column) for column in found.T])
