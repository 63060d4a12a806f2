"""Documents out of files, folders, patterns and standard input, one at a time."""

import logging
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from crosslex.corpus.document import Document
from crosslex.corpus.files import find_files, format_of
from crosslex.corpus.formats import read_jsonl, read_txt
from crosslex.corpus.mdsd import read_reviews
from crosslex.corpus.options import OnError, ReadOptions, ReadReport, Source
from crosslex.corpus.parquet import read_parquet
from crosslex.corpus.ranges import FilePart, check_unchanged, open_part
from crosslex.corpus.streams import BUFFER, decompressed, stream_damage
from crosslex.corpus.tables import read_csv, read_tsv
from crosslex.errors import InputError

__all__ = ["OnError", "ReadOptions", "ReadReport", "read_documents", "read_part"]

STANDARD_INPUT = "-"

Reader = Callable[[BinaryIO, Source], Iterator[Document]]

READERS: dict[str, Reader] = {
    "txt": read_txt,
    "jsonl": read_jsonl,
    "ndjson": read_jsonl,
    "csv": read_csv,
    "tsv": read_tsv,
    "parquet": read_parquet,
    "review": read_reviews,
}
WITHOUT_COLUMNS = ("txt", "review")

_logger = logging.getLogger(__name__)


def read_documents(
    path: str | Path, options: ReadOptions | None = None, report: ReadReport | None = None
) -> Iterator[Document]:
    r"""Read the documents of a file, a folder, a glob pattern or `-` for standard input.

    Memory stays bounded however large the files are. A blank line of a text file is no
    document; an empty text in a column is one, so that documents keep their row numbers.

    Parameters
    ----------
    path
        What to read; a folder stands for all readable files under it, in sorted order.
    options
        Columns, format and what to do about unreadable lines; see `ReadOptions`.
    report
        Counts documents and skipped lines while one reads. Without it, a warning in the
        log tells how many were skipped.

    Raises
    ------
    InputError
        At once if there is nothing to read; later, naming file and line, at what cannot
        be read, unless the options say that it is skipped.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "kitchen.csv")
    ...     _ = path.write_text("text,label\nSharp knives.,1\nToo heavy.,0\n")
    ...     [(document.label, document.text) for document in read_documents(path)]
    [('1', 'Sharp knives.'), ('0', 'Too heavy.')]
    """
    options = ReadOptions() if options is None else options
    files: list[Path | None] = [None]
    if str(path) != STANDARD_INPUT:
        files = [*find_files(path, any_ending=options.format is not None)]
    return _read_all(files, options, report)


def read_part(part: FilePart, options: ReadOptions, report: ReadReport) -> Iterator[Document]:
    """Read the documents of one part of a file; a file that changed since is refused."""
    part.check_unchanged()
    for document in _read_file(Source(part.path, options, report, part)):
        report.documents += 1
        yield document
    part.check_unchanged()


def _read_all(
    files: list[Path | None], options: ReadOptions, report: ReadReport | None
) -> Iterator[Document]:
    counted = ReadReport() if report is None else report
    for file in files:
        for document in _read_file(Source(file, options, counted)):
            counted.documents += 1
            yield document
    if report is None and counted.skipped:
        _logger.warning("%s", counted)


def _read_file(source: Source) -> Iterator[Document]:
    file_format = _format(source)
    options = source.options
    if file_format in WITHOUT_COLUMNS and (options.label_column or options.domain_column):
        raise InputError(
            f"{source.name}: {file_format} files have no columns; "
            "leave label_column and domain_column out"
        )
    compressed = any(name.lower().endswith(".gz") for name in (source.name, options.format or ""))
    with ExitStack() as stack:
        try:
            stream = _opened(source, stack)
            before = None if source.path is None else source.path.stat()
        except OSError as error:
            source.reject(None, *stream_damage(error))
            return
        yield from READERS[file_format](decompressed(stream) if compressed else stream, source)
        if source.path is not None and before is not None and stat.S_ISREG(before.st_mode):
            check_unchanged(source.path, before.st_size, before.st_mtime_ns)


def _format(source: Source) -> str:
    if source.options.format is not None:
        return source.options.format.removesuffix(".gz")
    return (source.path and format_of(source.path)) or "txt"


def _opened(source: Source, stack: ExitStack) -> BinaryIO:
    if source.part is not None:
        return stack.enter_context(open_part(source.part))
    if source.path is not None:
        return stack.enter_context(source.path.open("rb", buffering=BUFFER))
    if sys.stdin is None:
        raise OSError("standard input is closed")
    # It belongs to the program, so it stays open.
    return sys.stdin.buffer
