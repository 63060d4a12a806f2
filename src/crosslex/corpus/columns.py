"""From a record with named columns to a document: which columns, and what may stand in them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from crosslex.checks import did_you_mean
from crosslex.corpus.document import SURROGATE, Document, Label
from crosslex.corpus.labels import read_label
from crosslex.corpus.options import ReadOptions
from crosslex.corpus.source import Source
from crosslex.corpus.streams import SKIP_HINT
from crosslex.errors import InputError

DEFAULT_LABEL_COLUMN = "label"
SHOWN_COLUMNS = 8

Record = Mapping[str, object]


class _BadValueError(Exception):
    """What is wrong with a record, and what to do; the reader knows the line."""

    def __init__(self, found: str, remedy: str = SKIP_HINT) -> None:
        super().__init__(found)
        self.remedy = remedy


def check_header(line: int | None, header: Sequence[str], source: Source) -> None:
    """Refuse a table that lacks a column that was named, or has it twice."""
    where = source.name if line is None else f"{source.name}:{line}"
    for option in ("text_column", "label_column", "domain_column"):
        column = getattr(source.options, option)
        if column is not None and column not in header:
            raise InputError(f"{where}: {_no_column(column, header)}; name it in {option}")
        if column is not None and list(header).count(column) > 1:
            raise InputError(f"{where}: two columns named {column!r}; rename one")


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
                domain = _string(record, "domain_column", domain_column, "a domain's name")
        except _BadValueError as bad:
            source.reject(number, str(bad), bad.remedy)
            continue
        read_any = True
        label_seen = label_seen or label_column in record
        yield Document(text, label, domain)
    source.report.labels_seen |= label_seen
    # An object may leave its label out, so only the whole file shows that a name is wrong.
    if read_any and not label_seen and (source.shard is None or source.shard.stop is None):
        check_labels_seen(source.name, options)


def check_labels_seen(name: str, options: ReadOptions, seen: bool = False) -> None:
    """Refuse a file whose records all lack the label column that was named."""
    if options.label_column is not None and not seen:
        raise InputError(
            f"{name}: no line has the column {options.label_column!r}; name it in label_column"
        )


def _string(
    record: Record, option: str, column: str, expected: str, may_be_empty: bool = False
) -> str:
    value = record.get(column)
    if isinstance(value, str) and (value or may_be_empty):
        return _checked(value, column)
    if column not in record:
        found = _no_column(column, list(record))
        raise _BadValueError(found, f"name it in {option}, or {SKIP_HINT}")
    raise _BadValueError(f"{_shown(value)} in column {column!r} where {expected} should be")


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
