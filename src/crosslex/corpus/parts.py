"""Files cut into parts that are encoded apart, wherever that is done."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from crosslex.corpus.columns import check_labels_seen
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.encode import encode, encode_domains
from crosslex.corpus.files import find_files, format_of
from crosslex.corpus.options import KEPT_MESSAGES, ReadOptions, ReadReport
from crosslex.corpus.ranges import FilePart
from crosslex.corpus.readers import read_part
from crosslex.errors import InputError
from crosslex.text import TextSettings

LINE_FORMATS = ("txt", "jsonl", "ndjson")
"""Formats with a document a line; files of all others are read whole."""


@dataclass(frozen=True)
class PartTask:
    """A part of a file and how to encode it.

    Parameters
    ----------
    part
        What to read.
    domain
        The domain's name; None where a column names each document's.
    options
        How to read.
    text_settings
        How to analyze.
    keep_texts
        Whether to keep the raw texts.
    """

    part: FilePart
    domain: str | None
    options: ReadOptions
    text_settings: TextSettings
    keep_texts: bool


@dataclass(frozen=True)
class PartReport:
    """What was found in a part.

    Parameters
    ----------
    sizes
        Documents, sentences and tokens of each domain, by name.
    read
        Documents read and lines left out.
    """

    sizes: dict[str, tuple[int, int, int]]
    read: ReadReport


def plan_parts(path: str | Path, options: ReadOptions, size: int) -> list[FilePart]:
    """Cut what a path, a folder or a pattern stands for into parts of about `size` bytes.

    Nothing is read: where lines begin is found out by whoever reads a part.
    """
    parts = []
    for file in find_files(path, any_ending=options.format is not None):
        try:
            status = file.stat()
        except OSError as error:
            raise InputError(f"{file}: {error.strerror or error}; check the file") from None
        known = (status.st_size, status.st_mtime_ns)
        if status.st_size > size and _has_lines(file, options):
            starts = range(0, status.st_size, size)
            parts += [
                FilePart(file, start, min(start + size, status.st_size), *known) for start in starts
            ]
        else:
            parts.append(FilePart(file, 0, None, *known))
    return parts


def encode_part(task: PartTask) -> tuple[list[Corpus], PartReport]:
    """Read, analyze and encode one part: a corpus for each domain in it."""
    report = ReadReport()
    documents = read_part(task.part, task.options, report)
    if task.domain is not None:
        corpora = [
            encode(
                documents,
                name=task.domain,
                text_settings=task.text_settings,
                keep_texts=task.keep_texts,
            )
        ]
    else:
        corpora = encode_domains(
            documents, text_settings=task.text_settings, keep_texts=task.keep_texts
        )
    sizes = {corpus.name: (len(corpus), corpus.n_sentences, corpus.n_tokens) for corpus in corpora}
    return corpora, PartReport(sizes, report)


def check_labels(tasks: Sequence[PartTask], reports: Sequence[PartReport]) -> None:
    """Refuse a file that lacks the label's column in all of its parts."""
    seen: dict[Path, bool] = {}
    for task, report in zip(tasks, reports, strict=True):
        if task.part.stop is not None and report.read.documents:
            seen[task.part.path] = seen.get(task.part.path, False) or report.read.labels_seen
    for path, found in seen.items():
        if format_of(path) != "txt":
            check_labels_seen(str(path), tasks[0].options, found)


def together(reports: Sequence[PartReport]) -> ReadReport:
    """Add up what was read and left out in all parts."""
    return ReadReport(
        documents=sum(report.read.documents for report in reports),
        skipped=sum(report.read.skipped for report in reports),
        messages=[message for report in reports for message in report.read.messages][
            :KEPT_MESSAGES
        ],
    )


def with_first_document(corpus: Corpus, number: int) -> Corpus:
    """Return a part that knows how many documents of its domain stand before it."""
    return replace(corpus, first_document=number)


def _has_lines(file: Path, options: ReadOptions) -> bool:
    if options.format is not None:
        return options.format in LINE_FORMATS
    return file.suffix.lower() != ".gz" and format_of(file) in LINE_FORMATS
