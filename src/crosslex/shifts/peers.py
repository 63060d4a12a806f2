"""Words of like frequency: what is usual among them."""

from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Float64s, Int64s

PEERS = 501
STEPS = 60
SMALLEST_PENALTY = 0.1
QUANTILES = (0.1, 0.5, 0.9)
# How many standard deviations of a normal distribution lie between the outer two.
BETWEEN = 2 * 1.2815516


@dataclass(frozen=True, eq=False)
class Standardized:
    """Scores with median 0 and standard deviation 1 among peers, whose own `scale` is given."""

    values: Float64s
    scale: Float64s


def standardize(scores: Float64s, order: Int64s) -> Standardized:
    """Return each score compared with those of the 501 words nearest in `order`, by frequency.

    Their middle four fifths tell the standard deviation: words that stand out do not widen it.
    """
    low, middle, high = _running_quantiles(scores[order])
    values, scale = np.empty(len(scores)), np.empty(len(scores))
    scale[order] = np.maximum((high - low) / BETWEEN, 1e-12)
    values[order] = scores[order] - middle
    return Standardized(values / scale, scale)


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
