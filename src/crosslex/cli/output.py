"""Everything printed: results as tables or JSON, messages on standard error."""

import json
import logging
import re
import shlex
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import zip_longest
from pathlib import Path
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from crosslex.errors import CrosslexWarning
from crosslex.progress import show_progress
from crosslex.results import TableResult

MIN_COLUMN_WIDTH = 18
"""Characters that a column of words needs before tables are stacked instead."""

# 0.75, -1e-05, 62.5%, 62.5% (60.1%–64.8%), 2.1 ±0.4, and the dash of a missing value.
_NUMBER = re.compile(r"[-–+]?[\d.,]+(e[-+]?\d+)? ?%?( ?±[\d.]+| \([^a-z]*\))?|–|-")

# Control characters, which can control a terminal; marks that reverse the order of what follows;
# line separators; halves of surrogate pairs, which no output can encode.
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

_LEVELS = {-1: logging.ERROR, 0: logging.WARNING, 1: logging.INFO, 2: logging.DEBUG}

_ARGUMENTS = (
    "text_column label_column domain_column on_error min_count min_documents domain among top "
    "document language tokens stop_words dimension window scheduler pretrained words method target "
    "class_prior over periods id_column by groups sense sort matching near within source encoder "
    "trajectory"
)
_OPTIONS = {name: f"--{name.replace('_', '-')}" for name in _ARGUMENTS.split()}
_OPTIONS |= {"n_jobs": "--jobs", "random_state": "--seed", "n_suggested": "--count"}
_OPTIONS |= {"n_contexts": "--contexts", "max_examples": "--examples"}
_CALLS = {
    "lemmatize=False": "--no-lemmas",
    "ordered=True": "--ordered",
    "keep_texts=False": "--no-texts",
    "concordance(matching=…)": "concordance --matching",
}
# Arguments that are columns or numbers of a command, at the beginning of a message.
_OTHERS = {"y": "labels", "X": "texts", "n": "--count"}
_NAMES, _LONG = "|".join(_OPTIONS), "|".join(name for name in _OPTIONS if "_" in name)
# A setting with its value, the argument that a message begins with, an option known by its place,
# and a name that is no word.
_FOUND = re.compile(
    rf"""(?<![\w/\\.-])({_NAMES})=(?:["']([\w-]*)["']|([\d.]+))|^({_NAMES}|y|X|n)(?=:\ )"""
    rf"""|(?<=\ in\ )(over|by|groups)(?=$|[,;])|(?<![\w/\\.-])({_LONG})(?![\w/\\.='"-])"""
)

Cell = str | int | float | Text
Row = Sequence[Cell]


def without_controls(text: str) -> str:
    r"""Replace characters that could control a terminal with �.

    >>> without_controls("caf\u00e9 \x1b[31mred")
    'café �[31mred'
    """
    return _UNSAFE.sub("\N{REPLACEMENT CHARACTER}", text)


def one_line(text: str) -> str:
    r"""Return a message with its lines joined.

    >>> one_line("Choose from:\n\ten,\n\tde")
    'Choose from: en, de'
    """
    return " ".join(text.split())


def in_options(message: str) -> str:
    """Return a message with the names of arguments replaced by those of options.

    >>> in_options('fix it, or leave bad lines out with on_error="skip"')
    'fix it, or leave bad lines out with --on-error skip'
    >>> in_options("n_jobs: found 0; lower min_count=5, see min_count.txt")
    '--jobs: found 0; lower --min-count 5, see min_count.txt'
    >>> in_options("a.csv:1: no column 'yaer' among 'year'; name it in over")
    "a.csv:1: no column 'yaer' among 'year'; name it in --over"
    >>> in_options("domain: found 'dvd'; give one of books, kitchen")
    "--domain: found 'dvd'; give one of books, kitchen"
    >>> in_options("y: found 'good'; the classes are 0, 1")
    "labels: found 'good'; the classes are 0, 1"
    >>> in_options("a model without texts is learned with keep_texts=False")
    'a model without texts is learned with --no-texts'
    """

    def option(found: re.Match[str]) -> str:
        name = found[1] or found[4] or found[5] or found[6]
        value = found[2] or found[3]
        return (_OPTIONS | _OTHERS)[name] + (f" {value}" if value else "")

    for call, words in _CALLS.items():
        message = message.replace(call, words)
    return _FOUND.sub(option, message)


