"""The Multi-Domain Sentiment Dataset's own files: reviews in tags that look like XML but are not.

References
----------
Blitzer, Dredze, Pereira: Biographies, Bollywood, Boom-boxes and Blenders: Domain Adaptation
for Sentiment Classification. ACL 2007.
"""

from collections.abc import Iterator
from typing import BinaryIO

from crosslex.corpus.document import Document
from crosslex.corpus.formats import Reader
from crosslex.corpus.source import Source
from crosslex.corpus.streams import SKIP_HINT, NumberedLines

LONGEST_REVIEW = 2**22

LABELS = {"positive": 1, "negative": 0}


def read_reviews(stream: BinaryIO, source: Source) -> Iterator[Document]:
    """Yield the reviews of a file such as `books/positive.review`.

    The text is the title, a blank line and the review; the label is 1 or 0 by the file's
    name, None unless it is called positive or negative; the domain is the folder's name.
    Entities stay as they are, for the analysis of the text to resolve.
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
    """Return what stands between a tag's first opening and its next end, if both are there."""
    start = review.find(f"<{tag}>")
    stop = review.find(f"</{tag}>", start) if start >= 0 else -1
    return None if stop < 0 else review[start + len(tag) + 2 : stop].strip()


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        # Remains of Windows' Latin-1 in the published files.
        return line.decode("cp1252", errors="replace")


READER = Reader(read_reviews, has_columns=False)
