"""Results on standard output: as tables that fit the terminal, or as JSON."""

import json
import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from crosslex.cli.terminal_text import plain

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

NARROWEST_COLUMN = 18
"""Characters that a column of words needs before tables are stacked instead."""

# 0.75, -1e-05, 62.5%, 62.5% (60.1%–64.8%), 2.1 ±0.4, and the dash of a missing value.
_NUMBER = re.compile(r"[-–+]?[\d.,]+(e[-+]?\d+)? ?%?( ?±[\d.]+| \([^a-z]*\))?|–|-")

Cell = str | int | float | Text
Row = Sequence[Cell]


def to_json(result: "DataclassInstance") -> str:
    """Return a result as one JSON object, in ASCII, which passes every terminal and pipe."""
    return json.dumps(asdict(result), indent=2, allow_nan=False)


class Screen:
    """Standard output for people: nothing that comes from a text is taken for markup.

    `advice` says whether hints and commands to try next are printed.
    """

    def __init__(self, *, advice: bool = True) -> None:
        self.advice = advice
        self._console = Console(highlight=False, markup=False, emoji=False)

    def title(self, text: str, *, note: str = "") -> None:
        """Print a bold line, with a dim note after it."""
        line = Text(plain(text), style="bold")
        line.append(f"  {plain(note)}" if note else "", style="not bold dim")
        self._console.print(line)

    def line(self, text: str = "", *, style: str = "") -> None:
        """Print text, wrapped at the terminal's edge."""
        self._console.print(Text(plain(text)), style=style)

    def indented(self, text: str, *, style: str = "", gap: int = 1) -> None:
        """Print text below a title, wrapped at the terminal's edge, and empty lines after it."""
        self._console.print(Padding(Text(plain(text), style=style), (0, 2), expand=False))
        self._console.line(gap)

    def try_next(self, *commands: Sequence[str]) -> None:
        """Print commands to try, ready to be copied: never broken into lines."""
        if not self.advice:
            return
        self.line()
        self.title("Try next")
        for command in commands:
            line = Text("  " + plain(shlex.join(command)), style="cyan")
            self._console.print(line, soft_wrap=True)

    def list_words(self, title: str, words: Sequence[str], *, top: int, note: str = "") -> None:
        """Print the first words of a list under a title."""
        self.title(title, note=note)
        self.indented(", ".join(words[:top]) + (", …" if len(words) > top else ""))

    def table(self, headers: Sequence[str], rows: Iterable[Row], *, min_width: int = 0) -> None:
        """Print rows under headers, with numbers aligned to the right, also those that are text."""
        rows = list(rows)
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
        for header, cells in zip_longest(headers, zip(*rows, strict=True), fillvalue=()):
            table.add_column(
                Text(plain(str(header))),
                justify="right" if cells and all(map(_is_number, cells)) else "left",
                overflow="fold",
                min_width=min_width,
            )
        for row in rows:
            table.add_row(*map(_cell_text, row))
        # Two columns to the right, and an empty line after it.
        self._console.print(Padding(table, (0, 0, 1, 2), expand=False))

    def side_by_side(self, columns: Sequence[tuple[str, Row]]) -> None:
        """Print columns next to each other, in as many tables as the terminal's width needs."""
        fitting = max(1, (self._console.width + 2) // NARROWEST_COLUMN)
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
        return Text(plain(value))
    return Text(f"{value:,}" if isinstance(value, int) else f"{value:.1f}")


def _is_number(value: Cell) -> bool:
    return isinstance(value, int | float) or _NUMBER.fullmatch(str(value)) is not None
