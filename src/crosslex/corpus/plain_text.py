"""Text without columns: plain text, and the reviews of the Multi-Domain Sentiment Dataset."""

from collections.abc import Iterator
from typing import BinaryIO

from crosslex.corpus.documents import Document
from crosslex.corpus.streams import LONGEST_LINE, SKIP_HINT, NumberedLines, Source, reject_encoding

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


LONGEST_REVIEW = 2**22

LABELS = {"positive": 1, "negative": 0}


def read_reviews(stream: BinaryIO, source: Source) -> Iterator[Document]:
    """Yield the reviews of a file such as `books/positive.review`.

    The text is the title, a blank line and the review; the label is 1 or 0 by the file's
    name, None unless it is called positive or negative; the domain is the folder's name.
    HTML entities are kept; the text analysis resolves them.
    """
    label = domain = None
    if source.path is not None:
        label = LABELS.get(source.path.name.lower().partition(".")[0])
        domain = source.path.absolute().parent.name or None
    for number, review in _reviews(stream, source):
        text = _inside("review_text", review)
        if text is None:
            source.reject(number, "a review without <review_text>", SKIP_HINT)
            continue
        parts = [_inside("title", review), text]
        yield Document("\n\n".join(part for part in parts if part), label, domain)


def _reviews(stream: BinaryIO, source: Source) -> Iterator[tuple[int, str]]:
    """Yield (line of its first tag, everything inside) for each review."""
    started: int | None = None
    inside: list[str] = []
    found_any = False
    number = size = 0
    lines = NumberedLines(stream, source)
    for number, line in lines:
        tag = line.strip()
        if tag == b"<review>":
            if started is not None:
                source.reject(started, "a review without </review>", SKIP_HINT)
            started, inside, size, found_any = number, [], 0, True
        elif tag == b"</review>":
            if started is not None:
                yield started, "".join(inside)
            started = None
        elif started is not None:
            size += len(line)
            if size > LONGEST_REVIEW:
                source.reject(started, f"a review of over {LONGEST_REVIEW:,} bytes", SKIP_HINT)
                started = None
                continue
            inside.append(_decoded(line))
    if lines.broken:
        return
    if started is not None:
        source.reject(started, "a review without </review>", SKIP_HINT)
    if number and not found_any:
        source.reject(None, "no <review> in this file", "check that it is one of the MDSD's")


def _inside(tag: str, review: str) -> str | None:
    """Return the text between the first opening of a tag and its next end, if both are there."""
    start = review.find(f"<{tag}>")
    stop = review.find(f"</{tag}>", start) if start >= 0 else -1
    return None if stop < 0 else review[start + len(tag) + 2 : stop].strip()


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        # Remains of Windows' Latin-1 in the published files.
        return line.decode("cp1252", errors="replace")
