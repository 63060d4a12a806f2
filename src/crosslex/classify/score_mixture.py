"""Two classes in unlabeled scores: how far apart they are, and a mixture of two normals.

The separation of two classes is the distance between their mean scores in deviations within a
class. Its ratio, target to source, is predicted by √(α_target / α_source) · r_target / r_source: α
is the split-half reliability of the words' scores, r the correlation of the views' scores, both
over held-out labeled source documents and over the target's texts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_array
from scipy.special import expit

from crosslex.classify.decision import LinearDecision, Scores, margins

# Chosen by `crosslex-bench decisions --sets validation,skewed,hutto2014`, by
# the sum of the errors of the expected accuracy, of calibration and of classification.
MIDDLE_ERROR = 0.2  # in deviations of the source's scores
SHARE_ERROR = 0.6  # in log-odds
DEVIATION_RATIO = 0.74  # to the source's: fewer of the target's words have weights
DEVIATION_ERROR = 0.2  # relative
RATIO_ERROR = 0.22
"""Of the separation that the ratio predicts: 0.18 is the root mean square over the tasks of these
sets, which have six targets; Student's distribution with five degrees of freedom is 1.22 times as
wide as the normal."""
INTERVAL_ERROR = 0.3
"""The same for the interval of the expected accuracy: with only six targets, the root mean square
may be as large as 0.18 √(6 / 2.2), its upper 90 % confidence bound (2.2 is a quantile of χ² with
six degrees of freedom)."""
SEPARATION_RATIO = 0.62  # to the source's, where there is one view only
SEPARATION_ERROR = 0.35  # of that ratio, relative
SMALLEST_SEPARATION, LARGEST_SEPARATION = 0.3, 6.0
LARGEST_RATIO = 1.2  # of separations, in the target to the source's
LARGEST_WIDTH_RATIO = 2.0  # of the two classes' deviations
MAX_TEXTS = 70
"""A pool has the weight of at most so many texts, because scores are not quite normal. 50 does
as well on these sets, but finds the middle of generated classes less well."""
SPLITS = 3
"""Random divisions of the words into two halves, over which the reliability is averaged."""
MIN_CORRELATED = 3
"""Texts that correlations need."""
_BINS = 400
_SAME = 1e-9  # scores that differ by less, relative to the largest, are the same but for rounding
_FARTHEST = 10.0  # as logarithms, or deviations of the source's scores


@dataclass(frozen=True)
class ScoreMixture:
    """Two normal distributions of scores, one per class.

    Parameters
    ----------
    middle
        The score that lies as many deviations above the first class's mean as below the
        second's: cut there, texts of both classes are equally often taken for the other.
    slope
        Of the log-odds of the second class as a function of the score, at the middle.
    separation
        The distance between the means of the two classes, in deviations within a class: half of
        it lies on either side of the middle.
    share
        The second class's share of the target's texts.
    separation_error
        The standard error of the separation.
    """

    middle: float
    slope: float
    separation: float
    share: float
    separation_error: float


def fit_mixture(
    pool: NDArray[np.float64],
    held_out: NDArray[np.float64],
    second: NDArray[np.bool_],
    *,
    ratio: float | None = None,
    middle_error: float = MIDDLE_ERROR,
) -> ScoreMixture:
    """Return the mixture with the largest posterior density, given the target's scores.

    Both classes' scores are normal; between their means lies the middle. The ratio of the two
    deviations is that of the source: bad reviews, for example, often have scores farther out,
    which would otherwise move the middle towards them. With classes far apart, the likelihood of
    the target's scores determines the middle; otherwise it cannot distinguish middle from share,
    and the priors decide: the middle is near the source's, the shares are not far from equal, and
    the separation is a part of the source's: the ratio that several views predict, or, with one
    view, the usual one. It is never much larger than the source's.

    Parameters
    ----------
    pool
        Scores of target texts, positive for the second class.
    held_out, second
        Scores of labeled source texts by classifiers that have not seen their labels, and whether
        each is of the second class.
    ratio
        Of the classes' separation in the target to that in the source; see `separation_ratio`.
    middle_error
        Prior standard deviation of the middle, in deviations of the source's scores.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> second = np.arange(1000) % 2 == 1
    >>> source = rng.normal(np.where(second, 1.5, -1.5), 1.0)
    >>> target = rng.normal(np.where(rng.random(2000) < 0.8, 1.5, -0.5), 0.8)
    >>> found = fit_mixture(target, source, second)
    >>> abs(found.middle - 0.5) < 0.1, found.share > 0.6
    (True, True)
    """
    unit = held_out.std() or 1.0
    source = held_out / unit
    first_mean, second_mean = float(source[~second].mean()), float(source[second].mean())
    deviations = np.array([source[~second].std(), source[second].std()])
    deviations = np.maximum(deviations, 1 / LARGEST_SEPARATION)
    within = float(np.sqrt((deviations**2).mean()))
    # Relative to their common deviation; the product of the two is 1.
    second_width = np.sqrt(
        np.clip(deviations[1] / deviations[0], 1 / LARGEST_WIDTH_RATIO, LARGEST_WIDTH_RATIO)
    )
    first_width = 1 / second_width
    gap = second_mean - first_mean
    center = first_mean + gap * first_width / (first_width + second_width)
    log_deviation = np.log(DEVIATION_RATIO * within)
    most = max(SMALLEST_SEPARATION, LARGEST_RATIO * gap / within)
    part = SEPARATION_RATIO if ratio is None else ratio
    largest = min(most, LARGEST_SEPARATION)
    expected = float(np.clip(part * gap / within, SMALLEST_SEPARATION, largest))
    error = SEPARATION_ERROR * expected if ratio is None else RATIO_ERROR
    places, counts = _histogram(pool / unit)

    def loss(parameters: NDArray[np.float64]) -> float:
        middle, log_separation, deviation, share = np.clip(parameters, -_FARTHEST, _FARTHEST)
        separation = np.exp(log_separation)
        half = separation / 2
        standard = (places - middle) / np.exp(deviation)
        likelihood = np.logaddexp(
            -np.logaddexp(0, -share) - _surprise(standard / second_width - half, second_width),
            -np.logaddexp(0, share) - _surprise(standard / first_width + half, first_width),
        )
        surprise = (
            ((middle - center) / middle_error) ** 2
            + ((separation - expected) / error) ** 2
            + ((deviation - log_deviation) / DEVIATION_ERROR) ** 2
            + (share / SHARE_ERROR) ** 2
        )
        return float(surprise / 2 - (counts * (likelihood - deviation)).sum())

    start = np.array([center, np.log(expected), log_deviation, 0.0])
    found = minimize(loss, start, method="BFGS")
    middle, log_separation, deviation, share = np.clip(found.x, -_FARTHEST, _FARTHEST)
    separation = min(float(np.exp(log_separation)), most)
    return ScoreMixture(
        middle=float(middle * unit),
        slope=float(separation * (first_width + second_width) / 2 / np.exp(deviation) / unit),
        separation=separation,
        share=float(expit(share)),
        separation_error=error if ratio is None else INTERVAL_ERROR,
    )


def _surprise(standard: NDArray[np.float64], width: float) -> NDArray[np.float64]:
    """Return the negative logarithm of a normal density, up to a constant."""
    return np.asarray(standard**2 / 2 + np.log(width))


def _histogram(
    scores: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return places of scores and how much evidence there is at each: never more than allowed.

    Scores that are all the same tell nothing of two classes.
    """
    if not len(scores) or np.ptp(scores) <= _SAME * np.abs(scores).max():
        return np.empty(0), np.empty(0)
    counts, edges = np.histogram(scores, bins=_BINS)
    kept = counts > 0
    evidence = min(1.0, MAX_TEXTS / len(scores))
    return ((edges[:-1] + edges[1:]) / 2)[kept], np.asarray(evidence * counts[kept], np.float64)


