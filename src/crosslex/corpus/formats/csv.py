"""Tables with commas or tabs, whose fields may hold line ends."""

import csv
from collections.abc import Iterator
from functools import partial
from typing import BinaryIO

from crosslex.corpus.columns import Record, check_header, documents_of
from crosslex.corpus.document import Document
from crosslex.corpus.formats import Reader
from crosslex.corpus.source import Source
from crosslex.corpus.streams import NumberedLines, reject_encoding

LONGEST_ROW = 2**22
"""Bytes, over all lines of a row: fields of two characters take twenty times as much."""


def read_table(stream: BinaryIO, source: Source, delimiter: str) -> Iterator[Document]:
    """Yield one document per row; the first row names the columns."""
    return documents_of(_records(stream, source, delimiter), source)


def _records(stream: BinaryIO, source: Source, delimiter: str) -> Iterator[tuple[int, Record]]:
    lines = _TableLines(stream, source)
    # Without `strict`, a quote that is never closed would swallow the rest of the file.
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    # Without its names a table cannot be read, so nothing is skipped up to them.
    line, header = next(_rows(reader, lines, source.stopping()), (1, None))
    if header is None:
        return
    check_header(line, header, source)
    for line, row in _rows(reader, lines, source):
        if len(row) == len(header):
            yield line, dict(zip(header, row, strict=True))
        else:
            found = f"{len(row)} fields where the first row names {len(header)}"
            source.reject(line, found, "quote fields that hold a delimiter or a line end")


def _rows(
    reader: Iterator[list[str]], lines: "_TableLines", source: Source
) -> Iterator[tuple[int, list[str]]]:
    """Yield (first line, row) from where reading stopped; blank lines are no rows."""
    while True:
        first = lines.begin_row()
        try:
            row = next(reader, None)
        except csv.Error as error:
            if not lines.stream.broken:
                source.reject(first, *_complaint(error))
            continue
        except _EndlessRowError:
            found = f"a row of over {LONGEST_ROW:,} bytes, perhaps a quote that is never closed"
            source.reject(first, found, "close the quote, or write long texts as jsonl")
            continue
        if row is None:
            return
        if lines.bad is not None:
            reject_encoding(source, *lines.bad)
        elif row:
            yield first, row


class _EndlessRowError(Exception):
    """A row that takes more memory than any table needs."""


class _TableLines:
    """Lines for `csv.reader`, which remembers a bad one until its whole row has been read.

    An exception in the middle of a row would make the rest of a field with line ends
    look like rows of its own.
    """

    def __init__(self, stream: BinaryIO, source: Source) -> None:
        self.stream = NumberedLines(stream, source)
        self._numbered = iter(self.stream)
        self.number = 0
        self._left = 0
        self.bad: tuple[int, bytes, UnicodeDecodeError | None] | None = None

    def begin_row(self) -> int:
        """Return the line that the next row begins at."""
        self.bad, self._left = None, LONGEST_ROW
        return self.number + 1

    def __iter__(self) -> "_TableLines":
        return self

    def __next__(self) -> str:
        self.number, line = next(self._numbered)
        self._left -= len(line)
        if self._left < 0:
            raise _EndlessRowError
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            self.bad = self.bad or (self.number, line, error)
            return line.decode(errors="replace")
        if "\0" in text:
            self.bad = self.bad or (self.number, line, None)
        return text


def _complaint(error: csv.Error) -> tuple[str, str]:
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


READER = Reader(partial(read_table, delimiter=","))
