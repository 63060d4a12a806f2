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
from scipy.optimize import minimize
from scipy.sparse import csr_array
from scipy.special import expit, logit

from crosslex.arrays import Bools, Float64s
from crosslex.classify.decision import LinearDecision, Scores

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
_BINS = 400
_SAME = 1e-9  # scores that differ by less, relative to the largest, are the same but for rounding
_FARTHEST = 10.0  # as logarithms, or deviations of the source's scores


@dataclass(frozen=True)
class ScoreMixture:
    """Two normal distributions of scores, one per class.

    The middle is the score that lies as many deviations above the first class's mean as below the
    second's: cut there, texts of both classes are equally often taken for the other. There, the
    log-odds of the second class grow by the slope per unit of score. The separation is the
    distance between the means in deviations within a class, with its standard error; the share
    is the second class's among the target's texts.
    """

    middle: float
    slope: float
    separation: float
    share: float
    separation_error: float


def fit_mixture(
    pool: Float64s,
    held_out: Float64s,
    second: Bools,
    *,
    ratio: float | None = None,
    middle_error: float = MIDDLE_ERROR,
    share: float = 0.5,
) -> ScoreMixture:
    """Return the mixture with the largest posterior density, given the target's scores.

    Both classes' scores are normal; between their means lies the middle. The ratio of the two
    deviations is that of the source: bad reviews, for example, often have scores farther out,
    which would otherwise move the middle towards them. With classes far apart, the likelihood of
    the target's scores determines the middle; otherwise it cannot distinguish middle from share,
    and the priors decide: the middle is near the source's, the shares are not far from `share`, and
    the separation is a part of the source's: the ratio that several views predict, or, with one
    view, the usual one. It is never much larger than the source's.

    `pool` are scores of target texts, positive for the second class; `held_out` those of labeled
    source texts by classifiers that have not seen their labels, `second` whether each is of the
    second class. `ratio` is that of the separations, see `separation_ratio`; `middle_error` the
    prior standard deviation of the middle, in deviations of the source's scores; `share` the
    second class's, by the prior.
    """
    unit = held_out.std() or 1.0
    source = held_out / unit
    classes = source[~second], source[second]
    deviations = np.maximum([each.std() for each in classes], 1 / LARGEST_SEPARATION)
    within = float(np.sqrt((deviations**2).mean()))
    # Relative to their common deviation; the product of the two is 1.
    ratio_of_widths = deviations[1] / deviations[0]
    second_width = np.sqrt(np.clip(ratio_of_widths, 1 / LARGEST_WIDTH_RATIO, LARGEST_WIDTH_RATIO))
    first_width = 1 / second_width
    gap = float(classes[1].mean()) - float(classes[0].mean())
    center = float(classes[0].mean()) + gap * first_width / (first_width + second_width)
    log_deviation = np.log(DEVIATION_RATIO * within)
    most = max(SMALLEST_SEPARATION, LARGEST_RATIO * gap / within)
    part = SEPARATION_RATIO if ratio is None else ratio
    largest = min(most, LARGEST_SEPARATION)
    expected = float(np.clip(part * gap / within, SMALLEST_SEPARATION, largest))
    error = SEPARATION_ERROR * expected if ratio is None else RATIO_ERROR
    places, counts = _histogram(pool / unit)

    def loss(parameters: Float64s) -> float:
        middle, log_separation, deviation, odds = np.clip(parameters, -_FARTHEST, _FARTHEST)
        separation = np.exp(log_separation)
        half = separation / 2
        standard = (places - middle) / np.exp(deviation)
        # Negative logarithms of the normal densities, up to a constant.
        first = (standard / first_width + half) ** 2 / 2 + np.log(first_width)
        other = (standard / second_width - half) ** 2 / 2 + np.log(second_width)
        likelihood = np.logaddexp(-np.logaddexp(0, -odds) - other, -np.logaddexp(0, odds) - first)
        surprise = (
            ((middle - center) / middle_error) ** 2
            + ((separation - expected) / error) ** 2
            + ((deviation - log_deviation) / DEVIATION_ERROR) ** 2
            + ((odds - logit(share)) / SHARE_ERROR) ** 2
        )
        return float(surprise / 2 - (counts * (likelihood - deviation)).sum())

    start = np.array([center, np.log(expected), log_deviation, logit(share)])
    found = minimize(loss, start, method="BFGS")
    middle, log_separation, deviation, odds = np.clip(found.x, -_FARTHEST, _FARTHEST)
    separation = min(float(np.exp(log_separation)), most)
    return ScoreMixture(
        middle=float(middle * unit),
        slope=float(separation * (first_width + second_width) / 2 / np.exp(deviation) / unit),
        separation=separation,
        share=float(expit(odds)),
        separation_error=error if ratio is None else INTERVAL_ERROR,
    )


