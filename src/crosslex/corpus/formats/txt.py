"""Plain text, one document per line, paragraph or file."""

from collections.abc import Iterator
from typing import BinaryIO

from crosslex.corpus.document import Document
from crosslex.corpus.formats import Reader
from crosslex.corpus.source import Source
from crosslex.corpus.streams import LONGEST_LINE, NumberedLines, reject_encoding

LONGEST_DOCUMENT = LONGEST_LINE


def read_txt(stream: BinaryIO, source: Source) -> Iterator[Document]:
    """Yield the documents of a text; a paragraph ends at a blank line."""
    unit = source.options.document or "line"
    if unit == "line":
        lines = (line for _, line in _lines(stream, source))
        yield from (Document(line) for line in lines if line and not line.isspace())
        return
    for first, text in _joined(_lines(stream, source), ends_at_blank=unit == "paragraph"):
        if text is None:
            found = f"a {unit} of over {LONGEST_DOCUMENT:,} characters"
            source.reject(first, found, 'cut it, or read it with document="line"')
        elif text.strip():
            yield Document(text.strip())


def _lines(stream: BinaryIO, source: Source) -> Iterator[tuple[int, str]]:
    """Yield the lines that can be read, with their numbers and without their ends."""
    for number, line in NumberedLines(stream, source):
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            reject_encoding(source, number, line, error)
            continue
        if "\0" in text:
            reject_encoding(source, number, line, None)
            continue
        yield number, text.rstrip("\r\n")


def _joined(
    numbered: Iterator[tuple[int, str]], *, ends_at_blank: bool
) -> Iterator[tuple[int, str | None]]:
    """Yield the first line and the text of what lines make together; None if that is too long."""
    lines: list[str] = []
    first = size = 0
    for number, line in numbered:
        if ends_at_blank and not line.strip():
            yield first, _text(lines, size)
            lines, first, size = [], 0, 0
            continue
        first = first or number
        size += len(line) + 1
        if size > LONGEST_DOCUMENT:
            lines = []
        else:
            lines.append(line)
    yield first, _text(lines, size)


def _text(lines: list[str], size: int) -> str | None:
    return "\n".join(lines) if size <= LONGEST_DOCUMENT else None


READER = Reader(read_txt, has_columns=False, has_lines=True)
