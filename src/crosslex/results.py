"""Parts of results: intervals, and tables as text, HTML and Markdown."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt


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


def wilson(share: float, number: float, z: float) -> Interval:
    """Return Wilson's interval (1927) of a proportion of `number` cases; z is its normal quantile.

    >>> print(wilson(0.5, 10, 1.96))
    0.50 (0.24 to 0.76)
    >>> wilson(1.0, 14, 1.6448536269514722)
    Interval(value=1.0, low=0.838..., high=1.0)
    """
    square = z**2 / number
    middle = (share + square / 2) / (1 + square)
    half = z * sqrt(share * (1 - share) / number + square / number / 4) / (1 + square)
    # The share itself lies inside, whatever rounding makes of an end.
    return Interval(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def text_table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows as lines of text, with columns as wide as their longest cell.

    >>> print(text_table([("word", "count"), ("knife", "12")]))
    word   count
    knife  12
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
    return "\n".join(lines)


def html_table(caption: str, rows: Sequence[Sequence[str]]) -> str:
    """Return an HTML table; the first row is its head.

    >>> html_table("a < b", [("word",), ("knife",)])
    '<table><caption>a &lt; b</caption><thead><tr><th>word</th>...</tbody></table>'
    """
    head, *body = rows
    return (
        f"<table><caption>{html.escape(caption)}</caption>"
        f"<thead>{_row(head, 'th')}</thead>"
        f"<tbody>{''.join(_row(row, 'td') for row in body)}</tbody></table>"
    )


def _row(cells: Sequence[str], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>"


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence lists them.

    >>> listed(["books", "dvd", "kitchen"]), listed(["books"])
    ('books, dvd and kitchen', 'books')
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def plain(text: str) -> str:
    r"""Return a text on one line, with what Markdown or HTML would take for markup escaped.

    >>> plain("<b>|x|\ny")
    '\\<b\\>\\|x\\| y'
    """
    line = " ".join(text.split())
    return "".join("\\" + char if char in "\\`*_[]<>|#&~$" else char for char in line)
