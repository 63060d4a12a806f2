"""Records with named columns: which columns become a document; JSON Lines, CSV and TSV."""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain, islice
from typing import BinaryIO

from crosslex.checks import did_you_mean
from crosslex.corpus.documents import (
    SURROGATE,
    Document,
    Label,
    ReadOptions,
    read_id,
    read_label,
    whole_number,
)
from crosslex.corpus.groups import cell_name
from crosslex.corpus.periods import normalized
from crosslex.corpus.streams import SKIP_HINT, NumberedLines, Source, reject_encoding
from crosslex.csv_cells import restored
from crosslex.errors import InputError

DEFAULT_LABEL_COLUMN = "label"
SHOWN_COLUMNS = 8

Record = Mapping[str, object]


class _BadValueError(Exception):
    """The problem with a record and its remedy; the reader adds the line."""

    def __init__(self, found: str, remedy: str = SKIP_HINT) -> None:
        super().__init__(found)
        self.remedy = remedy


def check_header(line: int | None, header: Sequence[str], source: Source) -> None:
    """Refuse a table that lacks a column that was named, or has it twice."""
    where = source.name if line is None else f"{source.name}:{line}"
    for option in ("text_column", "label_column", "domain_column", "group_column", "id_column"):
        column = getattr(source.options, option)
        if column is not None and column not in header:
            named = _option_name(option, source.options)
            raise InputError(f"{where}: {_no_column(column, header)}; name it in {named}")
        if column is None and option == "label_column" and source.options.labels:
            column = DEFAULT_LABEL_COLUMN
        if column is not None and list(header).count(column) > 1:
            raise InputError(f"{where}: two columns named {column!r}; rename one")


def _option_name(option: str, options: ReadOptions) -> str:
    """Return the option that names a column, as users know it."""
    if option == "group_column":
        return "by"
    return "over" if option == "domain_column" and options.periods else option


def documents_of(records: Iterable[tuple[int, Record]], source: Source) -> Iterator[Document]:
    """Yield the documents of (line, record) pairs; bad records are rejected."""
    options = source.options
    text_column, domain_column = options.text_column, options.domain_column
    label_column = options.label_column or DEFAULT_LABEL_COLUMN
    label_seen = read_any = False
    for number, record in records:
        try:
            text = _string(record, "text_column", text_column, "a text", may_be_empty=True)
            label = _label(record.get(label_column), label_column) if options.labels else None
            domain = None
            if domain_column is not None:
                domain = (
                    _string(record, "domain_column", domain_column, "a domain's name")
                    if options.periods is None
                    else options.periods.name_of(_value(record, domain_column))
                )
            if options.group_column is not None:
                group = _id(record, "by", options.group_column, "a group's name")
                if options.groups and group not in options.groups:
                    continue
                domain = cell_name(group, domain or "")
            known_as = source.document_id(number)
            if options.id_column is not None:
                known_as = _id(record, "id_column", options.id_column, "an id")
        except _BadValueError as bad:
            source.reject(number, str(bad), bad.remedy)
            continue
        read_any = True
        label_seen = label_seen or label_column in record
        yield Document(text, label, domain, known_as)
    # An object may leave its label out, so only the whole file shows that a name is wrong.
    if read_any and not label_seen and options.label_column is not None:
        raise InputError(
            f"{source.name}: no line has the column {label_column!r}; name it in label_column"
        )


def _string(
    record: Record, option: str, column: str, expected: str, may_be_empty: bool = False
) -> str:
    value = record.get(column)
    if isinstance(value, str) and (value or may_be_empty):
        return _checked(value, column)
    raise _missing(record, option, column, expected)


def _value(record: Record, column: str) -> str:
    """Return the number or the date in a column, as text."""
    value = record.get(column)
    if isinstance(value, str | int | float | date) and not isinstance(value, bool):
        text = str(value).strip()
        whole = whole_number(text)
        if text and text != "nan":
            return normalized(text) if whole is None else str(whole)
    raise _missing(record, "over", column, "a year or date")


def _id(record: Record, option: str, column: str, expected: str) -> str:
    """Return a document's id, or its group, as it is written."""
    known_as = read_id(record.get(column))
    if known_as is None:
        raise _missing(record, option, column, expected)
    return _checked(known_as, column)


def _missing(record: Record, option: str, column: str, expected: str) -> _BadValueError:
    if column not in record:
        found = _no_column(column, list(record))
        return _BadValueError(found, f"name it in {option}, or {SKIP_HINT}")
    found = f"{_shown(record[column])} in column {column!r} where {expected} should be"
    return _BadValueError(found)


def _label(label: object, column: str) -> Label | None:
    if isinstance(label, str):
        return _checked(label, column) or None
    try:
        return read_label(label)
    except InputError as error:
        raise _BadValueError(
            f"{_shown(label)} in column {column!r} where a label should be",
            "write labels as whole numbers of 64 bits or as strings, or rename a column that "
            "holds none",
        ) from error


