"""Options of reading files, and the report of a reading."""

from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from crosslex.checks import check_choice

FormatName = Literal["txt", "jsonl", "ndjson", "csv", "tsv", "parquet", "review"]
"""A file format: the ending of its files, and its reader in `crosslex.corpus.readers`."""
FORMATS: Final[tuple[FormatName, ...]] = get_args(FormatName)

OnError = Literal["stop", "skip"]
ON_ERROR: Final[tuple[OnError, ...]] = get_args(OnError)

DocumentUnit = Literal["line", "paragraph", "file"]
"""The unit of a document in plain text."""
DOCUMENT_UNITS: Final[tuple[DocumentUnit, ...]] = get_args(DocumentUnit)

KEPT_MESSAGES = 5


@dataclass(frozen=True)
class ReadOptions:
    """Columns, format and error handling of a file that is read.

    Columns are also the keys of JSON objects. A named column must exist; without a name, the
    label's column is "label" if the file has it; with `labels=False` it is ignored. An unreadable
    line raises an `InputError`, or is left out and counted with `on_error="skip"`. The format is
    one of `FORMATS`, also followed by `.gz`; None takes it from the file's ending, and reads
    standard input as text. In plain text, a document is a line, a paragraph or a file; None means
    a file where a folder or a pattern matches several text files, and a line otherwise.

    >>> ReadOptions(text_column="body", on_error="skip")
    ReadOptions(text_column='body', ..., on_error='skip', format=None, document=None, labels=True)
    >>> ReadOptions(format="xls")
    Traceback (most recent call last):
    crosslex.errors.InputError: format: found 'xls'...; give one of txt, txt.gz, jsonl, ...
    """

    text_column: str = "text"
    label_column: str | None = None
    domain_column: str | None = None
    on_error: OnError = "stop"
    format: str | None = None
    document: DocumentUnit | None = None
    labels: bool = True

    def __post_init__(self) -> None:
        check_choice("on_error", self.on_error, ON_ERROR)
        if self.document is not None:
            check_choice("document", self.document, DOCUMENT_UNITS)
        if self.format is not None:
            check_choice(
                "format", self.format, [f"{name}{gz}" for name in FORMATS for gz in ("", ".gz")]
            )


@dataclass
class ReadReport:
    """Numbers of documents read and lines skipped so far, kept up to date by the reader.

    `skipped` counts unreadable lines, or ends of files; `messages` has the first few reasons.

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
