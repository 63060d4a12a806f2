"""Pre-trained vectors by word, read from word2vec's text and binary files and GloVe's."""

import os
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import numpy as np

from crosslex.arrays import Float32s
from crosslex.corpus.streams import BROKEN_STREAM, decompressed
from crosslex.errors import InputError

MAX_WORD_BYTES = 2**12
MAX_DIMENSIONS = 2**11
"""Their covariance takes 32 MB, and its decomposition seconds."""
MAX_DIGITS = 18
MAX_LINE_BYTES = MAX_WORD_BYTES + 32 * MAX_DIMENSIONS

Record = tuple[str, Float32s]


class PretrainedVectors(Protocol):
    """Vectors by word: a dictionary, or gensim's KeyedVectors."""

    def __contains__(self, word: Any) -> bool: ...
    def __getitem__(self, word: Any) -> Any: ...


def read_vectors(path: str | Path, words: Container[str] | None = None) -> dict[str, Float32s]:
    """Return the vectors of a file by word; of a repeated word, the first.

    Parameters
    ----------
    path
        A text file with a word and its numbers on each line, with or without word2vec's first
        line of two counts, or word2vec's binary file; compressed if it ends in `.gz`.
    words
        The words to read; None reads all.
    """
    found: dict[str, Float32s] = {}
    for word, vector in _read(Path(path)):
        if words is None or word in words:
            found.setdefault(word, vector)
    return found


def check_vectors(path: str | Path) -> None:
    """Refuse a file whose first vector cannot be read or that breaks off.

    For a check before anything else is read, the last line or the size of the file has to do; a
    compressed file says neither.
    """
    place = Path(path)
    first = next(_read(place), None)
    if first is None:
        raise InputError(f"{path}: it contains no vectors; give word2vec's or GloVe's file")
    if place.suffix == ".gz" or not place.is_file():
        return
    dimension = len(first[1])
    with place.open("rb") as stream:
        counts = stream.readline(MAX_LINE_BYTES).split()
        text = not _is_header(counts) or _is_text(stream.readline(MAX_LINE_BYTES), dimension)
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, size - MAX_LINE_BYTES))
        last = stream.read().rstrip().rpartition(b"\n")[2]
    whole = _is_text(last, dimension) if text else size >= int(counts[0]) * (4 * dimension + 1)
    if not whole:
        raise InputError(f"{path}: breaks off at its end; give a whole file of word vectors")


def _read(path: Path) -> Iterator[Record]:
    try:
        with path.open("rb") as raw:
            yield from _records(decompressed(raw) if path.suffix == ".gz" else raw, path)
    except BROKEN_STREAM as error:
        raise InputError(f"{path}: cannot be read ({error}); give a whole file") from error


def _records(stream: BinaryIO, path: Path) -> Iterator[Record]:
    first = stream.readline(MAX_LINE_BYTES)
    counts = first.split()
    size, dimension = map(int, counts) if _is_header(counts) else (0, len(counts) - 1)
    if (_is_header(counts) and dimension < 1) or dimension > MAX_DIMENSIONS:
        raise InputError(
            f"{path}, line 1: found {dimension} dimensions; give vectors of 1 to {MAX_DIMENSIONS}"
        )
    if _is_header(counts):
        second = stream.readline(MAX_LINE_BYTES)
        if _is_text(second, dimension):
            yield from _text(stream, path, second, 2, dimension)
        else:
            yield from _binary(_Ahead(second, stream), path, size, dimension)
    else:
        yield from _text(stream, path, first, 1, dimension)


def _is_header(counts: list[bytes]) -> bool:
    return len(counts) == 2 and all(each.isdigit() and len(each) <= MAX_DIGITS for each in counts)


def _is_text(line: bytes, dimension: int) -> bool:
    try:
        return len([float(each) for each in _fields(line, dimension)[1:]]) == dimension
    except ValueError:
        return False


def _fields(line: bytes, dimension: int) -> list[bytes]:
    """Return the word and its numbers, split from the right: words may have spaces in them."""
    return line.rstrip().rsplit(b" ", dimension)


def _text(
    stream: BinaryIO, path: Path, line: bytes, number: int, dimension: int
) -> Iterator[Record]:
    counted = number > 1
    while line:
        if not line.strip():
            line, number = stream.readline(MAX_LINE_BYTES), number + 1
            continue
        word, *numbers = _fields(line, max(dimension, 0))
        try:
            vector = np.array([float(each) for each in numbers], np.float32)
            # Some files were cut within a character; no text has such a word.
            name = word.decode(errors="replace")
        except ValueError:
            vector, name = np.empty(0, np.float32), ""
        # A word may have spaces in it, and below a first line of counts also end with a number,
        # as `windows 95`; another one that does is the beginning of a longer vector.
        longer = _is_text(word, 1) and not (counted and word.rpartition(b" ")[2].isdigit())
        if longer or not name or not len(vector) == dimension > 0 or not np.isfinite(vector).all():
            raise InputError(
                f"{path}, line {number}: expected a word and {max(dimension, 1)} finite numbers, "
                "with spaces between; give a file of word vectors"
            )
        yield name, vector
        line, number = stream.readline(MAX_LINE_BYTES), number + 1


class _Ahead:
    """A stream whose beginning was read already."""

    def __init__(self, beginning: bytes, stream: BinaryIO) -> None:
        self._beginning, self._stream = beginning, stream

    def read(self, size: int) -> bytes:
        """Return the next bytes, fewer only at the end."""
        start, self._beginning = self._beginning[:size], self._beginning[size:]
        return start + self._stream.read(size - len(start)) if len(start) < size else start


def _binary(stream: _Ahead, path: Path, size: int, dimension: int) -> Iterator[Record]:
    for number in range(1, size + 1):
        word = bytearray()
        while (letter := stream.read(1)) not in (b" ", b""):
            if letter != b"\n":
                word += letter
            if len(word) > MAX_WORD_BYTES:
                raise InputError(
                    f"{path}, word {number}: has more than {MAX_WORD_BYTES} bytes; give a file of "
                    "word vectors"
                )
        data = stream.read(4 * dimension)
        if len(data) < 4 * dimension:
            raise InputError(
                f"{path}: ends at word {number} of {size}; give a whole file of word vectors"
            )
        vector = np.frombuffer(data, "<f4").astype(np.float32)
        if not np.isfinite(vector).all():
            raise InputError(
                f"{path}, word {number}: has numbers that are not finite; give a file of word "
                "vectors"
            )
        yield word.decode(errors="replace"), vector
