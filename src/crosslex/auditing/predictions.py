"""Predictions of a classifier that is not ours, as probabilities of the classes of each text."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_is_fitted

from crosslex.classify.method import FOLDS, folds_of
from crosslex.corpus.columns import column_of
from crosslex.corpus.documents import UNLABELED, Label, class_code, class_codes, read_label
from crosslex.errors import InputError

Classifier: TypeAlias = Callable[[list[str]], Any] | Any
"""A function from texts to probabilities or classes, an estimator of scikit-learn, or a pair of
predictions: of the source's texts, and of the target's."""

MAX_SUM_ERROR = 0.01
"""By which probabilities that were rounded may differ from a sum of 1."""


@dataclass(frozen=True, eq=False)
class Predictions:
    """The probability of each class for the texts of the source and of the target.

    `certain` says that the classifier gave classes alone; their probabilities are 1.
    """

    classes: tuple[Label, ...]
    source: NDArray[np.float64]
    target: NDArray[np.float64]
    certain: bool


def read_source(source: Any) -> tuple[list[str], NDArray[np.int32], tuple[Label, ...]]:
    """Return the labeled texts of the source, their class codes, and the classes."""
    if not isinstance(source, Sequence) or isinstance(source, str) or len(source) != 2:
        raise InputError("source: give two columns, (texts, labels)")
    texts, y = (column_of(name, each) for name, each in zip(("source", "y"), source, strict=True))
    if len(texts) != len(y):
        raise InputError(f"source: found {len(y)} labels for {len(texts)} texts; give one per text")
    labels = [read_label(label) for label in y]
    missing = sum(label in (None, UNLABELED) for label in labels)
    if missing:
        raise InputError(
            f"source: {missing} of {len(texts)} texts have no label; leave them out, and their "
            "predictions"
        )
    found = {label for label in labels if label is not None}
    classes = tuple(sorted(found, key=lambda label: (str(type(label)), label)))
    if len(classes) < 2:
        only = f"only the class {classes[0]!r}" if classes else "no text"
        raise InputError(f"source: found {only}; texts of two classes or more are needed")
    code = {label: place for place, label in enumerate(classes)}
    return (
        texts,
        np.array([code[label] for label in labels if label is not None], np.int32),
        classes,
    )


def read_predictions(
    classifier: Classifier,
    source: list[str],
    labels: NDArray[np.int32],
    target: list[str],
    classes: tuple[Label, ...],
    columns: Sequence[Label] | None = None,
) -> Predictions:
    """Return a classifier's predictions for all texts.

    An estimator of scikit-learn, which has probably learned from the source's texts, predicts
    each of them after it was trained on the others, in five folds.

    Parameters
    ----------
    classifier
        A function, an estimator, or the predictions themselves.
    source, labels, target
        The texts, and the class codes of the source's.
    classes
        The class of each code.
    columns
        The classes of the columns of probabilities; None takes the estimator's `classes_`, or all
        classes in order.
    """
    given: Sequence[Any]
    order = class_codes(classes)
    if hasattr(classifier, "predict") and hasattr(classifier, "fit"):
        return _of_estimator(classifier, source, labels, target, classes)
    if callable(classifier):
        given = [classifier(source), classifier(target)]
    elif isinstance(classifier, Sequence) and len(classifier) == 2:
        given = classifier
    else:
        raise InputError(
            f"classifier: found {type(classifier).__name__}; give a function from texts to "
            "probabilities, an estimator, or a pair of predictions, (source, target)"
        )
    places = list(range(len(classes)))
    if columns is not None:
        found = [class_code(label, order) for label in column_of("classes", columns)]
        if None in found or len(set(found)) != len(classes):
            raise InputError(
                f"classes: found {', '.join(map(str, columns))}; the source's labels are "
                f"{', '.join(order)}"
            )
        places = [code for code in found if code is not None]
    read = [
        _probabilities(name, rows, len(texts), places, order)
        for name, rows, texts in (("source", given[0], source), ("target", given[1], target))
    ]
    return _as_predictions(classes, read[0], read[1])


def _as_predictions(
    classes: tuple[Label, ...], source: NDArray[np.float64], target: NDArray[np.float64]
) -> Predictions:
    certain = all(bool(((rows == 0) | (rows == 1)).all()) for rows in (source, target))
    return Predictions(classes, source, target, certain)


def _of_estimator(
    estimator: Any,
    source: list[str],
    labels: NDArray[np.int32],
    target: list[str],
    classes: tuple[Label, ...],
) -> Predictions:
    """Return the predictions of an estimator, each of the source's from the other folds."""
    y, order = np.array(classes)[labels], class_codes(classes)

    def predicted(name: str, trained: Any, texts: list[str]) -> NDArray[np.float64]:
        # Each fold has its own classes, in its own order: it may lack a rare one.
        codes = [class_code(label, order) for label in trained.classes_]
        if None in codes:
            raise InputError(
                f"classifier: it predicts {', '.join(map(str, trained.classes_))}; the source's "
                f"labels are {', '.join(order)}"
            )
        places = [code for code in codes if code is not None]
        return _probabilities(name, predict_rows(trained, texts), len(texts), places, order)

    if len(source) < FOLDS:
        raise InputError(f"source: found {len(source)} texts; give {FOLDS} or more")
    held_out = np.empty((len(source), len(classes)))
    for others, left_out in folds_of(labels):
        trained = clone(estimator).fit([source[row] for row in others], y[others])
        held_out[left_out] = predicted("source", trained, [source[row] for row in left_out])
    try:
        check_is_fitted(estimator)
    except NotFittedError:
        estimator = clone(estimator).fit(source, y)
    return _as_predictions(classes, held_out, predicted("target", estimator, target))


