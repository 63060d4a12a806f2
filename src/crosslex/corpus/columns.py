"""Columns of texts, labels, domains and ids as users hold them, checked and read as documents."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import repeat
from typing import Any

import numpy as np

from crosslex.checks import did_you_mean
from crosslex.corpus.documents import Document, read_id
from crosslex.errors import InputError


def column_of(name: str, values: Any) -> list[Any]:
    """Return the values of a list, an array, or a table of one column, such as a data frame.

    >>> column_of("y", np.array([["good"], ["bad"]], object))
    ['good', 'bad']
    """
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise InputError(f"{name}: found {values!r:.40}; give a list or a column")
    shape = getattr(values, "shape", None)
    if isinstance(shape, tuple) and len(shape) != 1:
        if len(shape) != 2 or shape[1] != 1:
            size = " × ".join(map(str, shape)) or "a single value"
            raise InputError(f"{name}: found a table of {size}; give one column of it")
        values = np.asarray(values)[:, 0]
    # Columns of pyarrow would give objects of its own.
    return list(values.to_pylist() if hasattr(values, "to_pylist") else values)


def one_per_text(name: str, values: Any, n_texts: int) -> list[Any]:
    """Return the values of a column, if there are as many as texts."""
    column = column_of(name, values)
    if len(column) != n_texts:
        raise InputError(f"{name}: found {len(column)} for {n_texts} texts; give one per text")
    return column


def names_of(name: str, values: Any, n_texts: int) -> list[str]:
    """Return the domain or the id of each text; none may be missing.

    >>> names_of("ids", [7, "b"], 2)
    ['7', 'b']
    """
    names = []
    for row, value in enumerate(one_per_text(name, values, n_texts)):
        found = None if isinstance(value, bytes) else read_id(value)
        if found is None:
            what = "bytes" if isinstance(value, bytes) else "none"
            raise InputError(f"{name}: found {what} in row {row}; give one per text, as a string")
        names.append(found)
    return names


def documents_of_columns(
    texts: Any, *, labels: Any = None, domains: Any = None, ids: Any = None
) -> Iterable[Document]:
    """Return the documents of columns; an iterator of texts alone is read only when needed.

    Without ids, a document is known by its row, from 0 on.
    """
    if labels is None and domains is None and ids is None and isinstance(texts, Iterator):
        return (Document(text) for text in texts)
    column = column_of("texts", texts)
    n = len(column)
    return (
        Document(*entry)
        for entry in zip(
            column,
            repeat(None, n) if labels is None else one_per_text("labels", labels, n),
            repeat(None, n) if domains is None else names_of("sample_domain", domains, n),
            map(str, range(n)) if ids is None else names_of("ids", ids, n),
            strict=True,
        )
    )


def documents_of_frame(
    frame: Any, *, text: str, domain: str, label: str | None, id: str | None
) -> Iterable[Document]:
    """Return the documents of a table with named columns, of whatever package."""
    if type(frame).__name__ == "LazyFrame":
        raise InputError("frame: found a LazyFrame; call collect() first")
    names = getattr(frame, "column_names", None) or getattr(frame, "columns", frame)
    if names is frame and not isinstance(frame, Mapping):
        raise InputError(
            f"frame: found {type(frame).__name__}; give a data frame or a table with named columns"
        )
    known = [str(name) for name in names]
    columns: dict[str, Any] = {"text": text, "domain": domain, "label": label, "id": id}
    for option, name in columns.items():
        if name is not None and name not in known:
            near = did_you_mean(str(name), known)
            raise InputError(
                f"{option}: found {name!r}{near}; the columns are {', '.join(known[:8])}"
            )
        columns[option] = None if name is None else column_of(option, frame[name])
    n_texts = len(columns["text"])
    if not n_texts:
        raise InputError("frame: found no row; give a table with texts")
    return documents_of_columns(
        columns["text"],
        labels=columns["label"],
        domains=names_of("domain", columns["domain"], n_texts),
        ids=None if id is None else names_of("id", columns["id"], n_texts),
    )


def texts_of_tokens(tokens: Iterable[Any]) -> Iterator[str]:
    """Yield token lists as texts with a space between words and a line per sentence."""
    from crosslex.text.analysis import checked_sentences

    for row, document in enumerate(tokens):
        if isinstance(document, Iterable) and not isinstance(document, str | bytes):
            document = list(document)
            if not document or isinstance(document[0], str):
                document = [document]
        yield "\n".join(map(" ".join, checked_sentences(document, f"tokens: row {row} has")))
