"""A page made of headings, paragraphs, tables and figures, as Markdown."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crosslex.results import plain


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


def figures_table(result: Mapping[str, Any]) -> Table:
    """Return the numbers of a result, those inside it by their path, as a table."""

    def rows(inside: Any, path: str) -> Iterator[tuple[str, str]]:
        if isinstance(inside, Mapping):
            for name, each in inside.items():
                yield from rows(each, f"{path} {name}".strip().replace("_", " "))
        elif isinstance(inside, list):
            for place, each in enumerate(inside, start=1):
                yield from rows(each, f"{path} {place}")
        else:
            yield path, f"{inside:,.4g}" if isinstance(inside, float) else str(inside)

    return Table(("measure", "value"), tuple(rows(result, "")))


@dataclass(frozen=True)
class Picture:
    """A figure in a file next to the page; with an SVG, that is what to write there."""

    file: str
    caption: str
    svg: str = ""


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


def _markdown(block: Block) -> str:
    match block:
        case Heading(text):
            return f"## {plain(text)}\n"
        case Code(text):
            return f"```\n{text}\n```\n"
        case Paragraph(text):
            return f"{plain(text)}\n"
        case Picture(file, caption):
            return f"![{plain(caption)}]({file})\n\n{plain(caption)}\n"
        case Table(headers):
            rows = block.written(lambda cell, bold: f"**{plain(cell)}**" if bold else plain(cell))
            head, *lines = (f"| {' | '.join(row)} |\n" for row in (map(plain, headers), *rows))
            return f"{head}|---|{'---:|' * (len(headers) - 1)}\n{''.join(lines)}"
