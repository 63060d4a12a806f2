"""Two classes in unlabeled scores: a mixture of two normals, and the accuracy to expect."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit
from scipy.stats import norm

from crosslex.classify.decision import Scores
from crosslex.results import Interval, wilson

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
SEPARATION_RATIO = 0.62  # to the source's, where there is one view only
SEPARATION_ERROR = 0.35  # of that ratio, relative
SMALLEST_SEPARATION, LARGEST_SEPARATION = 0.3, 6.0
LARGEST_RATIO = 1.2  # of separations, in the target to the source's
LARGEST_WIDTH_RATIO = 2.0  # of the two classes' deviations
MAX_TEXTS = 70
"""A pool has the weight of at most so many texts, because scores are not quite normal. 50 does
as well on these sets, but finds the middle of generated classes less well."""
CONFIDENCE = 0.9
"""Of the interval of the expected accuracy."""
MIN_GAIN = 0.05
"""Over guessing, of a classifier that needs no advice."""
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
        Of the classes' separation in the target to that in the source; see
        `crosslex.classify.separation`.

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
            ((middle - center) / MIDDLE_ERROR) ** 2
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
        separation_error=error,
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


@dataclass(frozen=True)
class ExpectedAccuracy(Interval):
    """The share of texts that is classified correctly, estimated without labels.

    Parameters
    ----------
    value
        The best guess.
    low, high
        The bounds of a 90 % interval.
    guessing
        The share that always predicting the most frequent class gets.

    Examples
    --------
    >>> print(ExpectedAccuracy(0.843, 0.81, 0.868, 0.5))
    84 % (81 to 87 %)
    """

    guessing: float

    def __str__(self) -> str:
        return self.percent

    @property
    def advice(self) -> str | None:
        """What to do where the classifier may be little better than guessing; None elsewhere.

        >>> ExpectedAccuracy(0.58, 0.53, 0.63, 0.5).advice[:40]
        'it may be little better than guessing (5'
        """
        if self.low >= self.guessing + MIN_GAIN:
            return None
        return (
            f"it may be little better than guessing ({100 * self.guessing:.0f} %); label some of "
            "the target's texts (suggest) and refine the classifier with them, or take labels "
            "from a domain that is more like the target"
        )


def accuracy_of_mixture(mixture: ScoreMixture, cut: float, share: float) -> ExpectedAccuracy:
    """Return the accuracy of cutting scores of two classes somewhere.

    `share` is that of the second class among the texts to classify.

    >>> mixture = ScoreMixture(0.0, 2.0, 2.0, 0.5, 0.0)  # means -1 and 1, deviation 1
    >>> round(accuracy_of_mixture(mixture, 0.0, 0.5).value, 4)  # Φ(1)
    0.8413
    """

    def right(separation: float) -> float:
        deviation = mixture.separation / mixture.slope
        place = (cut - mixture.middle) / deviation
        first, second = norm.cdf([separation / 2 + place, separation / 2 - place])
        return float((1 - share) * first + share * second)

    error = norm.ppf((1 + CONFIDENCE) / 2) * mixture.separation_error
    low, value, high = (right(max(0.0, mixture.separation + each)) for each in (-error, 0.0, error))
    return ExpectedAccuracy(value, low, high, max(share, 1 - share))


def accuracy_of_confidence(probabilities: NDArray[np.float64]) -> ExpectedAccuracy:
    """Return the mean probability of the predicted class, with the source's usual loss beside."""
    if not len(probabilities):
        guess = 1 / probabilities.shape[1]
        return ExpectedAccuracy(guess, guess, 1.0, guess)
    value = float(probabilities.max(axis=1).mean())
    guessing = float(probabilities.mean(axis=0).max())
    error = norm.ppf((1 + CONFIDENCE) / 2) * SEPARATION_ERROR
    low, high = guessing + (value - guessing) * np.exp(np.array([-error, error]))
    return ExpectedAccuracy(value, float(low), float(min(high, 1.0)), guessing)


def held_out_accuracy(scores: Scores, labels: NDArray[np.int32]) -> ExpectedAccuracy:
    """Return the accuracy on labeled documents of the target, each left out of the training.

    >>> scores = np.array([[0.0, 1.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    >>> print(held_out_accuracy(scores, np.array([1, 0, 1, 0])))
    75 % (36 to 94 %)
    """
    right = scores.argmax(axis=1) == labels
    number, value = len(right), float(right.mean())
    found = wilson(value, number, float(norm.ppf((1 + CONFIDENCE) / 2)))
    guessing = float(np.bincount(labels).max() / number)
    return ExpectedAccuracy(value, found.low, found.high, guessing)