def predict_rows(estimator: Any, texts: list[str]) -> Any:
    """Return probabilities; the softmax of scores, or classes, where an estimator has no others."""
    if hasattr(estimator, "predict_proba"):
        return estimator.predict_proba(texts)
    if not hasattr(estimator, "decision_function"):
        return estimator.predict(texts)
    scores = np.asarray(estimator.decision_function(texts))
    if scores.ndim == 1:
        scores = np.column_stack([-scores / 2, scores / 2])
    return softmax(scores, axis=1)


def _probabilities(
    name: str, given: Any, n_texts: int, places: Sequence[int], order: Mapping[str, int]
) -> NDArray[np.float64]:
    """Return texts × classes, of probabilities or of classes."""
    rows = given if hasattr(given, "shape") else list(given)
    if len(rows) != n_texts:
        raise InputError(
            f"predictions of the {name}: found {len(rows):,} for {n_texts:,} texts; give one per "
            "text"
        )
    try:
        single = np.ndim(rows) < 2
        found = np.zeros(0) if single else np.asarray(rows, np.float64)
    except (TypeError, ValueError):
        raise InputError(
            f"predictions of the {name}: give a class per text, or a probability per class"
        ) from None
    if single:
        return _one_hot(name, column_of("predictions", rows), order)
    if found.shape[1:] != (len(places),):
        raise InputError(
            f"predictions of the {name}: found {found.shape[1]} columns for the {len(order)} "
            f"classes {', '.join(order)}; give one per class"
        )
    sums = found.sum(axis=1)
    bad = ~(np.abs(sums - 1) <= MAX_SUM_ERROR) | ~((found >= 0).all(axis=1))
    if bad.any():
        row = int(bad.argmax())
        shown = ", ".join(f"{each:g}" for each in found[row])
        raise InputError(
            f"predictions of the {name}: text {row + 1} has {shown}, which are no probabilities; "
            "give numbers from 0 on whose sum is 1"
        )
    ordered = np.zeros((n_texts, len(order)))
    ordered[:, list(places)] = found / sums[:, None]
    return ordered


def _one_hot(name: str, labels: list[Any], order: Mapping[str, int]) -> NDArray[np.float64]:
    found = np.zeros((len(labels), len(order)))
    for row, label in enumerate(labels):
        code = class_code(label, order)
        if code is None:
            raise InputError(
                f"predictions of the {name}: text {row + 1} has {label!r}; the source's labels "
                f"are {', '.join(order)}"
            )
        found[row, code] = 1.0
    return found
