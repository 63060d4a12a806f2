"""Results as text: aligned for a terminal, HTML for a notebook, escaped for Markdown."""

import html
from collections.abc import Sequence


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
