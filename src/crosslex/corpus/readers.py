"""Documents from files, folders, patterns and standard input, one at a time; plain text."""

import logging
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

from crosslex.corpus.documents import STANDARD_INPUT, Document, FormatName, ReadOptions, ReadReport
from crosslex.corpus.files import file_format, find_files, short_names, with_document_unit
from crosslex.corpus.parquet import read_parquet
from crosslex.corpus.periods import Periods
from crosslex.corpus.records import read_jsonl, read_table
from crosslex.corpus.streams import (
    BUFFER,
    LONGEST_LINE,
    FileShard,
    NumberedLines,
    Source,
    decompressed,
    reject_encoding,
    stream_damage,
)
from crosslex.errors import InputError

LONGEST_DOCUMENT = LONGEST_LINE

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Reader:
    """Reads files of one format: from bytes and their source to documents.

    What cannot be read goes to `source.reject`. With `has_columns`, options can name the columns,
    or the keys of JSON objects, that hold text and label; with `has_lines`, every line is a
    document, so that a file may be cut at any line end.
    """

    read: Callable[[BinaryIO, Source], Iterator[Document]]
    has_columns: bool = True
    has_lines: bool = False


def read_documents(
    path: str | Path, options: ReadOptions | None = None, report: ReadReport | None = None
) -> Iterator[Document]:
    r"""Yield the documents of a file, a folder, a glob pattern or `-` for standard input.

    Memory is bounded for files of any size. A blank line of a text file is not a document; an
    empty text in a column is one, so that documents keep their row numbers.

    A folder means all readable files under it, in sorted order. An empty folder is an error at
    once, an unreadable line when it is reached, unless the options skip it. Without a `report`,
    the number of skipped lines is logged as a warning.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "kitchen.csv")
    ...     _ = path.write_text("text,label\nSharp knives.,1\nToo heavy.,0\n")
    ...     [(document.label, document.text) for document in read_documents(path)]
    [('1', 'Sharp knives.'), ('0', 'Too heavy.')]
    """
    options = ReadOptions() if options is None else options
    if str(path) == STANDARD_INPUT:
        return _read_all({None: None}, options, report)
    files = find_files(path, any_ending=options.format is not None)
    named: dict[Path | None, str | None] = {}
    named.update(zip(files, short_names(files), strict=True))
    return _read_all(named, with_document_unit(path, files, options), report)


def count_values(path: str | Path, options: ReadOptions) -> dict[str, int]:
    """Return how many words the texts of each value of the domain's column have, to cut periods."""
    if str(path) == STANDARD_INPUT:
        raise InputError("over: standard input cannot be read twice; give a file")
    words: dict[str, int] = {}
    for document in read_documents(
        path, replace(options, periods=Periods(), groups=()), ReadReport()
    ):
        value = document.domain or ""
        words[value] = words.get(value, 0) + len(document.text.split())
    return words


def read_shard(shard: FileShard, options: ReadOptions, report: ReadReport) -> Iterator[Document]:
    """Yield the documents of one shard of a file; a file that changed since is refused."""
    shard.check_unchanged()
    yield from _read_file(Source(shard.path, options, report, shard, shard.name))
    shard.check_unchanged()


def _read_all(
    files: Mapping[Path | None, str | None], options: ReadOptions, report: ReadReport | None
) -> Iterator[Document]:
    counted = ReadReport() if report is None else report
    for file, name in files.items():
        yield from _read_file(Source(file, options, counted, short_name=name))
    if report is None and counted.skipped:
        _logger.warning("%s", counted)


def _read_file(source: Source) -> Iterator[Document]:
    options = source.options
    name, compressed = file_format(source.path, options.format)
    reader = READERS[name]
    if not reader.has_columns and (
        options.label_column or options.domain_column or options.id_column
    ):
        raise InputError(
            f"{source.name}: {name} files have no columns; leave label_column, domain_column and "
            "id_column out"
        )
    with ExitStack() as stack:
        try:
            stream = _opened(source, stack)
            before = None if source.path is None else source.path.stat()
        except OSError as error:
            source.reject(None, *stream_damage(error))
            return
        for document in reader.read(decompressed(stream) if compressed else stream, source):
            source.report.documents += 1
            yield document
        if source.path is not None and before is not None and stat.S_ISREG(before.st_mode):
            size, modified = before.st_size, before.st_mtime_ns
            FileShard(source.path, 0, None, size, modified).check_unchanged()


def _opened(source: Source, stack: ExitStack) -> BinaryIO:
    if source.path is not None:
        return stack.enter_context(source.path.open("rb", buffering=BUFFER))
    if sys.stdin is None:
        raise OSError("standard input is closed")
    # It belongs to the program, so it stays open.
    return sys.stdin.buffer


def read_txt(stream: BinaryIO, source: Source) -> Iterator[Document]:
    """Yield the documents of a text; a paragraph ends at a blank line."""
    unit = source.options.document or "line"
    if unit == "line":
        for number, line in _lines(stream, source):
            if line and not line.isspace():
                yield Document(line, id=source.document_id(number))
        return
    for first, text in _joined(_lines(stream, source), ends_at_blank=unit == "paragraph"):
        if text is None:
            found = f"a {unit} of over {LONGEST_DOCUMENT:,} characters"
            source.reject(first, found, 'cut it, or read it with document="line"')
        elif text.strip():
            yield Document(text.strip(), id=source.document_id(None if unit == "file" else first))


def _lines(stream: BinaryIO, source: Source) -> Iterator[tuple[int, str]]:
    """Yield the lines that can be read, with their numbers and without their ends."""
    for number, line in NumberedLines(stream, source):
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            reject_encoding(source, number, line, error)
            continue
        if "\0" in text:
            reject_encoding(source, number, line, None)
            continue
        yield number, text.rstrip("\r\n")


def _joined(
    numbered: Iterator[tuple[int, str]], *, ends_at_blank: bool
) -> Iterator[tuple[int, str | None]]:
    """Yield the first line and the text of what lines make together; None if that is too long."""
    lines: list[str] = []
    first = size = 0
    for number, line in numbered:
        if ends_at_blank and not line.strip():
            yield first, _text(lines, size)
            lines, first, size = [], 0, 0
            continue
        first = first or number
        size += len(line) + 1
        if size > LONGEST_DOCUMENT:
            lines = []
        else:
            lines.append(line)
    yield first, _text(lines, size)


def _text(lines: list[str], size: int) -> str | None:
    return "\n".join(lines) if size <= LONGEST_DOCUMENT else None


READERS: Final[Mapping[FormatName, Reader]] = {
    "txt": Reader(read_txt, has_columns=False, has_lines=True),
    "jsonl": Reader(read_jsonl, has_lines=True),
    "ndjson": Reader(read_jsonl, has_lines=True),
    "csv": Reader(partial(read_table, delimiter=",")),
    "tsv": Reader(partial(read_table, delimiter="\t")),
    "parquet": Reader(read_parquet),
}
