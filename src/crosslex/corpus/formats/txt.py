"""Plain text, one document per line."""

from collections.abc import Iterator
from typing import BinaryIO

from crosslex.corpus.document import Document
from crosslex.corpus.formats import Reader
from crosslex.corpus.source import Source
from crosslex.corpus.streams import NumberedLines, reject_encoding


def read_txt(stream: BinaryIO, source: Source) -> Iterator[Document]:
    """Yield one document per line, blank lines left out."""
    for number, line in NumberedLines(stream, source):
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            reject_encoding(source, number, line, error)
            continue
        if "\0" in text:
            reject_encoding(source, number, line, None)
            continue
        text = text.rstrip("\r\n")
        if text and not text.isspace():
            yield Document(text)


READER = Reader(read_txt, has_columns=False, has_lines=True)
