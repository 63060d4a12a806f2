"""Files of predictions and of labels that came back, so that any program can be audited."""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crosslex.corpus.documents import Label, ReadOptions, whole_number
from crosslex.corpus.readers import read_documents
from crosslex.errors import InputError
from crosslex.results import records_csv

SET_COLUMN = "set"
LABEL_COLUMN = "label"
PREFIX = "probability of "
"""Before the name of a class, in the tables that `crosslex predict --csv` writes."""
MEMBERS = ("source", "target")
_DELIMITERS = {".csv": ",", ".tsv": "\t"}

Row = tuple[str, Mapping[str, Any]]
"""Where a row is, as file:line, and its values by column."""


@dataclass(frozen=True, eq=False)
class PredictionFile:
    """Predictions for source and target: classes, or a probability per class of `columns`."""

    source: Sequence[Any] | NDArray[np.float64]
    target: Sequence[Any] | NDArray[np.float64]
    columns: tuple[str, ...] | None


def read_rows(path: str | Path) -> Iterator[Row]:
    """Yield the rows of a CSV or TSV table with a head, or of JSON lines."""
    place = Path(path)
    ending = place.suffix.lower()
    if ending not in (*_DELIMITERS, ".jsonl"):
        raise InputError(f"{place}: found {ending or 'no ending'!r}; give a .csv, .tsv or .jsonl")
    line = 1
    try:
        with place.open(encoding="utf-8-sig", newline="") as file:
            if ending == ".jsonl":
                for line, text in enumerate(file, 1):
                    if text.strip():
                        yield f"{place}:{line}", dict(json.loads(text))
                return
            table = csv.DictReader(file, delimiter=_DELIMITERS[ending], strict=True)
            for record in table:
                line = table.line_num
                if None in record or None in record.values():
                    raise InputError(
                        f"{place}:{line}: the row has not as many fields as the first; fix it"
                    )
                yield f"{place}:{line}", record
    except OSError as error:
        raise InputError(f"{place}: cannot be read ({error.strerror}); check the path") from None
    except (csv.Error, TypeError, ValueError, RecursionError) as error:
        raise InputError(f"{place}:{line}: {error}; fix it") from None


def read_prediction_file(
    path: str | Path, sizes: tuple[int, int], classes: Sequence[Label]
) -> PredictionFile:
    """Read predictions for the texts of source and target.

    A row has a column per class, named like the class, with its probability, or the column
    `label` with the predicted class; JSON lines may have an object `probabilities`. Where there is
    a column `set`, it says `source` or `target`; otherwise the source's texts come first. Rows
    are in the order of the texts.

    Parameters
    ----------
    path
        A .csv, .tsv or .jsonl file.
    sizes
        How many texts source and target have.
    classes
        The classes of the source's labels.
    """
    names = [str(label) for label in classes]
    parts: dict[str, list[Any]] = {name: [] for name in MEMBERS}
    probabilities: bool | None = None
    number = 0
    for where, row in read_rows(path):
        number += 1
        member = str(row.get(SET_COLUMN, MEMBERS[number > sizes[0]])).strip()
        if member not in parts:
            raise InputError(f"{where}: found {member!r} in column 'set'; write source or target")
        values = row.get("probabilities", row)
        if not isinstance(values, Mapping):
            raise InputError(
                f"{where}: found {values!r:.40} as 'probabilities'; give a probability per class"
            )
        keys = next(
            (
                [f"{prefix}{name}" for name in names]
                for prefix in (PREFIX, "")
                if all(f"{prefix}{name}" in values for name in names)
            ),
            None,
        )
        if probabilities is None:
            probabilities = keys is not None
        if probabilities and keys is not None:
            parts[member].append([_number(where, key, values[key]) for key in keys])
        elif not probabilities and LABEL_COLUMN in row:
            parts[member].append(row[LABEL_COLUMN])
        else:
            raise InputError(
                f"{where}: found the columns {', '.join(map(repr, list(row)[:8]))}; give a "
                f"probability for each of {', '.join(names)}, or the predicted class as 'label'"
            )
    if not number:
        raise InputError(f"{path}: it has no predictions; give one row per text")
    if not probabilities:
        return PredictionFile(parts["source"], parts["target"], None)
    tables = [np.reshape(parts[name], (-1, len(names))) for name in MEMBERS]
    return PredictionFile(tables[0], tables[1], tuple(names))


def _number(where: str, column: str, value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise InputError(
            f"{where}: found {value!r} in column {column!r}; give a probability"
        ) from None


def read_label_file(path: str | Path, n_texts: int) -> dict[int, Any]:
    """Return labels by the row of their text, from a file that has been filled in.

    Its column `document` is the text's number, from 1, and `label` its class, which may be empty.
    """
    # The number is read as the text, so that the id is the place in the file.
    how = ReadOptions("document", "label", escaped_formulas=True)
    labels = {}
    for each in read_documents(path, how):
        number = whole_number(each.text.strip())
        if number is None or not 1 <= number <= n_texts:
            raise InputError(
                f"{each.id}: found document {each.text!r:.20}; the target has {n_texts:,} texts"
            )
        if each.label is not None:
            labels[number - 1] = each.label
    return labels


def to_fill_in(texts: Sequence[Any], *, as_csv: bool) -> str:
    """Return the texts to label as CSV or JSON lines, each with an empty label."""
    records = [
        {"document": str(each.row + 1), "predicted": each.predicted, "label": "", "text": each.text}
        for each in texts
    ]
    if as_csv:
        return records_csv(records)
    return "".join(json.dumps({**record, "label": None}) + "\n" for record in records)
