"""The separation of two classes that is left in the target, predicted without labels.

The separation is the distance between the classes' mean scores in deviations within a class. Its
ratio, target to source, is predicted by √(α_target / α_source) · r_target / r_source: α is the
split-half reliability of the words' scores, r the correlation of the views' scores, both over
held-out labeled source documents and over the target's texts.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, diags_array
from sklearn.base import clone

from crosslex.classify.decision import LinearDecision, Scores, class_scores
from crosslex.classify.method import folds_of
from crosslex.classify.task import LinearClassifier

SPLITS = 3
"""Random divisions of the words into two halves, over which the reliability is averaged."""
MIN_TEXTS = 3
"""Texts that correlations need."""


def held_out_with_halves(
    fitted: LinearClassifier, documents: csr_array, labels: NDArray[np.int32]
) -> tuple[Scores, NDArray[np.float64]]:
    """Return held-out scores of labeled documents, by all their words and by halves of them.

    The second are splits × 2 × documents × classes. If a class has a single document, the fitted
    classifier itself gives the scores.
    """
    halves = [[_only(documents, half) for half in split] for split in _halves(documents.shape[1])]
    held_out = class_scores(fitted, documents)
    of_halves = np.array([[class_scores(fitted, half) for half in split] for split in halves])
    for others, left_out in folds_of(labels):
        trained = clone(fitted).fit(documents[others], labels[others])
        held_out[left_out] = class_scores(trained, documents[left_out])
        for number, split in enumerate(halves):
            for side, half in enumerate(split):
                of_halves[number, side, left_out] = class_scores(trained, half[left_out])
    return held_out, of_halves


def separation_ratio(
    halves: NDArray[np.float64],
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
        Held-out scores of the first view by halves of the words; see `held_out_with_halves`.
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
    in_target = [
        [known @ (half[:, None] * weights) for half in split] for split in _halves(len(weights))
    ]
    of_target, of_source = _mean_reliability(in_target), _mean_reliability(halves)
    agreement = mean_correlation([_margins(each.scores(known)) for each in decisions])
    at_source = mean_correlation([_margins(scores) for scores in held_out])
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


def mean_correlation(margins: Sequence[NDArray[np.float64]]) -> float:
    """Return the mean correlation of several views' scores; 0 if they do not vary.

    >>> round(mean_correlation([np.array([1.0, 2.0, 3.0]), np.array([2.0, 4.0, 6.0])]), 6)
    1.0
    """
    pairs = combinations([each for each in margins if each.std() > 0], 2)
    found = [np.corrcoef(first, second)[0, 1] for first, second in pairs]
    return float(np.mean(found)) if found else 0.0


def _halves(n_features: int) -> NDArray[np.bool_]:
    """Return which features each half has: splits × 2 × features."""
    first = np.random.default_rng(0).integers(0, 2, (SPLITS, n_features)) == 0
    return np.stack([first, ~first], axis=1)


def _only(documents: csr_array, features: NDArray[np.bool_]) -> csr_array:
    return csr_array(documents @ diags_array(features.astype(np.float64)))


def _mean_reliability(splits: Iterable[Iterable[Scores]]) -> float:
    return float(np.mean([reliability(*map(_margins, split)) for split in splits]))


def _margins(scores: Scores) -> NDArray[np.float64]:
    return np.asarray(scores[:, 1] - scores[:, 0])
