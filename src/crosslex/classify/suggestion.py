"""Which texts of the target to label first."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import softmax

from crosslex.adapt.decision import Scores
from crosslex.classify.refinement import LINE_ERROR, VIEW_ERROR, WORD_ERROR, usual_length

MOST_CANDIDATES = 2000
"""Texts that are compared with each other; of more, a random sample is."""


def most_useful(
    log_odds: Scores,
    documents: csr_array,
    number: int,
    *,
    center: NDArray[np.float64],
    parts: Sequence[Scores] = (),
    n_labeled: int = 0,
) -> list[int]:
    """Return the documents whose labels would tell most of the others, the best first.

    What a classifier may still have wrong in its log-odds (see `fit_refinement`) is alike in
    documents that share words, or on which the views differ in the same way. One label of a
    document therefore makes all that resemble it more certain, and most so where it is
    uncertain itself. Documents are taken one by one; each lowers the variance of all log-odds
    most, weighted by how uncertain the class is. This is the sequential design of Bayesian
    experiments (A-optimality) for a logistic regression, linearized.

    Parameters
    ----------
    log_odds
        Documents × classes.
    documents
        Weighted documents × features.
    number
        How many to return.
    center
        The mean document of the target: one number per feature.
    parts
        The log-odds by each view.
    n_labeled
        How many documents, the first ones, have a label already.

    Examples
    --------
    The second document has two that resemble it, so its label tells most.

    >>> documents = csr_array(np.array([[1.0, 0, 0], [0, 1, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1]]))
    >>> most_useful(np.zeros((5, 2)), documents, 1, center=np.zeros(3))
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


def candidates(n_documents: int, seed: int) -> NDArray[np.intp]:
    """Return the documents to compare: all, or a random sample of many.

    >>> candidates(3, 0)
    array([0, 1, 2])
    """
    if n_documents <= MOST_CANDIDATES:
        return np.arange(n_documents)
    return np.sort(np.random.default_rng(seed).permutation(n_documents)[:MOST_CANDIDATES])


def prior_covariance(
    documents: csr_array, center: NDArray[np.float64], parts: Sequence[Scores]
) -> NDArray[np.float64]:
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


def _observe(covariance: NDArray[np.float64], index: int, information: float) -> None:
    """Lower the covariance, in place, by what a label of one document tells of all."""
    row = covariance[index].copy()
    covariance -= np.outer(row, row) / (1 / information + row[index])
