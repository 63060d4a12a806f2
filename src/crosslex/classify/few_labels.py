"""Few labels of the target: which texts to label, and learning from the labels."""

import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_array, vstack
from scipy.special import log_softmax, softmax

from crosslex.arrays import Float64s, Int32s
from crosslex.checks import check_whole
from crosslex.classify.decision import LinearDecision, Scores, require_linear
from crosslex.classify.fitted import FittedClassifier, Refinement
from crosslex.classify.inputs import label_codes
from crosslex.corpus.documents import UNLABELED, Label
from crosslex.errors import CrosslexWarning, InputError

# Chosen on pairs with music or video as target, on hutto2014, and on pools of music and video
# made one-sided both ways, with 10 to 40 labels, drawn and suggested; see
# `crosslex-bench few-labels`.
LINE_ERROR = 0.3
"""Prior standard deviation of the threshold's error, in log-odds."""
VIEW_ERROR = 0.1
"""Prior standard deviation of the relative error of each view weight."""
WORD_ERROR = 2.0
"""Prior standard deviation of the error of word weights, for a document at the usual distance
from the mean, in log-odds."""
MAX_CANDIDATES = 2000
"""Texts that are compared with each other; of more, a random sample is."""


def suggest_texts(
    fitted: FittedClassifier, documents: csr_array, number: int, *, seed: int
) -> NDArray[np.intp]:
    """Return the rows of the documents whose labels would help most, the best first."""
    check_whole("n", number, least=1, most=MAX_CANDIDATES)
    known = np.flatnonzero(np.diff(documents.indptr))
    if not len(known):
        raise InputError("X: none of the texts contains a word that the classifier knows")
    if number > len(known):
        warnings.warn(
            f"n: asked for {number:,} texts, but only {len(known):,} contain words that the "
            "classifier knows; all of these are suggested",
            CrosslexWarning,
            stacklevel=3,
        )
    order = np.random.default_rng(seed).permutation(len(known))
    compared = known[np.sort(order[:MAX_CANDIDATES])]
    rows, n_labeled = csr_array(documents[compared]), 0
    if fitted.refinement is not None:
        labeled = fitted.refinement.documents[-MAX_CANDIDATES:]
        rows, n_labeled = csr_array(vstack([labeled, rows], format="csr")), labeled.shape[0]
    chosen = most_useful(
        fitted.scores(rows),
        rows,
        min(number, len(known)),
        center=fitted.center,
        parts=[view.scores(rows) for view in _scaled_views(fitted)],
        n_labeled=n_labeled,
    )
    return np.asarray(compared[np.array(chosen) - n_labeled], np.intp)


def refine_classifier(
    fitted: FittedClassifier, documents: csr_array, y: Sequence[Label] | NDArray[Any]
) -> FittedClassifier:
    """Return the classifier, moved by labels of the target and all that it was given before."""
    views, classes = _scaled_views(fitted), fitted.classes.tolist()
    codes = label_codes(y, documents.shape[0], classes, refuse_unknown=True)
    used = np.flatnonzero((codes != UNLABELED) & (np.diff(documents.indptr) > 0))
    if not len(used):
        raise InputError(
            "y: none of the texts has a label and contains words which the classifier knows"
        )
    documents, codes = csr_array(documents[used]), codes[used]
    if fitted.refinement is not None:
        before = fitted.refinement
        again = set(_words_of(documents, fitted))
        kept = [words not in again for words in _words_of(before.documents, fitted)]
        documents = csr_array(vstack([before.documents[kept], documents], format="csr"))
        codes = np.concatenate([before.labels[kept], codes])
    if len(found := np.unique(codes)) == 1:
        warnings.warn(
            f"y: all {len(codes):,} labels are of the class {classes[found[0]]!r} (-1 means "
            "unlabeled), so that more texts will get it; give labels of other classes, too",
            CrosslexWarning,
            stacklevel=3,
        )
    log_odds = fitted.calibration.apply(fitted.decision.scores(documents))
    change = fit_change(log_odds, documents, codes, center=fitted.center, views=views)
    return replace(fitted, refinement=Refinement(documents, codes, change))


def _scaled_views(fitted: FittedClassifier) -> list[LinearDecision]:
    """Return the views of a classifier on the scale of log-odds."""
    views = require_linear(fitted.decision).as_views()
    return [view.times(fitted.calibration.slope) for view in views]


def _words_of(documents: csr_array, fitted: FittedClassifier) -> list[tuple[bytes, bytes]]:
    """Return the features of each document and their weights, without what an encoder added."""
    words = csr_array(documents[:, : len(fitted.features)])
    words.sort_indices()
    rows = map(slice, words.indptr[:-1], words.indptr[1:])
    # Loaded documents have wider indices than new ones.
    indices, data = words.indices.astype(np.int64), words.data.astype(np.float64)
    return [(indices[row].tobytes(), data[row].tobytes()) for row in rows]