def _histogram(scores: Float64s) -> tuple[Float64s, Float64s]:
    """Return places of scores and how much evidence there is at each: never more than allowed.

    Scores that are all the same tell nothing of two classes.
    """
    if np.ptp(scores) <= _SAME * np.abs(scores).max():
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
    other, the correlation of the views whether the views do. None with one view.

    `halves` are held-out scores of the first view, the words, by each of `word_halves`; `held_out`
    those of all views' decisions; `pool` has the target's documents × features.

    C. Spearman. *The Proof and Measurement of Association between Two Things*. American Journal
    of Psychology 15, 1904.
    """
    if len(decisions) < 2:
        return None
    known = csr_array(pool[np.flatnonzero(np.diff(pool.indptr))])
    weights = decisions[0].weights
    in_target = [known @ (half[:, None] * weights) for half in word_halves(len(weights))]
    of_target, of_source = reliability(in_target), reliability(halves)
    agreement = mean_correlation([each.scores(known) for each in decisions])
    at_source = mean_correlation(held_out)
    if of_source <= 0 or at_source <= 0:
        return None
    return float(np.sqrt(max(0.0, of_target) / of_source) * max(0.0, agreement) / at_source)


def word_halves(n_features: int) -> Float64s:
    """Return 1 for the features of each half: each first half is followed by the other features."""
    first = np.random.default_rng(0).integers(0, 2, (SPLITS, n_features)) == 0
    return np.stack([first, ~first], axis=1).reshape(-1, n_features).astype(np.float64)


def reliability(halves: Sequence[Scores]) -> float:
    """Return the reliability of the sum of two halves' scores, the mean over classes and splits.

    P. J. Rulon. *A Simplified Procedure for Determining the Reliability of a Test by
    Split-Halves*. Harvard Educational Review 9, 1939.

    >>> scores = np.array([[1.0, 0.0], [2.0, 0.0], [4.0, 0.0]])
    >>> reliability([scores, scores])
    1.0
    """
    contrasts = np.stack([_contrasts(each) for each in halves])
    first, second = contrasts[::2], contrasts[1::2]
    total, noise = (first + second).var(axis=2), (first - second).var(axis=2)
    return float(np.where(total > 0, 1 - noise / np.where(total > 0, total, 1), 0).mean())


def mean_correlation(scores: Sequence[Scores]) -> float:
    """Return the mean correlation of several views' scores over classes; 0 if they do not vary.

    >>> scores = np.array([[1.0, 0.0], [2.0, 0.0], [4.0, 0.0]])
    >>> round(mean_correlation([scores, 2 * scores]), 6)
    1.0
    """
    found = []
    for views in zip(*map(_contrasts, scores), strict=True):
        pairs = combinations([view for view in views if view.std() > 0], 2)
        found.append(np.mean([np.corrcoef(*pair)[0, 1] for pair in pairs] or [0.0]))
    return float(np.mean(found))


def _contrasts(scores: Scores) -> Float64s:
    """Return how much each class scores above the mean of the others: classes × documents.

    Of two classes, the second alone: the first's is the same with the other sign.
    """
    codes = list(range(scores.shape[1])) if scores.shape[1] > 2 else [1]
    others = [np.delete(scores, code, axis=1).mean(axis=1) for code in codes]
    return np.asarray(scores[:, codes].T - np.stack(others))
