"""How files are read, and what was read and what was left out."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, get_args

from crosslex.corpus.ranges import FilePart, lines_before
from crosslex.errors import InputError

OnError = Literal["stop", "skip"]

FORMATS = ("txt", "jsonl", "ndjson", "csv", "tsv", "parquet", "review")
"""File endings that can be read; each may be followed by `.gz`."""

KEPT_MESSAGES = 5


@dataclass(frozen=True)
class ReadOptions:
    """What to take from a file, and what to do about a line that cannot be read.

    Parameters
    ----------
    text_column
        The column, or the key of a JSON object, that holds the text.
    label_column
        The one that holds the label. None takes "label" where the file has it; a column
        named here must exist.
    domain_column
        The one that names each document's domain, where one file holds several.
    on_error
        "stop" raises an `InputError` at the first unreadable line; "skip" leaves such
        lines out and counts them.
    format
        One of `FORMATS`, perhaps with `.gz` behind it. None goes by the file's ending, and
        takes standard input for text, a document a line.

    Examples
    --------
    >>> ReadOptions(text_column="body", on_error="skip")
    ReadOptions(text_column='body', label_column=None, ..., on_error='skip', format=None)
    >>> ReadOptions(format="xls")
    Traceback (most recent call last):
    crosslex.errors.InputError: format: found 'xls'; choose one of txt, jsonl, ...
    """

    text_column: str = "text"
    label_column: str | None = None
    domain_column: str | None = None
    on_error: OnError = "stop"
    format: str | None = None

    def __post_init__(self) -> None:
        if self.on_error not in get_args(OnError):
            raise InputError(f"on_error: found {self.on_error!r}; choose stop or skip")
        if self.format is not None and self.format.removesuffix(".gz") not in FORMATS:
            raise InputError(
                f"format: found {self.format!r}; choose one of {', '.join(FORMATS)}, "
                "each also with .gz"
            )


@dataclass
class ReadReport:
    """How much has been read so far; a reader that is given one keeps it up to date.

    Parameters
    ----------
    documents
        Documents read.
    skipped
        Lines, or rests of files, that could not be read and were left out.
    messages
        Why, for the first few of them.
    labels_seen
        Whether the label's column was there at all.

    Examples
    --------
    >>> print(ReadReport(documents=1200, skipped=1, messages=["a.txt:7: not valid UTF-8"]))
    1,200 documents read, 1 unreadable left out: a.txt:7: not valid UTF-8
    """

    documents: int = 0
    skipped: int = 0
    messages: list[str] = field(default_factory=list)
    labels_seen: bool = False

    def skip(self, message: str) -> None:
        """Count something that was left out, and remember why if it is among the first."""
        self.skipped += 1
        if len(self.messages) < KEPT_MESSAGES:
            self.messages.append(message)

    def __str__(self) -> str:
        counts = f"{self.documents:,} documents read"
        if not self.skipped:
            return counts
        more = " | …" if self.skipped > len(self.messages) else ""
        return f"{counts}, {self.skipped:,} unreadable left out: {' | '.join(self.messages)}{more}"


@dataclass(frozen=True)
class Source:
    """One file while it is read: where it lies, how to read it, where to count.

    Parameters
    ----------
    path
        The file, None for standard input.
    options
        How it is read.
    report
        Where documents and skipped lines are counted.
    part
        The part of the file that is read, None for all of it.
    """

    path: Path | None
    options: ReadOptions
    report: ReadReport
    part: FilePart | None = None

    @property
    def name(self) -> str:
        """What messages call the file."""
        return "<stdin>" if self.path is None else str(self.path)

    @property
    def from_start(self) -> bool:
        """Whether the first line read is the file's first."""
        return self.part is None or self.part.start == 0

    def stopping(self) -> "Source":
        """Return the same file, read so that nothing is skipped."""
        return replace(self, options=replace(self.options, on_error="stop"))

    def reject(self, line: int | None, found: str, remedy: str) -> None:
        """Raise an error about a line, or about the file if `line` is None, or count it."""
        if line is not None and self.part is not None and self.part.start:
            line += lines_before(self.part.path, self.part.start)
        where = self.name if line is None else f"{self.name}:{line}"
        message = f"{where}: {found}; {remedy}"
        if self.options.on_error == "stop":
            raise InputError(message) from None
        self.report.skip(message)
