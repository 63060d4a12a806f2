"""Documents from files, folders, patterns and standard input, one at a time."""

import glob
import logging
import os
import stat
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final, cast

from crosslex.checks import did_you_mean
from crosslex.corpus.documents import (
    FORMATS,
    STANDARD_INPUT,
    Document,
    FormatName,
    ReadOptions,
    ReadReport,
)
from crosslex.corpus.parquet import read_parquet
from crosslex.corpus.periods import Periods, chosen_groups, split_cell
from crosslex.corpus.records import (
    Record,
    Records,
    documents_of,
    read_jsonl,
    read_table,
    read_txt,
)
from crosslex.corpus.streams import (
    BROKEN_STREAM,
    BUFFER,
    FileShard,
    Source,
    check_any_read,
    decompressed,
    stream_damage,
)
from crosslex.errors import CrosslexWarning, InputError

RECORD_READERS: Final[Mapping[FormatName, Callable[[BinaryIO, Source], Records]]] = {
    "jsonl": read_jsonl,
    "ndjson": read_jsonl,
    "csv": partial(read_table, delimiter=","),
    "tsv": partial(read_table, delimiter="\t"),
    "parquet": read_parquet,
}
"""From bytes and their source to records; what cannot be read goes to `source.reject`."""

READABLE = ", ".join(f".{name}" for name in FORMATS)

_logger = logging.getLogger(__name__)


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
    counted = ReadReport() if report is None else report
    if str(path) == STANDARD_INPUT:
        sources = [Source(None, options, counted)]
    else:
        files = find_files(path, any_ending=options.format is not None)
        options = with_document_unit(path, files, options)
        sources = [
            Source(file, options, counted, short_name=name)
            for file, name in zip(files, short_names(files), strict=True)
        ]
    return _read_all(sources, None if report is not None else counted)


def _read_all(sources: Iterable[Source], report: ReadReport | None) -> Iterator[Document]:
    for source in sources:
        yield from _read_file(source)
    if report is not None and report.skipped:
        _logger.warning("%s", report)


def read_shard(shard: FileShard, options: ReadOptions, report: ReadReport) -> Iterator[Document]:
    """Yield the documents of one shard of a file; a file that changed since is refused."""
    shard.check_unchanged()
    yield from _read_file(Source(shard.path, options, report, shard, shard.name))
    shard.check_unchanged()


def read_rows(path: str | Path, *, escaped_formulas: bool = False) -> Iterator[tuple[str, Record]]:
    """Yield the rows of CSV, TSV or JSON Lines as (file:line, values by column).

    The first row that cannot be read is an error, as is a file of another format.
    """
    file = Path(path)
    name, compressed = file_format(file, None)
    if name in ("txt", "parquet"):
        raise InputError(f"{file}: found {file.suffix!r}; give a .csv, .tsv or .jsonl")
    options = ReadOptions(
        text_column="", labels=False, escaped_formulas=escaped_formulas, can_skip=False
    )
    source = Source(file, options, ReadReport())
    with ExitStack() as stack:
        raw = _opened(source, stack)
        stream = decompressed(raw) if compressed else raw
        for line, row in RECORD_READERS[name](stream, source):
            yield f"{file}:{line}", row


def words_by_group(path: str | Path, options: ReadOptions) -> dict[str, dict[str, int]]:
    """Return how many words each group has in texts of each value of the domain's column.

    Groups come in alphabetical order, those that `options.groups` names, or all; without
    `options.group_column`, there is one, of no name.
    """
    if str(path) == STANDARD_INPUT:
        raise InputError("over: standard input cannot be read twice; give a file")
    words: dict[str, dict[str, int]] = {}
    everything = replace(options, periods=Periods(), groups=())
    report = ReadReport()
    for document in read_documents(path, everything, report):
        value = document.domain or ""
        group, value = ("", value) if options.group_column is None else split_cell(value)
        of_group = words.setdefault(group, {})
        of_group[value] = of_group.get(value, 0) + len(document.text.split())
    check_any_read(report)
    return chosen_groups(options.group_column, dict(sorted(words.items())), options.groups)


def _read_file(source: Source) -> Iterator[Document]:
    name, compressed = file_format(source.path, source.options.format)
    if name == "txt" and (named := source.options.columns.keys() - {"text_column"}):
        raise InputError(
            f"{source.name}: {name} files have no columns; leave {', '.join(sorted(named))} out"
        )
    with ExitStack() as stack:
        try:
            raw = _opened(source, stack)
            before = None if source.path is None else source.path.stat()
        except OSError as error:
            source.reject(None, *stream_damage(error))
            return
        stream = decompressed(raw) if compressed else raw
        if name == "txt":
            documents = read_txt(stream, source)
        else:
            documents = documents_of(RECORD_READERS[name](stream, source), source)
        for document in documents:
            source.report.documents += 1
            yield document
        if source.path is not None and before is not None and stat.S_ISREG(before.st_mode):
            FileShard(source.path, 0, None, before.st_size, before.st_mtime_ns).check_unchanged()


