"""Predictions of a classifier that is not ours, from a function, an estimator, or a file."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_is_fitted

from crosslex.arrays import Float64s, Int32s
from crosslex.classifier import CrossDomainClassifier
from crosslex.classify.decision import class_scores
from crosslex.classify.inputs import MAX_SUM_ERROR
from crosslex.classify.method import FOLDS, folds_of
from crosslex.corpus.columns import column_of, one_per_text
from crosslex.corpus.documents import (
    UNLABELED,
    Label,
    class_code,
    class_codes,
    known_code,
    read_label,
    whole_number,
)
from crosslex.corpus.encode import check_text
from crosslex.corpus.readers import read_rows
from crosslex.errors import InputError
from crosslex.results import counted, records_csv

Classifier: TypeAlias = Callable[[list[str]], Any] | Any
"""A function from texts to probabilities or classes, an estimator of scikit-learn, or a pair of
predictions: of the source's texts, and of the target's."""

COMPARED = 1000
"""Characters of a text in a file of labels."""


def read_texts(name: str, texts: Any) -> list[str]:
    """Return the texts of a column, which must be strings."""
    column = column_of(name, texts)
    for row, text in enumerate(column):
        check_text(text, row, name)
    return column


def read_source(source: Any) -> tuple[list[str], Int32s, tuple[Label, ...]]:
    """Return the labeled texts of the source, their class codes, and the classes."""
    if not isinstance(source, Sequence) or isinstance(source, str) or len(source) != 2:
        raise InputError("source: give two columns, (texts, labels)")
    texts = read_texts("source", source[0])
    labels = one_per_text("labels of the source", source[1], len(texts))
    read = (read_label(label, "labels of the source") for label in labels)
    known = [label for label in read if label not in (None, UNLABELED)]
    if len(known) < len(texts):
        raise InputError(
            f"source: {len(texts) - len(known)} of {len(texts)} texts have no label; leave them "
            "out, and their predictions"
        )
    classes = tuple(sorted(set(known), key=lambda label: (str(type(label)), label)))
    if len(classes) < 2:
        only = f"only the class {classes[0]!r}" if classes else "no text"
        raise InputError(f"source: found {only}; texts of two classes or more are needed")
    codes = np.array([classes.index(label) for label in known], np.int32)
    counts = np.bincount(codes)
    if counts.min() < FOLDS:
        raise InputError(
            f"source: found {counted(int(counts.min()), 'text')} of the class "
            f"{classes[counts.argmin()]!r}; give {FOLDS} or more of every class"
        )
    return texts, codes, classes


def read_predictions(
    classifier: Classifier,
    source: list[str],
    labels: Int32s,
    target: list[str],
    classes: tuple[Label, ...],
    columns: Sequence[Label] | None = None,
) -> list[Float64s]:
    """Return the probabilities of the classes for the texts of the source and of the target.

    An estimator of scikit-learn, which has probably learned from the source's texts, predicts
    each of them after it was trained on the others, in five folds. Where a classifier gives
    classes alone, their probabilities are 1. `labels` are codes of `classes`; `columns` has the
    class of each column, None means all in order.
    """
    given: Sequence[Any]
    if isinstance(classifier, CrossDomainClassifier):
        raise InputError(
            "classifier: it needs domains, so that it cannot be cross-validated; pass "
            "classifier.predict_proba, and source texts that it has not learned from"
        )
    if hasattr(classifier, "predict") and hasattr(classifier, "fit"):
        given, columns = _cross_validated(classifier, source, labels, target, classes)
    elif callable(classifier):
        given = [classifier(source), classifier(target)]
    elif isinstance(classifier, Sequence) and len(classifier) == 2:
        given = classifier
    else:
        raise InputError(
            f"classifier: found {type(classifier).__name__}; give a function from texts to "
            "probabilities, an estimator, or a pair of predictions, (source, target)"
        )
    codes = class_codes(classes)
    named = classes if columns is None else column_of("classes", columns)
    order = [class_code(str(read_label(label, "classes")), codes) for label in named]
    if set(order) != set(codes.values()) or len(order) > len(codes):
        raise InputError(
            f"classes: found {', '.join(map(str, named))}; the source's labels are "
            f"{', '.join(codes)}"
        )
    # Columns are put into the order of the classes.
    places = np.argsort(np.array(order))
    return [
        _probabilities(f"predictions of the {name}", rows, len(texts), places, codes)
        for name, rows, texts in (("source", given[0], source), ("target", given[1], target))
    ]


def _cross_validated(
    estimator: Any,
    source: list[str],
    labels: Int32s,
    target: list[str],
    classes: tuple[Label, ...],
) -> tuple[Sequence[Any], list[Label]]:
    """Return an estimator's predictions, each of the source's from the other folds."""
    y, folds, held_out = np.array(classes)[labels], folds_of(labels), []
    for others, left_out in folds:
        trained = clone(estimator).fit([source[row] for row in others], y[others])
        held_out.append(predict_rows(trained, [source[row] for row in left_out]))
    try:
        check_is_fitted(estimator)
    except NotFittedError:
        estimator = clone(estimator).fit(source, y)
    rows = np.argsort(np.concatenate([left_out for _, left_out in folds]))
    given = np.concatenate(held_out)[rows], predict_rows(estimator, target)
    return given, list(estimator.classes_)


def predict_rows(estimator: Any, texts: list[str]) -> Any:
    """Return probabilities; the softmax of scores, or classes, where an estimator has no others."""
    if hasattr(estimator, "predict_proba"):
        return estimator.predict_proba(texts)
    if not hasattr(estimator, "decision_function"):
        return estimator.predict(texts)
    return softmax(class_scores(estimator, texts), axis=1)


def _probabilities(
    name: str, given: Any, n_texts: int, places: NDArray[np.intp], codes: Mapping[str, int]
) -> Float64s:
    """Return texts × classes, of probabilities or of classes."""
    if not isinstance(given, Iterable) or getattr(given, "shape", None) == ():
        raise InputError(
            f"{name}: found {type(given).__name__}; give a class per text, or a probability per "
            "class"
        )
    rows: Any = given if hasattr(given, "shape") else list(given)
    if len(rows) != n_texts:
        raise InputError(
            f"{name}: found {len(rows):,} for {n_texts:,} texts; give one prediction per text"
        )
    found: Float64s
    try:
        found = np.zeros(0) if np.ndim(rows) < 2 else np.asarray(rows, np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"{name}: {error}; give a class per text, or a probability per class"
        ) from None
    if found.ndim < 2:
        predicted = []
        for number, label in enumerate(column_of(name, rows), start=1):
            if isinstance(label, float) and str(label) not in codes and not label.is_integer():
                raise InputError(
                    f"{name}: text {number} has {label:g}, one number; give a probability for each "
                    f"of {', '.join(codes)}, or the predicted class"
                )
            predicted.append(known_code(f"{name}: text {number}", label, codes))
        return np.asarray(np.eye(len(codes))[predicted])
    if found.shape[1:] != (len(codes),):
        raise InputError(
            f"{name}: found {found.shape[1]} columns for the {len(codes)} classes "
            f"{', '.join(codes)}; give one per class"
        )
    _refuse_others(name, found)
    return np.asarray((found / found.sum(axis=1, keepdims=True))[:, places])


def _number(where: str, value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise InputError(f"{where} has {value!r:.20}; give a probability such as 0.7") from None


def _refuse_others(name: str, rows: Float64s) -> None:
    """Refuse rows that are no probabilities; `name` is followed by the text, if there are more."""
    bad = ~(np.abs(rows.sum(axis=1) - 1) <= MAX_SUM_ERROR) | ~((rows >= 0).all(axis=1))
    if bad.any():
        row = int(bad.argmax())
        text = f": text {row + 1} has" if len(rows) > 1 else ": found"
        shown = ", ".join(f"{each:g}" for each in rows[row])
        raise InputError(
            f"{name}{text} {shown}, which are no probabilities; give numbers from 0 on whose sum "
            "is 1"
        )


def read_prediction_file(
    path: str | Path, n_source: int, classes: Sequence[Label]
) -> tuple[list[list[float]], list[list[float]]]:
    """Return the probabilities of the classes, in their order, for source and target.

    A row has a column per class, named like the class, with its probability, or the column
    `label` with the predicted class, or is what `crosslex predict` writes. Where there is a column
    `set`, it says `source` or `target`; otherwise the first `n_source` rows are the source's. Rows
    are in the order of the texts. The file is a .csv or .tsv with a head, or a .jsonl.
    """
    names = class_codes(classes)
    parts: dict[str, list[list[float]]] = {"source": [], "target": []}
    for number, (where, given) in enumerate(read_rows(path)):
        # As `crosslex predict` writes them, too.
        probabilities = given.get("probabilities")
        row: dict[str, Any] = {
            column.removeprefix("probability of "): value for column, value in given.items()
        }
        row |= probabilities if isinstance(probabilities, dict) else {}
        part = str(row.get("set", "source" if number < n_source else "target")).strip()
        if part not in parts:
            raise InputError(f"{where}: found {part!r} in column 'set'; write source or target")
        if all(name in row for name in names):
            shares = [_number(f"{where}: column {name!r}", row[name]) for name in names]
            _refuse_others(where, np.array([shares]))
            parts[part].append(shares)
        elif "label" in row:
            code = known_code(f"{where}: column 'label'", row["label"], names)
            parts[part].append(np.eye(len(names))[code].tolist())
        else:
            raise InputError(
                f"{where}: found the columns {', '.join(map(repr, list(row)[:8]))}; give a "
                f"probability for each of {', '.join(names)}, or the predicted class as 'label'"
            )
    return parts["source"], parts["target"]


def read_label_file(
    path: str | Path, texts: Sequence[str], classes: Sequence[Label]
) -> dict[int, Label]:
    """Return labels by the index of their text, from a file that has been filled in.

    Its column `document` is the text's number, from 1, and `label` its class, which may be empty;
    where there is a column `text`, it must be that text.
    """
    names = class_codes(classes)
    labels: dict[int, Label] = {}
    for where, row in read_rows(path, escaped_formulas=True):
        if missing := {"document", "label"} - set(row):
            raise InputError(
                f"{where}: found no column {' and no column '.join(map(repr, sorted(missing)))}; "
                "give a file that --to-label wrote"
            )
        given, label = str(row["document"]).strip(), read_label(row["label"], where)
        number = whole_number(given)
        if number is None or not 1 <= number <= len(texts):
            raise InputError(
                f"{where}: found document {given!r:.20}; the target has "
                f"{counted(len(texts), 'text')}"
            )
        if "text" in row and _beginning(row["text"]) != _beginning(texts[number - 1]):
            raise InputError(
                f"{where}: the text is not document {number} of the target; give the labels of "
                "this target"
            )
        if label is None:
            continue
        known = classes[known_code(where, label, names)]
        if labels.setdefault(number - 1, known) != known:
            raise InputError(f"{where}: document {number} has another label before; give one")
    return labels


def _beginning(text: object) -> str:
    """Return what a program that edits tables leaves as it is: not white space, nor long cells."""
    return "".join(str(text).split())[:COMPARED]


def to_fill_in(texts: Sequence[Any], *, as_csv: bool) -> str:
    """Return the texts to label as CSV or JSON lines, each with an empty label."""
    records = []
    for each in texts:
        asked = {"document": str(each.document), "predicted": each.predicted}
        records.append({**asked, "label": None, "text": each.text})
    if as_csv:
        return records_csv(records)
    return "".join(json.dumps(record) + "\n" for record in records)
