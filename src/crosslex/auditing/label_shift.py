"""Class shares in the target if only the shares have changed, and how alike the texts then are."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array
from sklearn.base import clone

from crosslex.arrays import Float64s, Int32s, Int64s
from crosslex.classify.decision import Scores, class_scores, lead
from crosslex.classify.method import folds_of
from crosslex.classify.task import LinearClassifier

BINS = 10
"""Of the scores of the texts with one predicted class, with as many of the source's in each."""
MIN_TEXTS_PER_BIN = 10
# These three were chosen on random halves of reviews; how they do there is shown by
# `crosslex-bench audit estimates --sets "halves,halves, other shares"`.
SMOOTHING = 3.0
"""Pseudo-counts per class, distributed over the bins as all texts of the source are."""
MIN_Z = 2.5
"""Standard errors by which shares must differ from the source's; else they are taken to be its."""
LIKENESS_POWER = 64
"""The likeness to this power is the weight of the label shift."""
LARGEST_ERROR = 0.5
"""Of a share of which nothing is known."""
_LEAST_INFORMATION = 1e-9
_MAX_PASSES = 1000
_TOLERANCE = 1e-6
_SMALLEST_SHARE = 1e-3


@dataclass(frozen=True, eq=False)
class LabelShift:
    """The target's class shares if a class's texts are as in the source, and what speaks for it.

    `error` is the largest standard error of the shares' log-odds; `likeness` that of the target's
    texts and the source's, if the source's classes had these shares: random halves of a corpus
    have 0.986 to 1, also if their shares differ, texts of other domains at most 0.975.
    """

    shares: Float64s
    error: float
    likeness: float

    @property
    def weight(self) -> float:
        """How far the target's class shares follow from the label shift, from 0 to 1."""
        return float(self.likeness**LIKENESS_POWER)


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
    shares, errors = estimate_shares(held_out, labels, scores)
    if (np.abs(shares - usual) < MIN_Z * errors).all():
        # The error of shares that are not estimated, but assumed.
        shares, errors = usual, np.hypot(errors, shares - usual)
    of_classes = [csr_array(source[np.flatnonzero(labels == code)]) for code in range(len(usual))]
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


def estimate_shares(held_out: Scores, labels: Int32s, scores: Scores) -> tuple[Float64s, Float64s]:
    """Return the shares of the classes among texts whose scores are given, and standard errors.

    Scores are put into bins by the predicted class and how far it leads; the most likely shares
    mix the source's distributions of the classes over the bins (expectation maximization: Saerens,
    Latinne and Decaestecker, Neural Computation 14, 2002). The errors are the sandwich estimate,
    for texts of the target and the source drawn at random.

    >>> labels = np.repeat([0, 1], 500)
    >>> held_out = np.eye(2)[labels]
    >>> shares, errors = estimate_shares(held_out, labels, np.eye(2)[np.repeat([0, 1], [30, 70])])
    >>> shares.round(2), errors.round(2)
    (array([0.3, 0.7]), array([0.05, 0.05]))
    """
    n_classes = held_out.shape[1]
    bins, seen = _bins(held_out, scores)
    counts = np.zeros((n_classes, seen.size))
    np.add.at(counts, (labels, bins), 1)
    pooled = counts.sum(axis=0)
    counts = counts[:, pooled > 0] + SMOOTHING * pooled[pooled > 0] / len(labels)
    sizes = counts.sum(axis=1)
    own, known = counts / sizes[:, None], seen[pooled > 0]
    shares = np.full(n_classes, 1 / n_classes)
    if not known.any():
        return shares, np.full(n_classes, LARGEST_ERROR)
    parts_seen = known / int(known.sum())
    for _ in range(_MAX_PASSES):
        before, shares = shares, shares * (own @ (parts_seen / (shares @ own)))
        if np.abs(shares - before).max() < _TOLERANCE:
            break
    shares = np.maximum(shares, _SMALLEST_SHARE) / np.maximum(shares, _SMALLEST_SHARE).sum()
    mixed = shares @ own
    ratio = own / mixed

    def variance(parts: Float64s) -> Float64s:
        mean = ratio @ parts
        return np.asarray((ratio * parts) @ ratio.T - np.outer(mean, mean))

    # Shares sum to 1: only differences from the first are free.
    contrasts = np.vstack([-np.ones(n_classes - 1), np.eye(n_classes - 1)])
    information = contrasts.T @ ((ratio * mixed) @ ratio.T) @ contrasts
    if np.linalg.eigvalsh(information).min() < _LEAST_INFORMATION:
        return shares, np.full(n_classes, LARGEST_ERROR)
    scatter = variance(mixed) / len(scores)
    for share, parts, size in zip(shares, own, sizes.tolist(), strict=True):
        scatter += share**2 * variance(parts) / size
    inverse = contrasts @ np.linalg.inv(information) @ contrasts.T
    errors = np.sqrt(np.maximum(np.diag(inverse @ scatter @ inverse), 0))
    return shares, np.minimum(errors, LARGEST_ERROR)


def _bins(held_out: Scores, scores: Scores) -> tuple[Int64s, Int64s]:
    """Return the bin of each of the source's texts, and how many of the target's are in each."""
    said, said_there = held_out.argmax(axis=1), scores.argmax(axis=1)
    bins, of_target = np.zeros(len(said), np.int64), np.zeros(len(said_there), np.int64)
    first = 0
    for code in range(held_out.shape[1]):
        here, there = said == code, said_there == code
        leads = lead(held_out[here], code)
        number = int(np.clip(len(leads) // MIN_TEXTS_PER_BIN, 1, BINS))
        edges = np.quantile(leads, np.arange(1, number) / number) if len(leads) else leads
        bins[here] = first + np.searchsorted(edges, leads)
        of_target[there] = first + np.searchsorted(edges, lead(scores[there], code))
        first += number
    return bins, np.bincount(of_target, minlength=first)


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
