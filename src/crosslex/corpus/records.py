"""Records of JSON Lines, CSV and TSV, and documents of records and of plain text."""

import csv
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from itertools import chain, islice
from typing import Any, BinaryIO

from crosslex.arrays import SURROGATE
from crosslex.checks import did_you_mean
from crosslex.corpus.documents import (
    DEFAULT_LABEL_COLUMN,
    Document,
    Label,
    read_id,
    read_label,
    whole_number,
)
from crosslex.corpus.periods import NO_ORDER, cell_name, has_order, normalized
from crosslex.corpus.streams import (
    LONGEST_LINE,
    UTF8_HINT,
    NumberedLines,
    Source,
    decoded,
)
from crosslex.errors import InputError
from crosslex.results import restored

LONGEST_DOCUMENT = LONGEST_LINE
LONGEST_ROW = 2**22
"""Bytes, over all lines of a row: fields of two characters take twenty times as much."""
MOST_VALUES = 2**18
"""Values of one JSON object, one in another among them: each takes up to three hundred bytes."""
SHOWN_COLUMNS = 8
OTHER_DELIMITERS = (";", "\t")
"""What spreadsheets write into .csv where the comma is a decimal point, or as Unicode text."""

# A string is one match, even if it is never closed, so that the search is linear.
_VALUE = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|$)|([\[{,])', re.DOTALL)

Record = Mapping[str, object]
Records = Iterator[tuple[int, Record]]
"""Records with the line, or the row, that each begins at, from 1 on."""


class _BadValueError(Exception):
    """The problem with a record and its remedy; the reader adds the line."""

    def __init__(self, found: str, remedy: str = "fix it") -> None:
        super().__init__(found)
        self.remedy = remedy


def check_header(line: int | None, header: Sequence[str], source: Source) -> None:
    """Refuse a table that lacks a column that was named, or has it twice."""
    where = source.name if line is None else f"{source.name}:{line}"
    for option, column in source.options.columns.items():
        if column not in header:
            raise InputError(f"{where}: {_no_column(column, header)}; name it in {option}")
    for column in source.options.columns_read:
        if list(header).count(column) > 1:
            raise InputError(f"{where}: two columns named {column!r}; rename one")


def documents_of(records: Records, source: Source) -> Iterator[Document]:
    """Yield the documents of records; bad records are rejected."""
    options = source.options
    label_column = options.label_column or DEFAULT_LABEL_COLUMN
    label_seen = read_any = False

    def cell(column: str, expected: str, read: Callable[[Any], str | None]) -> str:
        """Return what is read from a record's column, which must be there."""
        found = read(record.get(column))
        if found is None:
            named = (option for option, name in options.columns.items() if name == column)
            raise _missing(record, next(named, "text_column"), column, expected)
        return _whole(found, column)

    for number, record in records:
        try:
            text = cell(options.text_column, "a text", _text)
            label = _label(record.get(label_column), label_column) if options.labels else None
            domain, known_as = None, source.document_id(number)
            if options.domain_column is not None:
                if options.periods is None:
                    domain = cell(options.domain_column, "a domain's name", _name)
                else:
                    when = cell(options.domain_column, "a year or date", _date_text)
                    if not has_order(when):
                        raise _BadValueError(
                            f"{when[:40]!r} in column {options.domain_column!r}, {NO_ORDER}"
                        )
                    domain = options.periods.name_of(when)
            if options.group_column is not None:
                group = cell(options.group_column, "a group's name", read_id)
                if options.groups and group not in options.groups:
                    continue
                domain = cell_name(group, domain or "")
            if options.id_column is not None:
                known_as = cell(options.id_column, "an id", read_id)
        except _BadValueError as bad:
            source.reject(number, str(bad), bad.remedy, or_skip=True)
            continue
        read_any = True
        label_seen = label_seen or label_column in record
        yield Document(text, label, domain, known_as)
    # An object may leave its label out, so only the whole file shows that a name is wrong.
    if read_any and not label_seen and options.label_column is not None:
        raise InputError(
            f"{source.name}: no line has the column {label_column!r}; name it in label_column"
        )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _name(value: object) -> str | None:
    return _text(value) or None


def _date_text(value: object) -> str | None:
    """Return a number or a date as text."""
    if not isinstance(value, str | int | float | date) or isinstance(value, bool):
        return None
    text = str(value).strip()
    whole = whole_number(text)
    if whole is not None:
        return str(whole)
    return normalized(text) if text and text != "nan" else None


def _missing(record: Record, option: str, column: str, expected: str) -> _BadValueError:
    if column not in record:
        found = _no_column(column, list(record))
        return _BadValueError(found, f"name it in {option}, or fix it")
    return _BadValueError(
        f"{_shown(record[column])} in column {column!r} where {expected} should be"
    )


def _label(label: object, column: str) -> Label | None:
    if isinstance(label, str):
        return _whole(label, column) or None
    try:
        return read_label(label)
    except InputError as error:
        raise _BadValueError(
            f"{_shown(label)} in column {column!r} where a label should be",
            "write labels as whole numbers of 64 bits or as strings, or rename a column that "
            "holds none",
        ) from error


def _whole(value: str, column: str) -> str:
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


def read_txt(stream: BinaryIO, source: Source) -> Iterator[Document]:
    """Yield the documents of a text: its lines, its paragraphs, or all of it."""
    unit = source.options.document or "line"
    if unit == "line":
        for number, line in _text_lines(stream, source):
            if line and not line.isspace():
                yield Document(line, id=source.document_id(number))
        return
    kept: list[str] = []
    first = size = 0
    for number, line in chain(_text_lines(stream, source), [(0, "")]):
        if number and (unit == "file" or line.strip()):
            first, size = first or number, size + len(line) + 1
            if size <= LONGEST_DOCUMENT:
                kept.append(line)
            else:
                kept.clear()
            continue
        if size > LONGEST_DOCUMENT:
            found = f"a {unit} of over {LONGEST_DOCUMENT:,} characters"
            source.reject(first, found, 'cut it, or read it with document="line"')
        elif text := "\n".join(kept).strip():
            yield Document(text, id=source.document_id(None if unit == "file" else first))
        kept, first, size = [], 0, 0


def _is_record(line: str, column: str) -> bool:
    """Return whether a line is a JSON object with a column.

    >>> _is_record('{"text": "A plot."}', "text"), _is_record("{text}", "text")
    (True, False)
    """
    if not line.startswith("{"):
        return False
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return column in found


def _text_lines(stream: BinaryIO, source: Source) -> Iterator[tuple[int, str]]:
    """Yield the lines that can be read, with their numbers and without their ends."""
    for number, line in NumberedLines(stream, source):
        text, wrong = decoded(line)
        if (
            number == 1
            and source.options.format is None
            and _is_record(text, source.options.text_column)
        ):
            raise InputError(
                f"{source.name}: found JSON objects where plain text is read; give "
                'format="jsonl", or format="txt" for the objects themselves'
            )
        if wrong is None:
            yield number, text.rstrip("\r\n")
        else:
            source.reject(number, wrong, UTF8_HINT, or_skip=True)


def read_jsonl(stream: BinaryIO, source: Source) -> Records:
    """Yield one record per line."""
    for number, line in NumberedLines(stream, source):
        if len(line) > MOST_VALUES and _count_values(line) > MOST_VALUES:
            found = f"a JSON object of over {MOST_VALUES:,} values"
            source.reject(number, found, "write one document per line")
            continue
        text, wrong = decoded(line)
        if wrong is not None:
            source.reject(number, wrong, UTF8_HINT, or_skip=True)
            continue
        try:
            record = json.loads(text)
        except (ValueError, RecursionError) as error:
            if not text.isspace():
                found = f"broken JSON ({_json_complaint(error)})"
                source.reject(number, found, "fix it", or_skip=True)
            continue
        if isinstance(record, dict):
            yield number, record
        else:
            found = f"JSON {_shown(record)}, not an object"
            source.reject(number, found, 'write one object per line, such as {"text": "…"}')


def _count_values(line: bytes) -> int:
    """Return about how many values a line has, without making any, at most one more than allowed.

    >>> _count_values(b'{"text": "one, two", "tags": ["a", "b"]}')
    4
    """
    structure = (found for found in _VALUE.finditer(line) if found[1])
    return sum(1 for _ in islice(structure, MOST_VALUES + 1))


def _json_complaint(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        # Not `colno`: what is missing at the end of a line would be reported of the next.
        column = min(error.pos, len(error.doc.rstrip())) + 1
        return f"{error.msg.removesuffix(' at')} at column {column}"
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)


def read_table(stream: BinaryIO, source: Source, delimiter: str) -> Records:
    """Yield one record per row; the first row names the columns."""
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
    """Return what divides the names of columns: the usual delimiter, unless another fits better."""
    first = decoded(lines.first())[0].splitlines()[:1]

    def fit(delimiter: str) -> tuple[bool, int]:
        names = next(csv.reader(first, delimiter=delimiter), [])
        return source.options.text_column in names, len(names)

    return max((usual, *OTHER_DELIMITERS), key=fit)


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
                source.reject(first, *_csv_complaint(error))
            continue
        except _EndlessRowError:
            found = f"a row of over {LONGEST_ROW:,} bytes, perhaps a quote that is never closed"
            source.reject(first, found, "close the quote, or write long texts as jsonl")
            continue
        if row is None:
            return
        if lines.bad is not None:
            source.reject(*lines.bad, UTF8_HINT, or_skip=True)
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
        self._number = self._left = 0
        self.bad: tuple[int, str] | None = None

    def first(self) -> bytes:
        """Return the first line, which is still to be read."""
        found = list(islice(self._numbered, 1))
        self._numbered = chain(found, self._numbered)
        return found[0][1] if found else b""

    def begin_row(self) -> int:
        """Return the line that the next row begins at."""
        self.bad, self._left = None, LONGEST_ROW
        return self._number + 1

    def __iter__(self) -> "_TableLines":
        return self

    def __next__(self) -> str:
        self._number, line = next(self._numbered)
        self._left -= len(line)
        if self._left < 0:
            raise _EndlessRowError
        text, wrong = decoded(line)
        if wrong is not None and self.bad is None:
            self.bad = self._number, wrong
        return text


def _csv_complaint(error: csv.Error) -> tuple[str, str]:
    message = str(error)
    if "unexpected end" in message:
        return "a quote that is never closed", "close it"
    if "new-line" in message:
        return "a carriage return within a row", "end lines with LF or CRLF"
    return f"a broken quoted field ({message})", "double the quotes within a quoted field"
