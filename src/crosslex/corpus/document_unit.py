"""What one document is in plain text: as asked, or by how many files there are."""

import re
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from crosslex.corpus.files import file_format
from crosslex.corpus.names import DocumentUnit
from crosslex.corpus.options import ReadOptions
from crosslex.corpus.streams import BROKEN_STREAM, decompressed
from crosslex.errors import CrosslexWarning, InputError

LOOKED_AT = 2**16
"""Bytes from which it is told what the lines of a file are."""
FEWEST_LINES = 12
"""Lines from which on their lengths tell something."""
WRAPPING = range(40, 121)
"""Characters in the longest lines of a wrapped text."""
LARGE_FILE = 2**18
"""Bytes of a file, on average, from which on it probably holds more than one document."""

_SENTENCE_END = re.compile(r"[.!?:]['\")\]»”’]*\s*$")


def with_document_unit(
    path: str | Path, files: Sequence[Path], options: ReadOptions
) -> ReadOptions:
    """Return the options with what one document is in the text files that a path stands for.

    Without a choice, a warning tells where the default is probably not what was meant.
    """
    texts = [file for file in files if file_format(file, options.format)[0] == "txt"]
    if options.document is not None:
        if files and not texts:
            raise InputError(
                f"document: found {options.document!r}, but {path} holds no plain text; leave it "
                "out, as other formats have one document per row or object"
            )
        return options
    unit: DocumentUnit = "file" if len(texts) > 1 else "line"
    if texts:
        _warn_of(path, texts, unit)
    return replace(options, document=unit)


def _warn_of(path: str | Path, texts: Sequence[Path], unit: DocumentUnit) -> None:
    message = None
    if unit == "line" and is_wrapped(_first_lines(texts[0])):
        message = (
            f"{path}: each line is read as a document, but the lines look like wrapped prose; give "
            'document="paragraph" or document="file", or document="line" if it is right'
        )
    elif unit == "file" and _mean_size(texts) > LARGE_FILE:
        message = (
            f"{path}: each of the {len(texts):,} text files is read as one document, but they are "
            'large; give document="paragraph" or document="line", or document="file" if it is right'
        )
    if message is not None:
        warnings.warn(message, CrosslexWarning, stacklevel=2)


def is_wrapped(lines: Iterable[str]) -> bool:
    """Return whether lines look like prose that was broken at the edge of a page.

    Most of such lines are nearly as long as the longest, which is not long, and go on in the
    next line in the middle of a sentence.

    >>> is_wrapped(["It was the best of times, it was the worst of times, it was the",
    ...             "age of wisdom, it was the age of foolishness, it was the epoch"] * 6)
    True
    >>> is_wrapped(["Good.", "Works as it should, and my sister likes it too.", "Dull"] * 6)
    False
    """
    filled = [line.strip() for line in lines if line.strip()]
    if len(filled) < FEWEST_LINES:
        return False
    widest = sorted(map(len, filled))[int(0.95 * (len(filled) - 1))]
    if widest not in WRAPPING:
        return False
    going_on = sum(
        len(line) >= 0.75 * widest and " " in line and not _SENTENCE_END.search(line)
        for line in filled
    )
    return going_on > len(filled) / 2


def _first_lines(path: Path) -> list[str]:
    """Return the first lines of a file, all but the last whole; none of what cannot be read.

    None of a pipe either, which can be read only once.
    """
    try:
        if not path.is_file():
            return []
        with path.open("rb") as file:
            stream: BinaryIO = decompressed(file) if path.suffix.lower() == ".gz" else file
            start = stream.read(LOOKED_AT)
    except BROKEN_STREAM:
        return []
    lines = start.decode(errors="replace").splitlines()
    return lines[:-1] if len(start) == LOOKED_AT else lines


def _mean_size(files: Sequence[Path]) -> float:
    sizes = [file.stat().st_size for file in files if file.exists()]
    return sum(sizes) / max(1, len(sizes))
