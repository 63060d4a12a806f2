"""Parts of results: intervals, and tables as text, HTML, CSV and data frames."""

import csv
import html
import io
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any, TypeVar, overload
from unicodedata import combining, east_asian_width

from crosslex.imports import import_optional

Item = TypeVar("Item", covariant=True)

MAX_Q = 0.05
"""A word differs, or turns, at q ≤ 0.05; q is its false discovery rate."""
NORMAL_QUANTILE = 1.959964
"""Standard errors to either side of a 95 % interval."""
_FORMULA = re.compile(r"(?s)'*+(?![-+]?[\d.,]*(e-?\d+)?\Z)[=+\-@\t\r\n＝＋－＠].")
"""What a spreadsheet computes or drops; a single sign or a number is harmless."""


@dataclass(frozen=True)
class Interval:
    """An estimate with the bounds of its confidence interval.

    >>> print(Interval(0.5, 0.236, 0.7634))
    0.50 (0.24 to 0.76)
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} ({self.low:.2f} to {self.high:.2f})"

    @property
    def percent(self) -> str:
        """The same in percent, without decimals.

        >>> Interval(0.843, 0.81, 0.868).percent
        '84 % (81 to 87 %)'
        """
        value, low, high = (f"{100 * each:.0f}" for each in (self.value, self.low, self.high))
        return f"{value} % ({low} to {high} %)"


def wilson(share: float, number: float, z: float = NORMAL_QUANTILE) -> Interval:
    """Return Wilson's interval (1927) of a proportion of `number` cases; z is its normal quantile.

    >>> print(wilson(0.5, 10))
    0.50 (0.24 to 0.76)
    >>> wilson(1.0, 14, 1.6448536269514722)
    Interval(value=1.0, low=0.838..., high=1.0)
    """
    square = z**2 / number
    middle = (share + square / 2) / (1 + square)
    half = z * sqrt(share * (1 - share) / number + square / number / 4) / (1 + square)
    # The share itself lies inside, whatever rounding makes of an end.
    return Interval(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


class TableResult(ABC):
    """A dataclass (with `repr=False`) that prints as a table, in notebooks too, and has records."""

    @property
    @abstractmethod
    def verdict(self) -> str:
        """The result in a sentence, which is shown above the table."""

    def rows(self) -> Sequence[Sequence[str]]:
        """Return the table that is shown, by default all records; its first row is its head."""
        records = with_spaces(self.records())
        shown = (
            [f"{v:,}" if isinstance(v, int) else str(v) for v in each.values()] for each in records
        )
        return [list(records[0]), *shown]

    @abstractmethod
    def records(self) -> list[dict[str, Any]]:
        """Return one flat record per row of a data frame or of a CSV file."""

    def __str__(self) -> str:
        return f"{self.verdict}\n{text_table(self.rows())}"

    def __repr__(self) -> str:
        # What an interactive shell shows: all fields would fill pages.
        return str(self)

    def _repr_html_(self) -> str:
        return html_table(self.verdict, self.rows())

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON holds it."""
        return {"verdict": self.verdict, **asdict(self)}  # type: ignore[call-overload]

    def to_frame(self) -> Any:
        """Return the records as a pandas data frame."""
        return import_optional("pandas", needed_for="to_frame").DataFrame(
            with_spaces(self.records())
        )


class ListResult(TableResult, Sequence[Item]):
    """A result that is a sequence of its entries, which are its words unless it says otherwise."""

    @property
    def entries(self) -> tuple[Item, ...]:
        """What it is a sequence of."""
        words: tuple[Item, ...] = vars(self)["words"]
        return words

    def __len__(self) -> int:
        return len(self.entries)

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, place: int | slice) -> Item | tuple[Item, ...]:
        return self.entries[place]


def words_of(neighbors: Sequence[tuple[str, float]], limit: int | None = None) -> str:
    """Return the words of neighbors, or the first of them, as a table shows them.

    >>> words_of([("knife", 0.8), ("blade", 0.7), ("pan", 0.2)], 2)
    'knife, blade'
    """
    return ", ".join(word for word, _ in neighbors[:limit])


def with_spaces(records: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    r"""Return records in which the words of a term have spaces between, as people write them.

    >>> with_spaces([{"word": "cost\xa0of\xa0living", "count": 7}])
    [{'word': 'cost of living', 'count': 7}]
    """
    return [
        {name: v.replace("\xa0", " ") if isinstance(v, str) else v for name, v in record.items()}
        for record in records
    ]


def records_csv(records: Sequence[dict[str, Any]], columns: Sequence[str] = ()) -> str:
    r"""Return flat records as CSV; without records, the head alone if columns are given.

    >>> records_csv([{"word": "knife", "change": 1 / 3}])
    'word,change\nknife,0.333333\n'
    """
    if not records and not columns:
        return ""
    names = columns or list(records[0])
    rows = ([record.get(name) for name in names] for record in with_spaces(records))
    shown = ([f"{v:.6g}" if isinstance(v, float) else v for v in row] for row in rows)
    return "".join(map(csv_line, [names, *shown]))


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


def text_table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as lines of text, with columns as wide as their longest cell.

    >>> print(text_table([("word", "count"), ("knife", "12")]))
    word   count
    knife  12
    """
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    )
    return "\n".join(lines)


def _width(cell: str) -> int:
    """Return how many columns of a terminal a text takes: Chinese characters take two.

    >>> _width("plot"), _width("苹果"), _width("é")
    (4, 4, 1)
    """
    wide = sum(east_asian_width(char) in "WF" for char in cell)
    return len(cell) + wide - sum(map(bool, map(combining, cell)))


def html_table(caption: str, rows: Sequence[Sequence[str]], *, named_cells: bool = False) -> str:
    """Return an HTML table, with a caption if there is one; the first row is its head.

    With `named_cells`, each cell names its column, for screens too narrow for columns.

    >>> html_table("a < b", [("word",), ("knife",)])
    '<table><caption>a &lt; b</caption><thead><tr><th>word</th>...</tbody></table>'
    >>> html_table("", [("word",), ("knife",)], named_cells=True)
    '<table><thead>...</thead><tbody><tr><td data-head="word">knife</td></tr></tbody></table>'
    """
    head, *body = rows
    names = [f' data-head="{html.escape(name)}"' if named_cells else "" for name in head]
    return (
        f"<table>{caption and f'<caption>{html.escape(caption)}</caption>'}"
        f"<thead>{_row(head, 'th', [''] * len(head))}</thead>"
        f"<tbody>{''.join(_row(row, 'td', names) for row in body)}</tbody></table>"
    )


def _row(cells: Sequence[str], tag: str, attributes: Sequence[str]) -> str:
    pairs = zip(cells, attributes, strict=True)
    shown = (f"<{tag}{attribute}>{html.escape(cell)}</{tag}>" for cell, attribute in pairs)
    return f"<tr>{''.join(shown)}</tr>"


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence lists them.

    >>> listed(["books", "dvd", "kitchen"]), listed(["books"])
    ('books, dvd and kitchen', 'books')
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "label"), counted(2000, "label")
    ('1 label', '2,000 labels')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def plain(text: str) -> str:
    r"""Return a text on one line, with what Markdown or HTML would take for markup escaped.

    >>> plain("<b>|x|\ny")
    '\\<b\\>\\|x\\| y'
    """
    line = " ".join(text.split())
    return "".join("\\" + char if char in "\\`*_[]<>|#&~$" else char for char in line)