def _checked(value: str, column: str) -> str:
    if not value.isascii() and SURROGATE.search(value):
        raise _BadValueError(f"half a character (an unpaired \\ud…) in column {column!r}")
    return value


def _no_column(column: str, columns: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in columns[:SHOWN_COLUMNS]) or "none"
    more = ", …" if len(columns) > SHOWN_COLUMNS else ""
    return f"no column {column!r}{did_you_mean(column, list(columns))} among {shown}{more}"


def _shown(value: object) -> str:
    shown = repr(value)
    return f"{type(value).__name__} {shown if len(shown) <= 40 else shown[:40] + '…'}"


MOST_VALUES = 2**18
"""Values of one object, one in another among them: each takes up to three hundred bytes."""

# A string is one match, even if it is never closed, so that the search is linear.
_VALUE = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|$)|([\[{,])', re.DOTALL)


def read_jsonl(stream: BinaryIO, source: Source) -> Iterator[Document]:
    """Yield one document per line."""
    return documents_of(_json_objects(stream, source), source)


def _json_objects(stream: BinaryIO, source: Source) -> Iterator[tuple[int, Record]]:
    for number, line in NumberedLines(stream, source):
        if len(line) > MOST_VALUES and _count_values(line) > MOST_VALUES:
            found = f"a JSON object of over {MOST_VALUES:,} values"
            source.reject(number, found, "write one document per line")
            continue
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
                source.reject(number, found, 'write one object per line, such as {"text": "…"}')


def _count_values(line: bytes) -> int:
    """Return about how many values a line has, without making any, at most one more than allowed.

    >>> _count_values(b'{"text": "one, two", "tags": ["a", "b"]}')
    4
    """
    structure = (found for found in _VALUE.finditer(line) if found[1])
    return sum(1 for _ in islice(structure, MOST_VALUES + 1))


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
        # Not `colno`: what is missing at the end of a line would be reported of the next.
        column = min(error.pos, len(error.doc.rstrip())) + 1
        return f"{error.msg.removesuffix(' at')} at column {column}"
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)


LONGEST_ROW = 2**22
"""Bytes, over all lines of a row: fields of two characters take twenty times as much."""
OTHER_DELIMITERS = (";", "\t")
"""What spreadsheets write into .csv where the comma is a decimal point, or as Unicode text."""


def read_table(stream: BinaryIO, source: Source, delimiter: str) -> Iterator[Document]:
    """Yield one document per row; the first row names the columns."""
    return documents_of(_records(stream, source, delimiter), source)


def _records(stream: BinaryIO, source: Source, delimiter: str) -> Iterator[tuple[int, Record]]:
    # The module's limit of 131,072 characters is meant for rows without a limit of their own.
    csv.field_size_limit(max(csv.field_size_limit(), LONGEST_ROW))
    lines = _TableLines(stream, source)
    # Without `strict`, a quote that is never closed would swallow the rest of the file.
    reader = csv.reader(lines, delimiter=_delimiter(lines, source, delimiter), strict=True)
    # Without its names a table cannot be read, so nothing is skipped up to them.
    line, header = next(_rows(reader, lines, source.stopping()), (1, None))
    if header is None:
        return
    check_header(line, header, source)
    for line, row in _rows(reader, lines, source):
        if len(row) == len(header):
            cells = map(restored, row) if source.options.escaped_formulas else row
            yield line, dict(zip(header, cells, strict=True))
        else:
            found = f"{len(row)} fields where the first row names {len(header)}"
            source.reject(line, found, "quote fields that hold a delimiter or a line end")


def _delimiter(lines: "_TableLines", source: Source, usual: str) -> str:
    """Return what divides the names of columns: the usual delimiter, unless another fits."""
    header = lines.first().decode(errors="replace").splitlines()[:1]
    for delimiter in (usual, *OTHER_DELIMITERS):
        names = next(csv.reader(header, delimiter=delimiter), [])
        if source.options.text_column in names:
            return delimiter
    return usual


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
        self._numbered: Iterator[tuple[int, bytes]] = iter(self.stream)
        self.number = 0
        self._left = 0
        self.bad: tuple[int, bytes, UnicodeDecodeError | None] | None = None

    def first(self) -> bytes:
        """Return the first line, which is still to be read."""
        found = list(islice(self._numbered, 1))
        self._numbered = chain(found, self._numbered)
        return found[0][1] if found else b""

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
    if "unexpected end" in message:
        return "a quote that is never closed", "close it"
    if "new-line" in message:
        return "a carriage return within a row", "end lines with LF or CRLF"
    return f"a broken quoted field ({message})", "double the quotes within a quoted field"
