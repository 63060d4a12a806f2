"""The names of what can be chosen when files are read."""

from typing import Final, Literal, get_args

FormatName = Literal["txt", "jsonl", "ndjson", "csv", "tsv", "parquet", "review"]
"""A file format: the ending of its files, and its module in `crosslex.corpus.formats`."""
FORMATS: Final[tuple[FormatName, ...]] = get_args(FormatName)

OnError = Literal["stop", "skip"]
ON_ERROR: Final[tuple[OnError, ...]] = get_args(OnError)

DocumentUnit = Literal["line", "paragraph", "file"]
"""What one document is in plain text."""
DOCUMENT_UNITS: Final[tuple[DocumentUnit, ...]] = get_args(DocumentUnit)
