"""A page made of headings, paragraphs, tables and figures, as Markdown and as HTML."""

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from crosslex.results import plain

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem;
       color: #1c2430; background: #fff; }
h1 { font-size: 1.7rem; } h2 { font-size: 1.25rem; margin-top: 2.2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .86rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
thead th { border-bottom: 1.5px solid #1c2430; }
tbody tr + tr td { border-top: 1px solid #e3e6e8; }
td.strong { font-weight: 700; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
figcaption { font-size: .86rem; color: #55606b; }
pre { background: #f3f5f7; padding: .8rem 1rem; overflow-x: auto; }
"""


@dataclass(frozen=True)
class _Text:
    text: str


class Heading(_Text):
    """The title of a section."""


class Paragraph(_Text):
    """Running text."""


class Code(_Text):
    """A command, to be copied."""


@dataclass(frozen=True)
class Table:
    """Rows under headers; the first column names them, the others are numbers.

    A cell that is to stand out is in `strong`, by row and column.
    """

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    strong: frozenset[tuple[int, int]] = frozenset()

    def written(self, write: Callable[[str, bool], str]) -> list[list[str]]:
        """Return the cells of each row as a function of text and strength writes them."""
        return [
            [write(cell, (line, column) in self.strong) for column, cell in enumerate(row)]
            for line, row in enumerate(self.rows)
        ]


@dataclass(frozen=True)
class Picture:
    """A figure: a file next to the Markdown, its SVG inside the HTML."""

    file: str
    svg: str
    caption: str


Block = Heading | Paragraph | Code | Table | Picture


def to_markdown(title: str, blocks: Sequence[Block]) -> str:
    r"""Write the page as Markdown.

    >>> print(to_markdown("Results", [Table(("pair", "none"), (("a->b", "71.0"),))]))
    # Results
    <BLANKLINE>
    | pair | none |
    |---|---:|
    | a-\>b | 71.0 |
    <BLANKLINE>
    """
    return "\n".join([f"# {plain(title)}", "", *map(_markdown, blocks)])


def to_html(title: str, blocks: Sequence[Block]) -> str:
    """Write the page as HTML that needs no other file."""
    body = "\n".join(map(_html, blocks))
    head = html.escape(title)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{head}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n<h1>{head}</h1>\n{body}\n</body>\n</html>\n"
    )


def _markdown(block: Block) -> str:
    match block:
        case Heading(text):
            return f"## {plain(text)}\n"
        case Code(text):
            return f"```\n{text}\n```\n"
        case Paragraph(text):
            return f"{plain(text)}\n"
        case Picture(file, _, caption):
            return f"![{plain(caption)}]({file})\n\n{plain(caption)}\n"
        case Table(headers):
            rows = block.written(lambda cell, bold: f"**{plain(cell)}**" if bold else plain(cell))
            head, *lines = (f"| {' | '.join(row)} |\n" for row in (map(plain, headers), *rows))
            return f"{head}|---|{'---:|' * (len(headers) - 1)}\n{''.join(lines)}"


def _html(block: Block) -> str:
    match block:
        case Heading(text):
            return f"<h2>{html.escape(text)}</h2>"
        case Code(text):
            return f"<pre>{html.escape(text)}</pre>"
        case Paragraph(text):
            return f"<p>{html.escape(text)}</p>"
        case Picture(_, svg, caption):
            # What precedes <svg is for SVG in a file of its own.
            drawn = svg[svg.index("<svg") :]
            escaped = html.escape(caption)
            return (
                f'<figure><div role="img" aria-label="{escaped}">{drawn}</div>'
                f"<figcaption>{escaped}</figcaption></figure>"
            )
        case Table(headers):
            head = "".join(f"<th>{html.escape(cell)}</th>" for cell in headers)
            rows = block.written(
                lambda cell, bold: f"<td{' class=strong' * bold}>{html.escape(cell)}</td>"
            )
            body = "\n".join(f"<tr>{''.join(row)}</tr>" for row in rows)
            return (
                f'<div class="scroll"><table><thead><tr>{head}</tr></thead>\n'
                f"<tbody>{body}</tbody></table></div>"
            )
