"""Results on standard output: as tables that fit the terminal, or as JSON."""

import json
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
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

BELOW_A_TITLE = (0, 0, 1, 2)
"""Two columns to the right, and an empty line after it."""


def to_json(result: "DataclassInstance") -> str:
    """Return a result as one JSON object, in ASCII, which passes every terminal and pipe."""
    return json.dumps(asdict(result), indent=2, allow_nan=False)


class Screen:
    """Standard output for people: nothing that comes from a text is taken for markup.

    Parameters
    ----------
    advice
        Whether hints and commands to try next are printed.
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

    def indented(self, text: str, *, style: str = "") -> None:
        """Print text below a title, wrapped at the terminal's edge."""
        self._console.print(Padding(Text(plain(text), style=style), (0, 2), expand=False))

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
        self.line()

    def settings(self, settings: Mapping[str, object]) -> None:
        """Print a table of settings, in alphabetical order."""
        self.title("Settings")
        rows = [(name, str(value)) for name, value in sorted(settings.items())]
        self.table(("setting", "value"), rows)

    def table(self, headers: Sequence[str], rows: Iterable[Sequence[str | int | float]]) -> None:
        """Print rows under headers, with numbers aligned to the right, also those that are text."""
        rows = list(rows)
        table = _empty_table()
        for header, cells in zip_longest(headers, zip(*rows, strict=True), fillvalue=()):
            number = bool(cells) and all(_is_number(cell) for cell in cells)
            table.add_column(
                Text(plain(str(header))), justify="right" if number else "left", overflow="fold"
            )
        for row in rows:
            table.add_row(*(_cell(value) for value in row))
        self._console.print(Padding(table, BELOW_A_TITLE, expand=False))

    def side_by_side(self, columns: Sequence[tuple[str, Sequence[str | Text]]]) -> None:
        """Print columns next to each other, in as many tables as the terminal's width needs."""
        fitting = max(1, (self._console.width + 2) // NARROWEST_COLUMN)
        # Two tables of three columns read better than one of five and one of one.
        tables = -(-len(columns) // fitting)
        size = -(-len(columns) // tables) if tables else 1
        for start in range(0, len(columns), size):
            shown = columns[start : start + size]
            table = _empty_table()
            for header, _ in shown:
                table.add_column(Text(plain(header)), overflow="fold", min_width=12)
            for row in zip_longest(*(cells for _, cells in shown), fillvalue=Text()):
                table.add_row(*(_cell(cell) for cell in row))
            self._console.print(Padding(table, BELOW_A_TITLE, expand=False))


def _empty_table() -> Table:
    return Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))


def neighbor_cell(word: str, cosine: float) -> Text:
    """Return a neighbor after its cosine, so that the numbers are aligned."""
    return Text.assemble((f"{cosine:.2f} ", "dim"), plain(word))


def _cell(value: str | int | float | Text) -> Text:
    if isinstance(value, Text):
        return value
    if isinstance(value, float):
        return Text(f"{value:.1f}")
    return Text(f"{value:,}" if isinstance(value, int) else plain(value))


def _is_number(value: str | int | float) -> bool:
    return not isinstance(value, str) or _NUMBER.fullmatch(value) is not None