def _opened(source: Source, stack: ExitStack) -> BinaryIO:
    if source.path is not None:
        return stack.enter_context(source.path.open("rb", buffering=BUFFER))
    if sys.stdin is None:
        raise OSError("standard input is closed")
    # It belongs to the program, so it stays open.
    return sys.stdin.buffer


def find_files(path: str | Path, *, any_ending: bool = False) -> list[Path]:
    """Return the files of a path, a folder or a glob pattern, in sorted order.

    Folders and patterns give the files with a known ending, or all of them if
    `any_ending`; hidden files and folders are left out.
    """
    if not str(path):
        raise InputError("path: found an empty one; name a file, a folder or a pattern")
    place = Path(path)
    try:
        if place.exists():
            matches = [place]
        elif glob.has_magic(str(path)):
            matches = [Path(match) for match in glob.glob(str(path), recursive=True)]  # noqa: PTH207
        else:
            folder = place.parent
            near = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
            raise InputError(
                f"{path}: no such file{did_you_mean(place.name, near)}; check the path"
            )
        found = sorted({file for match in matches for file in _files_under(match)})
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}; check the path") from None
    readable = [file for file in found if any_ending or format_of(file)]
    if not readable:
        others = ", ".join(file.name for file in found[:3]) or "nothing"
        raise InputError(
            f"{path}: no readable file (found {others}); give files that end in {READABLE} (or "
            ".gz), or name their format"
        )
    return readable


def _files_under(place: Path) -> list[Path]:
    if not place.is_dir():
        return [place]
    return [
        file
        for file in place.rglob("*")
        if file.is_file()
        and not any(part.startswith(".") for part in file.relative_to(place).parts)
    ]


def short_names(files: Sequence[Path]) -> list[str]:
    """Return the name of each file, with the folders that tell files of one name apart.

    >>> short_names([Path("reviews/good/1.txt"), Path("reviews/bad/1.txt")])
    ['good/1.txt', 'bad/1.txt']
    """
    if len({file.name for file in files}) == len(files):
        return [file.name for file in files]
    common = os.path.commonpath([file.parent for file in files])
    return [file.relative_to(common).as_posix() for file in files]


def format_of(path: Path) -> FormatName | None:
    """Return the format of a file by its ending, None if it is not known.

    >>> format_of(Path("books.JSONL.gz"))
    'jsonl'
    """
    ending = Path(path.name.lower().removesuffix(".gz")).suffix[1:]
    return next((name for name in FORMATS if name == ending), None)


def file_format(path: Path | None, given: str | None) -> tuple[FormatName, bool]:
    """Return a file's format and whether it is compressed, by its ending or the format given."""
    compressed = any(each.lower().endswith(".gz") for each in (str(path), given or ""))
    if given is not None:
        # ReadOptions has checked it.
        return cast(FormatName, given.removesuffix(".gz")), compressed
    return (path and format_of(path)) or "txt", compressed


def with_document_unit(
    path: str | Path, files: Sequence[Path], options: ReadOptions
) -> ReadOptions:
    """Return the options with the unit of a document in the text files of a path filled in."""
    texts = [file for file in files if file_format(file, options.format)[0] == "txt"]
    if options.document is None:
        if len(texts) == 1 and is_wrapped(_first_lines(texts[0])):
            warnings.warn(
                f"{path}: each line is read as a document, but the lines look like wrapped prose; "
                'give document="paragraph" or document="file", or document="line" if it is right',
                CrosslexWarning,
                stacklevel=2,
            )
        return replace(options, document="file" if len(texts) > 1 else "line")
    if files and not texts:
        raise InputError(
            f"document: found {options.document!r}, but {path} holds no plain text; leave it "
            "out, as other formats have one document per row or object"
        )
    return options


def is_wrapped(lines: Iterable[str]) -> bool:
    """Return whether lines look like prose that was broken at the edge of a page.

    Most of such lines are nearly as long as the longest, which is not long, and end in the middle
    of a sentence.

    >>> is_wrapped(["It was the best of times, it was the worst of times, it was the",
    ...             "age of wisdom, it was the age of foolishness, it was the epoch"] * 6)
    True
    >>> is_wrapped(["Good.", "Works as it should, and my sister likes it too.", "Dull"] * 6)
    False
    """
    filled = [line.strip() for line in lines if line.strip()]
    if len(filled) < 12:
        return False
    widest = sorted(map(len, filled))[int(0.95 * (len(filled) - 1))]
    unfinished = [
        line for line in filled if len(line) >= 0.75 * widest and line[-1] not in ".!?:'\")]»”’"
    ]
    return 40 <= widest <= 120 and len(unfinished) > len(filled) / 2


def _first_lines(path: Path) -> list[str]:
    """Return the first lines of a file; none of a pipe, which can be read only once."""
    if not path.is_file():
        return []
    with suppress(*BROKEN_STREAM), path.open("rb") as file:
        stream = decompressed(file) if path.suffix.lower() == ".gz" else file
        return stream.read(2**16).decode(errors="replace").splitlines()
    return []
