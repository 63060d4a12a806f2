"""Class shares in the target if only the shares have changed, and how alike the texts then are."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array
from sklearn.base import clone

from crosslex.arrays import Bools, Float64s, Int32s
from crosslex.classify.decision import Scores, class_scores, lead
from crosslex.classify.method import folds_of
from crosslex.classify.task import LinearClassifier

BINS = 10
"""Of scores, of which the source has about equally many in each."""
SMOOTHING = 3.0
"""Texts that each class has more, like those of both: shares of halves of reviews are then right
in the mean, whichever class is rare."""
MIN_Z = 2.5
"""Standard errors by which shares must differ from the source's; else they are taken to be its."""
SMALLEST_ERROR, LARGEST_ERROR = 1e-6, 0.5
"""Of a share; the largest is that of one of which nothing is known."""
_LEAST_INFORMATION = 1e-9
_PASSES = 500
_SMALLEST_SHARE = 1e-3


@dataclass(frozen=True, eq=False)
class LabelShift:
    """The target's class shares if a class's texts are as in the source, and what speaks for it.

    `error` is the largest standard error of the shares' log-odds; `likeness` that of the target's
    texts and the source's, if the source's classes had these shares: random halves of a corpus
    have 0.99 to 1, also if their shares differ; other products 0.8 to 0.9.
    """

    shares: Float64s
    error: float
    likeness: float


def find_label_shift(
    source: csr_array, labels: Int32s, target: csr_array, classifier: LinearClassifier
) -> LabelShift:
    """Return the class shares that explain the target's scores, and how alike the texts are.

    Parameters
    ----------
    source, target
        Weighted documents × features.
    labels
        The class codes of the source's documents.
    classifier
        Learns from the source's documents and scores both.
    """
    usual = np.bincount(labels) / len(labels)
    held_out, scores = comparable_scores(source, labels, target, classifier)
    codes = range(len(usual))
    found, errors = np.transpose(
        [estimate_share(lead(held_out, c), labels == c, lead(scores, c)) for c in codes]
    )
    shares = usual
    if (np.abs(found - usual) > MIN_Z * errors).any():
        # They sum to 1; the least certain are changed most.
        shares = found + (1 - found.sum()) * errors**2 / (errors @ errors)
        shares = np.maximum(shares, _SMALLEST_SHARE) / np.maximum(shares, _SMALLEST_SHARE).sum()
    of_classes = [csr_array(source[np.flatnonzero(labels == code)]) for code in codes]
    error = float((errors / (shares * (1 - shares))).max())
    return LabelShift(shares, error, likeness(of_classes, shares, target))


def comparable_scores(
    source: csr_array, labels: Int32s, target: csr_array, classifier: LinearClassifier
) -> tuple[Scores, Scores]:
    """Return scores of all documents, each by a classifier that has learned from other folds.

    One of all of the source would be surer of the target's documents, above all of a rare class's.
    """
    folds = folds_of(labels)
    fold_of = np.random.default_rng(0).permutation(target.shape[0]) % len(folds)
    n_classes = int(labels.max()) + 1
    held_out, scores = (np.zeros((each.shape[0], n_classes)) for each in (source, target))
    for number, (others, left_out) in enumerate(folds):
        trained = clone(classifier).fit(source[others], labels[others])
        held_out[left_out] = class_scores(trained, csr_array(source[left_out]))
        here = np.flatnonzero(fold_of == number)
        if len(here):
            scores[here] = class_scores(trained, csr_array(target[here]))
    return held_out, scores


def estimate_share(held_out: Float64s, of_class: Bools, scores: Float64s) -> tuple[float, float]:
    """Return the share of a class among texts whose scores are given, with its standard error.

    Scores are put into bins; the most likely share mixes the source's distributions of the class
    and of the others over the bins (expectation maximization: Saerens, Latinne and Decaestecker,
    Neural Computation 14, 2002). The standard error is that of the influence of single texts of
    the target and the source.

    >>> held_out, of_class = np.arange(1000.0), np.arange(1000) >= 500
    >>> share, error = estimate_share(held_out, of_class, np.append(np.zeros(30), np.full(70, 900)))
    >>> round(share, 2), round(error, 2)
    (0.7, 0.05)
    """
    edges = np.quantile(held_out, np.arange(1, BINS) / BINS)
    bins = np.searchsorted(edges, held_out)
    counts = np.array([np.bincount(bins[each], minlength=BINS) for each in (~of_class, of_class)])
    counts = counts + SMOOTHING * counts.sum(axis=0) / len(held_out)
    sizes = counts.sum(axis=1)
    others, own = np.maximum(counts / sizes[:, None], _SMALLEST_SHARE)
    seen = np.bincount(np.searchsorted(edges, scores), minlength=BINS) / len(scores)
    share = 0.5
    for _ in range(_PASSES):
        share = float(seen @ (share * own / (share * own + (1 - share) * others)))
    share = float(np.clip(share, _SMALLEST_SHARE, 1 - _SMALLEST_SHARE))
    mixed = share * own + (1 - share) * others
    slope = (own - others) / mixed
    information = float(mixed @ slope**2)
    if information < _LEAST_INFORMATION:
        return share, LARGEST_ERROR

    def variance(parts: Float64s) -> float:
        return float(parts @ slope**2 - (parts @ slope) ** 2) / information**2

    error = variance(mixed) / len(scores) + share**2 * variance(own) / sizes[1]
    error += (1 - share) ** 2 * variance(others) / sizes[0]
    return share, float(np.clip(np.sqrt(error), SMALLEST_ERROR, LARGEST_ERROR))


def likeness(classes: Sequence[csr_array], shares: Float64s, target: csr_array) -> float:
    """Return the cosine of the target's mean document and of the classes' mean with some shares.

    It is corrected for chance: a document's product with itself does not count, else means of few
    documents would be longer and less alike.

    >>> one, other = csr_array(np.tile([1.0, 0.0], (9, 1))), csr_array(np.tile([0.0, 1.0], (9, 1)))
    >>> likeness([one, other], np.array([0.5, 0.5]), csr_array([[1.0, 0.0], [0.0, 1.0]] * 50))
    1.0
    >>> likeness([one], np.ones(1), other)
    0.0
    """
    means = np.stack([each.mean(axis=0) for each in classes])
    products = means @ means.T
    np.fill_diagonal(products, [_own_product(each) for each in classes])
    square = (shares @ products @ shares) * _own_product(target)
    product = float(shares @ means @ target.mean(axis=0))
    return float(np.clip(product / np.sqrt(square), 0, 1)) if square > 0 else 0.0


def _own_product(documents: csr_array) -> float:
    """Return the mean product of two different documents."""
    number, total = documents.shape[0], documents.sum(axis=0)
    single = documents.multiply(documents).sum()
    return float((total @ total - single) / max(number * (number - 1), 1))
