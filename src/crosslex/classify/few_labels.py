"""Few labels: which texts of the target to label, and learning from the labels."""

import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack
from scipy.special import softmax

from crosslex.checks import check_whole
from crosslex.classify.decision import LinearDecision, Scores, Views
from crosslex.classify.inputs import column_of, read_label
from crosslex.classify.learned import LearnedClassifier
from crosslex.classify.refinement import (
    LINE_ERROR,
    VIEW_ERROR,
    WORD_ERROR,
    Refinement,
    fit_refinement,
    usual_length,
)
from crosslex.corpus import documents as corpus_documents
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import UNLABELED, Label, class_code, class_codes
from crosslex.errors import CrosslexWarning, InputError

MAX_CANDIDATES = 2000
"""Texts that are compared with each other; of more, a random sample is."""


def suggest(
    learned: LearnedClassifier,
    X: Sequence[str] | Corpus,
    number: int,
    *,
    seed: int = 0,
    n_jobs: int = 1,
) -> NDArray[np.intp]:
    """Return the indices of the texts whose labels would help most, the best first."""
    check_whole("n", number, least=1, most=MAX_CANDIDATES)
    documents = learned.documents(X, n_jobs)
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
        number = len(known)
    compared = known[candidates(len(known), seed)]
    rows, n_labeled = csr_array(documents[compared]), 0
    if learned.refinement is not None:
        labeled = learned.refinement.documents
        given = candidates(labeled.shape[0], seed)
        rows = csr_array(vstack([labeled[given], rows], format="csr"))
        n_labeled = len(given)
    views = _views(learned)
    chosen = most_useful(
        learned.scores(rows),
        rows,
        number,
        center=learned.center,
        parts=() if views is None else views.scores(rows),
        n_labeled=n_labeled,
    )
    return np.asarray(compared[np.array(chosen) - n_labeled], np.intp)


def refine(
    learned: LearnedClassifier,
    X: Sequence[str] | Corpus,
    y: Sequence[Label] | NDArray[Any],
    *,
    n_jobs: int = 1,
) -> LearnedClassifier:
    """Return the classifier, moved by labels of the target and all that it was given before."""
    documents = learned.documents(X, n_jobs)
    given = column_of("y", y)
    labels = [read_label(label) for label in given]
    if len(labels) != documents.shape[0]:
        raise InputError(
            f"y: found {len(labels)} for {documents.shape[0]} texts; give one per text"
        )
    names = class_codes(learned.classes.tolist())
    found = [None if label is None else class_code(label, names) for label in labels]
    for label, code in zip(labels, found, strict=True):
        if label is not None and code is None:
            raise InputError(f"y: found {label!r}; the classes are {', '.join(names)}")
    _warn_of_minus_ones(given, learned.classes.tolist())
    labeled = np.array([label is not None for label in labels], bool)
    used = np.flatnonzero(labeled & (np.diff(documents.indptr) > 0))
    if not len(used):
        raise InputError(
            "y: none of the texts has a label and contains words which the classifier knows"
        )
    codes = np.array([found[index] for index in used], np.int32)
    return with_labels(learned, csr_array(documents[used]), codes)


def _warn_of_minus_ones(given: Sequence[Any], classes: Sequence[Label]) -> None:
    """Warn of labels of -1 where they might be meant as a class: among numbers."""
    number = sum(corpus_documents.read_label(label) == UNLABELED for label in given)
    if number and all(isinstance(label, int) for label in classes):
        warnings.warn(
            f"y: {number:,} texts have the label -1, which means unlabeled, and are left out; the "
            f"classes are {', '.join(map(str, classes))}",
            CrosslexWarning,
            stacklevel=4,
        )


def with_labels(
    learned: LearnedClassifier, documents: csr_array, codes: NDArray[np.int32]
) -> LearnedClassifier:
    """Return the classifier, moved by labels of weighted documents."""
    if learned.refinement is not None:
        documents, codes = learned.refinement.more(documents, codes)
    refinement: Refinement = fit_refinement(
        learned.calibration.apply(learned.decision.scores(documents)),
        documents,
        codes,
        center=learned.center,
        views=_views(learned),
    )
    return replace(learned, refinement=refinement)


def _views(learned: LearnedClassifier) -> Views | None:
    """Return the views on the scale of log-odds; a linear decision without any is one."""
    decision, slope = learned.decision, learned.calibration.slope
    if not isinstance(decision, LinearDecision):
        return None
    views = decision.as_views()
    return replace(views, mix=slope * views.mix)


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
    The second document has two that resemble it, so its label is most informative.

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
    if n_documents <= MAX_CANDIDATES:
        return np.arange(n_documents)
    return np.sort(np.random.default_rng(seed).permutation(n_documents)[:MAX_CANDIDATES])


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
    """Update the covariance in place, given a label of one document."""
    row = covariance[index].copy()
    covariance -= np.outer(row, row) / (1 / information + row[index])
