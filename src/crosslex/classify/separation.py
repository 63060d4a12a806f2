"""The separation of two classes that is left in the target, predicted without labels.

The separation is the distance between the classes' mean scores in deviations within a class. Its
ratio, target to source, is predicted by √(α_target / α_source) · r_target / r_source: α is the
split-half reliability of the words' scores, r the correlation of the views' scores, both over
held-out labeled source documents and over the target's texts.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, diags_array

from crosslex.classify.decision import LinearDecision, Scores, margins

SPLITS = 3
"""Random divisions of the words into two halves, over which the reliability is averaged."""
MIN_TEXTS = 3
"""Texts that correlations need."""


def separation_ratio(
    halves: Sequence[Scores],
    decisions: Sequence[LinearDecision],
    held_out: Sequence[Scores],
    pool: csr_array,
) -> float | None:
    """Return the predicted ratio of the classes' separation, target to source.

    A score's correlation with the class is proportional to the square root of its reliability
    (Spearman's attenuation): the reliability measures whether the words of a text agree with each
    other, the correlation of the views whether the views do. None if there are not two classes,
    two views and some texts.

    Parameters
    ----------
    halves
        Held-out scores of the first view by each of `word_halves`.
    decisions, held_out
        The views, the words first, and their held-out scores of the labeled documents.
    pool
        The target's documents × features.

    References
    ----------
    C. Spearman. *The Proof and Measurement of Association between Two Things*. American Journal
    of Psychology 15, 1904.
    """
    known = csr_array(pool[np.flatnonzero(np.diff(pool.indptr))])
    if held_out[0].shape[1] != 2 or known.shape[0] < MIN_TEXTS or len(decisions) < 2:
        return None
    weights = decisions[0].weights
    in_target = [known @ (half[:, None] * weights) for half in word_halves(len(weights))]
    of_target, of_source = _mean_reliability(in_target), _mean_reliability(halves)
    agreement = mean_correlation([margins(each.scores(known)) for each in decisions])
    at_source = mean_correlation([margins(scores) for scores in held_out])
    if of_source <= 0 or at_source <= 0:
        return None
    return float(np.sqrt(max(0.0, of_target) / of_source) * max(0.0, agreement) / at_source)


def reliability(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Return the reliability of the sum of two halves' scores: 1 if they are equal.

    References
    ----------
    P. J. Rulon. *A Simplified Procedure for Determining the Reliability of a Test by
    Split-Halves*. Harvard Educational Review 9, 1939.

    >>> reliability(np.array([1.0, 2.0, 4.0]), np.array([1.0, 2.0, 4.0]))
    1.0
    """
    total = (first + second).var()
    return float(1 - (first - second).var() / total) if total > 0 else 0.0


def mean_correlation(scores: Sequence[NDArray[np.float64]]) -> float:
    """Return the mean correlation of several views' scores; 0 if they do not vary.

    >>> round(mean_correlation([np.array([1.0, 2.0, 3.0]), np.array([2.0, 4.0, 6.0])]), 6)
    1.0
    """
    pairs = combinations([each for each in scores if each.std() > 0], 2)
    found = [np.corrcoef(first, second)[0, 1] for first, second in pairs]
    return float(np.mean(found)) if found else 0.0


def word_halves(n_features: int) -> NDArray[np.bool_]:
    """Return which features each half has: each first half is followed by the other features."""
    first = np.random.default_rng(0).integers(0, 2, (SPLITS, n_features)) == 0
    return np.stack([first, ~first], axis=1).reshape(-1, n_features)


def only(documents: csr_array, features: NDArray[np.bool_]) -> csr_array:
    """Return documents of which only some features are left."""
    return csr_array(documents @ diags_array(features.astype(np.float64)))


def _mean_reliability(halves: Sequence[Scores]) -> float:
    sums = [margins(each) for each in halves]
    return float(np.mean([reliability(*pair) for pair in zip(sums[::2], sums[1::2], strict=True)]))