def megabytes(size: int) -> str:
    """Return a number of bytes in megabytes.

    >>> megabytes(2_500_000), megabytes(300)
    ('2.5 MB', '0.1 MB')
    """
    return f"{max(size, 100_000) / 1e6:,.1f} MB"


def to_json(result: object) -> str:
    """Return a result as one JSON object, in ASCII, which passes every terminal and pipe."""
    text = json.dumps(result, default=lambda each: each.to_dict(), indent=2, allow_nan=False)
    # The spaces of terms are no-break spaces.
    return text.replace(r"\u00a0", " ")


class Screen:
    """Standard output for people: nothing that comes from a text is taken for markup.

    `advice` says whether hints and commands to try next are printed; unless it is `shown`,
    nothing is.
    """

    def __init__(self, *, advice: bool = True, shown: bool = True) -> None:
        self.advice = advice
        self._console = Console(highlight=False, markup=False, emoji=False, quiet=not shown)

    @property
    def width(self) -> int:
        """How many characters fit on a line."""
        return self._console.width

    def title(self, text: str, *, note: str = "") -> None:
        """Print a bold line, with a dim note after it."""
        line = Text(without_controls(text), style="bold")
        line.append(f"  {without_controls(note)}" if note else "", style="not bold dim")
        self._console.print(line)

    def wrote(self, path: Path | None, *, note: str = "") -> None:
        """Print the name of a file that was written, if one was."""
        if path is not None:
            self.title(f"Wrote {path}", note=note)

    def line(self, text: str = "", *, style: str = "") -> None:
        """Print text, wrapped at the terminal's edge."""
        self._console.print(Text(without_controls(text)), style=style)

    def raw(self, text: str) -> None:
        """Print lines as they are, never wrapped: they go into a file or a paper."""
        if not self._console.quiet:
            sys.stdout.writelines(
                "\t".join(map(without_controls, line.split("\t"))) + "\n"
                for line in text.split("\n")
            )

    def keyword_line(self, before: str, keyword: str, after: str) -> None:
        """Print a word in bold with what is around it, never broken into lines."""
        line = Text.assemble(
            without_controls(before), (without_controls(keyword), "bold"), without_controls(after)
        )
        self._console.print(line, soft_wrap=True)

    def indented(self, text: str, *, style: str = "", gap: int = 1) -> None:
        """Print text below a title, wrapped at the terminal's edge, and empty lines after it."""
        self._console.print(
            Padding(Text(without_controls(text), style=style), (0, 2), expand=False)
        )
        self._console.line(gap)

    def try_next(self, *commands: Sequence[str]) -> None:
        """Print commands to try, ready to be copied: never broken into lines."""
        if not self.advice:
            return
        self.line()
        self.title("Try next")
        for command in commands:
            line = Text("  " + without_controls(shlex.join(command)), style="cyan")
            self._console.print(line, soft_wrap=True)

    def table(self, headers: Sequence[str], rows: Iterable[Row], *, min_width: int = 0) -> None:
        """Print rows under headers, with numbers aligned to the right, also those that are text."""
        rows = list(rows)
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
        columns = list(zip_longest(headers, zip(*rows, strict=True), fillvalue=()))
        longest = [max(map(_longest_part, (header, *cells))) for header, cells in columns]
        # Where not even single words fit, they are broken: rich would cut them off.
        fits = sum(2 + size for size in longest) <= self.width
        for (header, cells), size in zip(columns, longest, strict=True):
            table.add_column(
                Text(without_controls(str(header))),
                justify="right" if cells and all(map(_is_number, cells)) else "left",
                overflow="fold",
                min_width=max(min_width, size if fits else 0),
            )
        for row in rows:
            table.add_row(*map(_cell_text, row))
        # Two columns to the right, and an empty line after it.
        self._console.print(Padding(table, (0, 0, 1, 2), expand=False))

    def result(self, found: TableResult, before: str = "") -> None:
        """Print a verdict and the table below it."""
        self.title(f"{before}{found.verdict}")
        head, *rows = found.rows()
        self.table(head, rows)

    def records(self, records: Sequence[dict[str, Any]]) -> None:
        """Print records of the same keys as a table."""
        self.table(tuple(records[0]), [tuple(record.values()) for record in records])

    def side_by_side(self, columns: Sequence[tuple[str, Row]]) -> None:
        """Print columns next to each other, in as many tables as the terminal's width needs."""
        fitting = max(1, (self._console.width + 2) // MIN_COLUMN_WIDTH)
        # Two tables of three columns read better than one of five and one of one.
        tables = -(-len(columns) // fitting)
        size = -(-len(columns) // tables) if tables else 1
        for start in range(0, len(columns), size):
            headers, cells = zip(*columns[start : start + size], strict=True)
            self.table(headers, zip_longest(*cells, fillvalue=""), min_width=12)


def _cell_text(value: Cell) -> Text:
    if isinstance(value, Text):
        return value
    if isinstance(value, str):
        return Text(without_controls(value))
    return Text(f"{value:,}" if isinstance(value, int) else f"{value:.1f}")


def _is_number(value: Cell) -> bool:
    return isinstance(value, int | float) or _NUMBER.fullmatch(str(value)) is not None


def _longest_part(value: Cell) -> int:
    """Return the width of the longest word, or of a number with its interval."""
    parts = [_cell_text(value).plain] if _is_number(value) else _cell_text(value).plain.split()
    return max(map(cell_len, parts), default=0)


class Messages(logging.Handler):
    """What the program writes to standard error.

    `verbosity` is -1: only errors; 0: warnings and progress too; 1: each step; 2: everything.
    `debug` says whether an error shows its traceback.
    """

    verbosity = 0
    debug = False
    _told: set[str]

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Show log, warnings and progress while the block runs."""
        logger = logging.getLogger("crosslex")
        level = logger.level
        logger.addHandler(self)
        self._told = set()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("always", CrosslexWarning)
            warnings.showwarning = self._warn
            try:
                self.set_verbosity(0)
                yield
            finally:
                logger.removeHandler(self)
                logger.setLevel(level)
                show_progress(None)

    def set_verbosity(self, verbosity: int) -> None:
        """Show more or less from now on."""
        self.verbosity = min(max(verbosity, -1), 2)
        logging.getLogger("crosslex").setLevel(_LEVELS[self.verbosity])
        watched = self.verbosity >= 0 and sys.stderr.isatty()
        show_progress(watched)
        # Someone who waits wants to know why; a file of messages does not.
        logging.getLogger("crosslex.imports").setLevel(logging.INFO if watched else logging.NOTSET)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record of the log."""
        self.write(record.levelname.lower(), in_options(record.getMessage()))

    def write(self, kind: str, message: str) -> None:
        """Write one line, whatever the verbosity."""
        line = Text(f"crosslex: {kind}: ", style="bold red" if kind == "error" else "bold")
        line.append(without_controls(one_line(message)), style="not bold default")
        # If there is nowhere to write messages to, the exit code still tells.
        with suppress(OSError):
            Console(stderr=True, highlight=False).print(line, soft_wrap=True)

    def _warn(
        self, message: Warning | str, category: type[Warning], *_where: object, **_more: object
    ) -> None:
        told = in_options(str(message))
        # What is computed in two steps would warn twice.
        if self.verbosity >= 0 and told not in self._told:
            self._told.add(told)
            self.write("warning", told)
