"""Ask for labels of the target that help most, and learn from those that are given."""

import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from crosslex.adapt.decision import LinearDecision, Views
from crosslex.checks import check_whole
from crosslex.classify.inputs import column_of, read_label
from crosslex.classify.learned import LearnedClassifier
from crosslex.classify.refinement import Refinement, fit_refinement
from crosslex.classify.suggestion import MOST_CANDIDATES, candidates, most_useful
from crosslex.corpus import documents as corpus_documents
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import UNLABELED, Label, class_code, class_codes
from crosslex.errors import CrosslexWarning, InputError


def suggest(
    learned: LearnedClassifier,
    X: Sequence[str] | Corpus,
    number: int,
    *,
    seed: int = 0,
    n_jobs: int = 1,
) -> NDArray[np.intp]:
    """Return the indices of the texts whose labels would help most, the best first."""
    check_whole("n", number, least=1, most=MOST_CANDIDATES)
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
    _tell_of_minus_ones(given, learned.classes.tolist())
    labeled = np.array([label is not None for label in labels], bool)
    used = np.flatnonzero(labeled & (np.diff(documents.indptr) > 0))
    if not len(used):
        raise InputError(
            "y: none of the texts has a label and contains words which the classifier knows"
        )
    codes = np.array([found[index] for index in used], np.int32)
    return with_labels(learned, csr_array(documents[used]), codes)


def _tell_of_minus_ones(given: Sequence[Any], classes: Sequence[Label]) -> None:
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
