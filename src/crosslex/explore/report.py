"""A report of titles and tables as one HTML page, in the explorer's style, without scripts."""

import html
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from string import Template

from crosslex.explore.page import check_place, digest, read_template
from crosslex.results import html_table
from crosslex.storage import StrPath, write_file

TitledTable = tuple[str, Sequence[Sequence[str]]]
"""A title, and rows of which the first is the table's head."""


def render_report(title: str, verdict: str, tables: Sequence[TitledTable]) -> str:
    """Return the page as one HTML document; its policy lets the browser load and run nothing.

    >>> "<th>word</th>" in render_report("a", "b", [("Words", [("word",), ("knife",)])])
    True
    """
    style = read_template("page.css") + read_template("report.css")
    sections = [
        f"<section><h3>{html.escape(name)}</h3>{html_table('', rows)}</section>"
        for name, rows in tables
    ]
    return Template(read_template("report.html")).substitute(
        policy=f"default-src 'none'; style-src '{digest(style)}'; img-src data:",
        title=html.escape(title),
        style=style,
        verdict=html.escape(verdict),
        sections="\n".join(sections).replace("<caption></caption>", ""),
    )


def write_report(path: StrPath, title: str, verdict: str, tables: Sequence[TitledTable]) -> None:
    """Write the page in one step; an older page is replaced, any other file is refused."""
    check_place(path)
    # Half a character can be in no file.
    content = render_report(title, verdict, tables).encode(errors="replace")
    write_file(path, partial(Path.write_bytes, data=content))
