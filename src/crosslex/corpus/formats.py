"""The formats that hold text by lines: a document, a JSON object or a row of a table."""

import csv
import json
from collections.abc import Iterator
from typing import BinaryIO

from crosslex.corpus.columns import Record, check_header, documents_of
from crosslex.corpus.document import Document
from crosslex.corpus.options import Source
from crosslex.corpus.streams import SKIP_HINT, NumberedLines, reject_encoding


def read_txt(stream: BinaryIO, source: Source) -> Iterator[Document]:
    """Read a document a line; blank lines are none."""
    for number, line in NumberedLines(stream, source):
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            reject_encoding(source, number, line, error)
            continue
        text = text.rstrip("\r\n")
        if text and not text.isspace():
            yield Document(text)


def read_jsonl(stream: BinaryIO, source: Source) -> Iterator[Document]:
    """Read a JSON object a line."""
    return documents_of(_json_objects(stream, source), source)


def read_csv(stream: BinaryIO, source: Source) -> Iterator[Document]:
    """Read a table with commas, its first row the columns' names."""
    return documents_of(_rows(stream, source, ","), source)


def read_tsv(stream: BinaryIO, source: Source) -> Iterator[Document]:
    """Read a table with tabs, its first row the columns' names."""
    return documents_of(_rows(stream, source, "\t"), source)


def _json_objects(stream: BinaryIO, source: Source) -> Iterator[tuple[int, Record]]:
    for number, line in NumberedLines(stream, source):
        try:
            record = json.loads(line.decode())
        except UnicodeDecodeError as error:
            reject_encoding(source, number, line, error)
        except (ValueError, RecursionError) as error:
            if not line.isspace():
                source.reject(number, f"broken JSON ({_json_complaint(error)})", SKIP_HINT)
        else:
            if isinstance(record, dict):
                yield number, record
            else:
                found = f"a JSON {_JSON_NAMES[type(record)]}, not an object"
                source.reject(number, found, 'write one object a line, such as {"text": "…"}')


_JSON_NAMES = {
    list: "list",
    str: "string",
    int: "number",
    float: "number",
    bool: "true or false",
    type(None): "null",
}


def _json_complaint(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at column {error.colno}"
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)


class _TableLines:
    """Lines for `csv.reader`, which remembers a bad one until its whole row has been read.

    An exception in the middle of a row would make the rest of a field with line ends
    look like rows of its own.
    """

    def __init__(self, stream: BinaryIO, source: Source) -> None:
        self._lines = NumberedLines(stream, source)
        self._numbered = iter(self._lines)
        self.number = 0
        self.bad: tuple[int, bytes, UnicodeDecodeError | None] | None = None

    @property
    def broken(self) -> bool:
        return self._lines.broken

    def __iter__(self) -> "_TableLines":
        return self

    def __next__(self) -> str:
        self.number, line = next(self._numbered)
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            self.bad = self.bad or (self.number, line, error)
            return line.decode(errors="replace")
        if "\0" in text:
            self.bad = self.bad or (self.number, line, None)
        return text


def _rows(stream: BinaryIO, source: Source, delimiter: str) -> Iterator[tuple[int, Record]]:
    """Yield (line, row), the line being the one where the row begins."""
    lines = _TableLines(stream, source)
    # Without `strict`, a quote that is never closed would swallow the rest of the file.
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    header: list[str] | None = None
    while True:
        first = lines.number + 1
        try:
            row = next(reader, None)
        except csv.Error as error:
            lines.bad = None
            if not lines.broken:
                source.reject(first, *_table_complaint(error))
            continue
        if row is None:
            return
        if lines.bad is not None:
            number, line, error_found = lines.bad
            lines.bad = None
            if error_found is None:
                source.reject(number, "a NUL byte", "save the file as UTF-8 text")
            else:
                reject_encoding(source, number, line, error_found)
        elif not row:
            continue
        elif header is None:
            check_header(row, source)
            header = row
        elif len(row) != len(header):
            found = f"{len(row)} fields where the first row names {len(header)}"
            source.reject(first, found, "quote fields that hold a delimiter or a line end")
        else:
            yield first, dict(zip(header, row, strict=True))


def _table_complaint(error: csv.Error) -> tuple[str, str]:
    message = str(error)
    if "field limit" in message:
        return (
            f"a field of over {csv.field_size_limit():,} characters, perhaps a quote that is "
            "never closed",
            "close the quote, or write long texts as jsonl",
        )
    if "unexpected end" in message:
        return "a quote that is never closed", "close it"
    if "new-line" in message:
        return "a carriage return within a row", "end lines with LF or CRLF"
    return f"a broken quoted field ({message})", "double the quotes within a quoted field"
