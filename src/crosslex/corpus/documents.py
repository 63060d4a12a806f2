"""Documents and their labels, and the options and the report of reading them from files.

The command line describes its options by these types, so numpy is not imported.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isnan
from typing import Any, Final, Literal, get_args

from crosslex.checks import check_choice
from crosslex.corpus.periods import Periods
from crosslex.errors import InputError

Label = int | str

UNLABELED = -1
"""The label, and the class code, of a document that has none."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its label, if it has one, and its domain, where one file holds several.

    The id says where it comes from; None means its number among the domain's documents.
    """

    text: str
    label: Label | None = None
    domain: str | None = None
    id: str | None = field(default=None, compare=False)


FormatName = Literal["txt", "jsonl", "ndjson", "csv", "tsv", "parquet"]
"""A file format: the ending of its files, and its reader in `crosslex.corpus.readers`."""
FORMATS: Final[tuple[FormatName, ...]] = get_args(FormatName)

OnError = Literal["stop", "skip"]

DocumentUnit = Literal["line", "paragraph", "file"]
"""The unit of a document in plain text."""

STANDARD_INPUT = "-"
DEFAULT_LABEL_COLUMN = "label"

DIVIDE_HINT = (
    'divide the texts into documents, one per line (document="line") or with blank lines between '
    '(document="paragraph"), and learn the model again'
)

KEPT_MESSAGES = 5


@dataclass(frozen=True)
class ReadOptions:
    """Columns, format and error handling of a file that is read.

    Columns are also the keys of JSON objects. A named column must exist; without a name, the
    label's column is "label" if the file has it; with `labels=False` it is ignored. An unreadable
    line raises an `InputError`, or is left out and counted with `on_error="skip"`. The format is
    one of `FORMATS`, also followed by `.gz`; None takes it from the file's ending, and reads
    standard input as text. In plain text, a document is a line, a paragraph or a file; None means
    a file where a folder or a pattern matches several text files, and a line otherwise. With
    `periods`, the domain's column holds numbers or dates, and the domains are their periods; with
    `group_column` too, each group in a period is a domain, if `groups` names it or is empty.
    Documents are known by `id_column`, or else by file name and line: `kitchen.csv:12`.
    `escaped_formulas` reads tables that crosslex wrote: an apostrophe before a formula is dropped.
    Without `can_skip`, errors do not advise `on_error="skip"`, as who reads them cannot set it.

    >>> ReadOptions(text_column="body", on_error="skip")
    ReadOptions(text_column='body', ..., on_error='skip', format=None, document=None, ...)
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
    periods: Periods | None = None
    group_column: str | None = None
    groups: tuple[str, ...] = ()
    id_column: str | None = None
    escaped_formulas: bool = False
    can_skip: bool = True

    def __post_init__(self) -> None:
        check_choice("on_error", self.on_error, get_args(OnError))
        if self.document is not None:
            check_choice("document", self.document, get_args(DocumentUnit))
        if self.format is not None:
            check_choice(
                "format", self.format, [f"{name}{gz}" for name in FORMATS for gz in ("", ".gz")]
            )

    @property
    def columns(self) -> dict[str, str]:
        """The columns that were named, by the option that names them."""
        named = {
            "text_column": self.text_column,
            "label_column": self.label_column,
            "domain_column" if self.periods is None else "over": self.domain_column,
            "by": self.group_column,
            "id_column": self.id_column,
        }
        return {option: column for option, column in named.items() if column}

    @property
    def columns_read(self) -> list[str]:
        """The columns that were named, and that of the label, which need not be there."""
        default = [DEFAULT_LABEL_COLUMN] if self.labels and self.label_column is None else []
        return [*self.columns.values(), *default]


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


_WHOLE = re.compile(r"([+-]?[0-9]{1,18})(\.0*)?")
_MISSING_TYPES = ("NAType", "NaTType")
"""Type names of pandas' missing values, so that pandas need not be installed."""


def read_label(label: Any, name: str = "labels") -> Label | None:
    """Return a label as a whole number of 64 bits or a word; None where there is none.

    None, NaN, pandas' missing values and blank words mean no label; white space around a word
    does not count. -1 is returned as -1, in whatever format it is written: it means unlabeled,
    too, but the user may have meant a class. `name` is what a message calls the labels.

    >>> [read_label(label) for label in (True, 2.0, " good", float("nan"), "-1.0", "")]
    [1, 2, 'good', None, -1, None]
    """
    if label is None or type(label).__name__ in _MISSING_TYPES:
        return None
    if isinstance(label, str):
        return UNLABELED if whole_number(label) == UNLABELED else label.strip() or None
    # Numbers of numpy, which need not be imported.
    kind = label.dtype.kind if getattr(label, "shape", None) == () else None
    number = label.item() if kind in ("b", "i", "u", "f") else label
    if isinstance(number, float) and isnan(number):
        return None
    if isinstance(number, int) or (isinstance(number, float) and number.is_integer()):
        whole = int(number)
        if -(2**63) <= whole < 2**63:
            return whole
        raise InputError(
            f"{name}: found the label {whole}, which does not fit into 64 bits; give it as a string"
        )
    raise InputError(
        f"{name}: found the label {label!r:.40}; give whole numbers or words, "
        "None or -1 where there is none"
    )


def read_id(value: Any) -> str | None:
    """Return a document's id as text; None where there is none.

    >>> [read_id(value) for value in ("007", 7.0, 7, " ", None, float("nan"))]
    ['007', '7', '7', None, None, None]
    """
    if value is None or type(value).__name__ in _MISSING_TYPES or value != value:
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip() or None


def whole_number(text: str) -> int | None:
    """Return the whole number that a text is, in any of the ways that tables write one.

    >>> [whole_number(text) for text in ("1", "+1", "1.0", "-7", "1.5", "good")]
    [1, 1, 1, -7, None, None]
    """
    found = _WHOLE.fullmatch(text.strip())
    return int(found[1]) if found else None


def class_codes(classes: Iterable[Label]) -> dict[str, int]:
    """Return the code of every class by its name, for `class_code`."""
    return {str(label): code for code, label in enumerate(classes)}


def class_code(label: Label, codes: Mapping[str, int]) -> int | None:
    """Return the code of the class that a label names, in whatever format its number is written.

    >>> [class_code(label, class_codes([0, 1])) for label in (1, "1", "1.0", "good")]
    [1, 1, 1, None]
    >>> [class_code(label, class_codes(["001", "misc"])) for label in ("001", "1")]
    [0, None]
    """
    name = str(label)
    if name not in codes and (number := whole_number(name)) is not None:
        name = str(number)
    return codes.get(name)


def known_code(where: str, label: Label, codes: Mapping[str, int]) -> int:
    """Return the code of the class that a label names; refuse a label that names none."""
    code = class_code(label, codes)
    if code is None:
        raise InputError(f"{where}: found the label {label!r}; the classes are {', '.join(codes)}")
    return code
