"""Bytes of a file, compressed or not, as numbered lines, in bounded memory."""

import gzip
import io
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, BinaryIO, cast

from crosslex.corpus.source import BUFFER, Source

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

LONGEST_LINE = 2**24
"""Bytes: longer than any book, and a hundred times that while it is analyzed."""
LARGEST_COPY = 2**32
"""Bytes of a compressed or piped file that has to be copied to the disk before it is read."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
SKIP_HINT = 'fix it, or leave bad lines out with on_error="skip"'

BROKEN_STREAM = (OSError, EOFError, zlib.error)
"""What reading raises when compressed data break off or are damaged, or a disk fails."""


class _GzipBytes(io.RawIOBase):
    """Decompressed bytes; all that stands before damage is delivered before the error.

    A buffer over `GzipFile.read` would lose its last block when the data break off:
    `read1` returns what there is and raises only when there is nothing more.
    """

    def __init__(self, compressed: BinaryIO) -> None:
        self._file = gzip.GzipFile(fileobj=compressed, mode="rb")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        target = memoryview(buffer)
        data = self._file.read1(len(target))
        target[: len(data)] = data
        return len(data)


def decompressed(stream: BinaryIO) -> BinaryIO:
    """Return the stream of what a gzip stream holds."""
    return cast(BinaryIO, io.BufferedReader(_GzipBytes(stream), BUFFER))


@contextmanager
def seekable(stream: BinaryIO, source: Source) -> Iterator[IO[bytes]]:
    """Yield the stream itself if it can seek, otherwise a temporary copy on disk."""
    if stream.seekable():
        yield stream
        return
    with tempfile.TemporaryFile() as copy:
        while chunk := stream.read(BUFFER):
            copy.write(chunk)
            if copy.tell() > LARGEST_COPY:
                source.stopping().reject(
                    None,
                    f"over {LARGEST_COPY:,} bytes, compressed or from a pipe",
                    "give the path of an uncompressed file",
                )
        copy.seek(0)
        yield copy


class NumberedLines:
    """The lines of a stream as (line number, line), without a byte order mark at the start.

    A line of more than `longest` bytes is rejected, so that a file without line ends
    cannot fill the memory; damage that ends the reading is rejected at its line, and sets
    `broken`.
    """

    def __init__(self, stream: BinaryIO, source: Source, longest: int = LONGEST_LINE) -> None:
        self._stream = stream
        self._source = source
        self._longest = longest
        self.broken = False

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        number = 0
        readline, longest = self._stream.readline, self._longest
        try:
            while line := readline(longest):
                number += 1
                if len(line) == longest and not line.endswith(b"\n"):
                    self._reject_long_line(number)
                    continue
                if number == 1 and self._source.from_start:
                    line = line.removeprefix(BYTE_ORDER_MARK)
                yield number, line
        except BROKEN_STREAM as error:
            self.broken = True
            self._source.reject(number + 1, *stream_damage(error))

    def _reject_long_line(self, number: int) -> None:
        self._source.reject(
            number, f"a line of over {self._longest:,} bytes", "write one document per line"
        )
        while line := self._stream.readline(self._longest):
            if line.endswith(b"\n"):
                break


def stream_damage(error: BaseException) -> tuple[str, str]:
    """Return what the exception of a broken stream means, and what to do."""
    if isinstance(error, EOFError):
        return "the gzip data break off here", "fetch or compress the file again"
    if isinstance(error, gzip.BadGzipFile | zlib.error):
        return f"damaged gzip data ({error})", "fetch or compress the file again"
    reason = getattr(error, "strerror", None) or str(error).partition("\n")[0]
    return f"cannot be read ({reason})", "check the file and its permissions"


def reject_encoding(
    source: Source, number: int, line: bytes, error: UnicodeDecodeError | None
) -> None:
    """Reject a line that is not UTF-8, naming the first byte that is wrong, or that holds a NUL."""
    if error is None:
        source.reject(number, "a NUL byte", "save the file as UTF-8 text")
        return
    if number == 1 and source.from_start and line[:2] in (b"\xff\xfe", b"\xfe\xff"):
        source.reject(number, "UTF-16 text", "save the file as UTF-8")
        return
    wrong = f"byte 0x{line[error.start]:02x} at position {error.start + 1} is not valid UTF-8"
    source.reject(number, wrong, f"save the file as UTF-8, {SKIP_HINT}")
