"""CSV for spreadsheets: no cell is a formula, and every text can be read back."""

import csv
import io
import re
from collections.abc import Iterable

_FORMULA = re.compile(r"(?s)'*+(?![-+]?[\d.,]*(e-?\d+)?\Z)[=+\-@\t\r\n＝＋－＠].")
"""What a spreadsheet computes or drops; a single sign or a number is harmless."""


def csv_line(cells: Iterable[object]) -> str:
    r"""Return one line of CSV; an apostrophe before a formula makes it a text.

    NUL, which ends a text in many programs, is written as �.

    >>> csv_line(["=HYPERLINK(1)", "a saw, a drill", -0.5, "-0.5", None])
    '\'=HYPERLINK(1),"a saw, a drill",-0.5,-0.5,\n'
    """
    line = io.StringIO()
    # With this terminator, the writer also quotes a carriage return alone.
    csv.writer(line, lineterminator="\r\n").writerow(
        _as_text(cell) if isinstance(cell, str) else cell for cell in cells
    )
    return line.getvalue()[:-2] + "\n"


def _as_text(cell: str) -> str:
    cell = cell.replace("\0", "\N{REPLACEMENT CHARACTER}")
    return f"'{cell}" if _FORMULA.match(cell) else cell


def restored(cell: str) -> str:
    """Return the text of a cell that `csv_line` has written.

    >>> restored("'=HYPERLINK(1)"), restored("'s"), restored("-0.5")
    ('=HYPERLINK(1)', "'s", '-0.5')
    """
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
