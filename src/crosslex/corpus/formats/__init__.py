"""File formats: one module per format, with the name of the format, that holds its `READER`."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import BinaryIO

from crosslex.checks import check_choice
from crosslex.corpus.document import Document
from crosslex.corpus.names import FORMATS, FormatName
from crosslex.corpus.source import Source


@dataclass(frozen=True)
class Reader:
    """Reads files of one format: from bytes and their source to documents.

    What cannot be read goes to `source.reject`. With `has_columns`, documents stand in columns,
    or in JSON objects, that options can name; with `has_lines`, every line is a document, so that
    a file may be cut at any line end.
    """

    read: Callable[[BinaryIO, Source], Iterator[Document]]
    has_columns: bool = True
    has_lines: bool = False


def reader_of(name: FormatName) -> Reader:
    """Return the reader of a format.

    >>> reader_of("jsonl").has_lines
    True
    """
    check_choice("format", name, FORMATS)
    reader: Reader = import_module(f"{__name__}.{name}").READER
    return reader