def fit_change(
    log_odds: Scores,
    documents: csr_array,
    labels: Int32s,
    *,
    center: Float64s,
    views: Sequence[LinearDecision] = (),
) -> LinearDecision:
    """Return the most likely change of a classifier, given some labels of the target.

    Log-odds of class k may change by b_k + Σ_v a_v s_vk(x) + (x - m)·d_k: the threshold moves by b,
    each view's scores s_v count 1 + a_v times as much as before, and weights of words change by
    d, which leaves the target's mean document m, the center, where it is. Before any label is seen,
    all of these are normal around 0, so that a few labels change little. The change returned is
    the maximum of their posterior density.

    >>> documents = csr_array(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]]))
    >>> labels, center = np.array([1, 0, 1]), np.array([0.5, 0.5])
    >>> found = fit_change(np.zeros((3, 2)), documents, labels, center=center)
    >>> found.scores(documents).argmax(axis=1)
    array([1, 0, 1])
    """
    n_features, n_classes = documents.shape[1], log_odds.shape[1]
    parts = [view.scores(documents) for view in views]
    # The difference of two classes varies twice as much as each.
    line, word = LINE_ERROR / np.sqrt(2), WORD_ERROR / np.sqrt(2) / usual_length(documents)
    wanted = np.eye(n_classes)[labels]
    sizes = [n_classes, len(parts), n_features * n_classes]

    def unpack(standard: Float64s) -> tuple[Float64s, ...]:
        intercept, factors, weights = np.split(standard, np.cumsum(sizes)[:-1])
        return line * intercept, VIEW_ERROR * factors, word * weights.reshape(n_features, n_classes)

    def loss(standard: Float64s) -> tuple[float, Float64s]:
        intercept, factors, weights = unpack(standard)
        moved = documents @ weights - center @ weights
        scores = log_odds + intercept + moved + (np.tensordot(factors, parts, 1) if parts else 0.0)
        surprise = -(wanted * log_softmax(scores, axis=1)).sum()
        slope = softmax(scores, axis=1) - wanted
        gradient = [
            line * slope.sum(axis=0),
            VIEW_ERROR * np.array([(slope * part).sum() for part in parts]),
            word * np.ravel(documents.T @ slope - np.outer(center, slope.sum(axis=0))),
        ]
        return float(surprise + standard @ standard / 2), np.concatenate(gradient) + standard

    options = {"maxiter": 1000, "ftol": 1e-12, "gtol": 1e-8}
    found = minimize(loss, np.zeros(sum(sizes)), jac=True, method="L-BFGS-B", options=options)
    intercept, factors, weights = unpack(found.x)
    intercept = intercept - center @ weights
    for factor, view in zip(factors, views, strict=True):
        weights = weights + factor * view.weights
        intercept = intercept + factor * view.intercept
    return LinearDecision(weights, intercept)


def most_useful(
    log_odds: Scores,
    documents: csr_array,
    number: int,
    *,
    center: Float64s,
    parts: Sequence[Scores] = (),
    n_labeled: int = 0,
) -> list[int]:
    """Return the documents whose labels would reduce the variance most, the best first.

    What a classifier may still have wrong in its log-odds (see `fit_change`) is alike in
    documents that share words, or on which the views differ in the same way. Documents are taken
    one by one; each lowers the variance of all log-odds most, weighted by how uncertain the class
    is: a sequential, A-optimal design of a linearized logistic regression.

    `parts` are the log-odds by each view, `center` the target's mean document; the first
    `n_labeled` documents have a label already.

    >>> documents = csr_array(np.array([[1.0, 0, 0], [0, 1, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1]]))
    >>> most_useful(np.zeros((5, 2)), documents, 1, center=np.zeros(3))  # like two others
    [1]
    """
    covariance = prior_covariance(documents, center, parts)
    variance = np.diag(covariance)
    # Log-odds that are uncertain themselves are nearer to 0 than they look.
    likely = softmax(log_odds / np.sqrt(1 + np.pi * variance / 8)[:, None], axis=1)
    information = np.maximum((1 - (likely**2).sum(axis=1)) / 2, 1e-12)
    free = np.arange(len(information)) >= n_labeled
    weights = np.where(free, information, 0.0)
    for index in range(n_labeled):
        _observe(covariance, index, information[index])
    chosen: list[int] = []
    for _ in range(number):
        gains = weights @ covariance**2 / (1 / information + np.diag(covariance))
        best = int(np.where(free, gains, -1.0).argmax())
        free[best] = False
        _observe(covariance, best, information[best])
        chosen.append(best)
    return chosen


def prior_covariance(documents: csr_array, center: Float64s, parts: Sequence[Scores]) -> Float64s:
    """Return how the errors of the log-odds of two classes vary together: documents × documents.

    >>> prior_covariance(csr_array(np.array([[1.0, 0.0]])), np.array([1.0, 0.0]), []).round(4)
    array([[0.09]])
    """
    along = documents @ center
    products = (documents @ documents.T).toarray() - along[:, None] - along + center @ center
    covariance = (WORD_ERROR / usual_length(documents)) ** 2 * products + LINE_ERROR**2
    for part in parts:
        centered = part - part.mean(axis=1, keepdims=True)
        # Of two classes, twice the sum of products is the product of the differences.
        covariance += 2 * VIEW_ERROR**2 * (centered @ centered.T)
    return np.asarray(covariance)


def _observe(covariance: Float64s, index: int, information: float) -> None:
    """Update the covariance in place, given a label of one document."""
    row = covariance[index].copy()
    covariance -= np.outer(row, row) / (1 / information + row[index])


def usual_length(documents: csr_array) -> float:
    """Return the root of the mean squared length of documents: 1 where all are normalized."""
    squared = float((documents.data**2).sum()) / max(documents.shape[0], 1)
    return float(np.sqrt(squared)) or 1.0