def separation_ratio(
    halves: Sequence[Scores],
    decisions: Sequence[LinearDecision],
    held_out: Sequence[Scores],
    pool: csr_array,
) -> float | None:
    """Return the predicted ratio of the classes' separation, target to source.

    A score's correlation with the class is proportional to the square root of its reliability
    (Spearman's attenuation): the reliability measures whether the words of a text agree with each
    other, the correlation of the views whether the views do. Of more than two classes, each is
    compared with the mean of the others, and the mean is taken. None if there are not two views
    and some texts.

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
    if known.shape[0] < MIN_CORRELATED or len(decisions) < 2:
        return None
    weights = decisions[0].weights
    in_target = [known @ (half[:, None] * weights) for half in word_halves(len(weights))]
    of_target, of_source = _mean_reliability(in_target), _mean_reliability(halves)
    agreement = _mean_agreement([each.scores(known) for each in decisions])
    at_source = _mean_agreement(held_out)
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


def word_halves(n_features: int) -> NDArray[np.float64]:
    """Return 1 for the features of each half: each first half is followed by the other features."""
    first = np.random.default_rng(0).integers(0, 2, (SPLITS, n_features)) == 0
    return np.stack([first, ~first], axis=1).reshape(-1, n_features).astype(np.float64)


def _mean_reliability(halves: Sequence[Scores]) -> float:
    sums = [_contrasts(each) for each in halves]
    found = [
        reliability(first, second)
        for one, other in zip(sums[::2], sums[1::2], strict=True)
        for first, second in zip(one, other, strict=True)
    ]
    return float(np.mean(found))


def _mean_agreement(scores: Sequence[Scores]) -> float:
    by_class = zip(*map(_contrasts, scores), strict=True)
    return float(np.mean([mean_correlation(views) for views in by_class]))


def _contrasts(scores: Scores) -> list[NDArray[np.float64]]:
    """Return how much each class scores above the mean of the others; of two, the second alone."""
    if scores.shape[1] == 2:
        return [margins(scores)]
    return [
        scores[:, code] - np.delete(scores, code, axis=1).mean(axis=1)
        for code in range(scores.shape[1])
    ]
