"""A file, or a shard of it, while it is read: bytes, decompressed, as numbered lines."""

import gzip
import io
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO, cast

from crosslex.corpus.documents import ReadOptions, ReadReport
from crosslex.errors import InputError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

BUFFER = 2**17
LONGEST_LINE = 2**24
"""Bytes: longer than any book, and a hundred times that while it is analyzed."""
LARGEST_COPY = 2**32
"""Bytes of a compressed or piped file that has to be copied to the disk before it is read."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
SKIP_HINT = 'leave bad lines out with on_error="skip"'
UTF8_HINT = "save the file as UTF-8"

BROKEN_STREAM = (OSError, EOFError, zlib.error)
"""Exceptions of reading truncated or damaged compressed data, or from a failing disk."""


@dataclass(frozen=True)
class FileShard:
    """The lines of a file from byte `start` up to byte `stop`; None reads all.

    A file that has changed since it was cut, by its size or the time in nanoseconds when it was
    last written to, is refused. `lines_before` are the lines before the shard; `name` is the file's
    in ids of documents, None for its own.
    """

    path: Path
    start: int
    stop: int | None
    size: int
    modified: int
    lines_before: int = 0
    name: str | None = None

    def check_unchanged(self) -> None:
        """Refuse a file that was written to while it was read."""
        if file_stamp(self.path) != (self.size, self.modified):
            raise InputError(
                f"{self.path}: changed while it was read; run again when nothing writes to it"
            )


def file_stamp(path: Path) -> tuple[int, int]:
    """Return the size of a file that must be there, and when it was last written to."""
    try:
        status = path.stat()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}; check the file") from None
    return status.st_size, status.st_mtime_ns


@dataclass(frozen=True)
class Source:
    """One file, or standard input, while it is read: all of it, or the lines of a shard."""

    path: Path | None
    options: ReadOptions
    report: ReadReport
    shard: FileShard | None = None
    short_name: str | None = None

    @property
    def name(self) -> str:
        """The file's name in messages."""
        return "<stdin>" if self.path is None else str(self.path)

    def document_id(self, line: int | None) -> str:
        """Return the id of the document that begins at a line, or of the whole file if None."""
        name = self.short_name or (self.path.name if self.path else self.name)
        return name if line is None else f"{name}:{self._line_of_file(line)}"

    def _line_of_file(self, line: int) -> int:
        return line + (self.shard.lines_before if self.shard else 0)

    @property
    def from_start(self) -> bool:
        """Whether the first line read is the file's first."""
        return self.shard is None or self.shard.start == 0

    def stopping(self) -> "Source":
        """Return the same file, read so that nothing is skipped."""
        return replace(self, options=replace(self.options, on_error="stop", can_skip=False))

    def reject(self, line: int | None, found: str, remedy: str, *, or_skip: bool = False) -> None:
        """Raise an error about a line, or about the file if `line` is None, or count it.

        With `or_skip`, the error also advises to leave such lines out, where that can be done.
        """
        where = self.name if line is None else f"{self.name}:{self._line_of_file(line)}"
        message = f"{where}: {found}; {remedy}"
        if self.options.on_error == "stop":
            advice = f", or {SKIP_HINT}" if or_skip and self.options.can_skip else ""
            raise InputError(message + advice) from None
        self.report.skip(message)


def check_any_read(report: ReadReport) -> None:
    """Refuse texts of which every line was skipped, and say why the first was."""
    if report.skipped and not report.documents:
        raise InputError(
            f"every line was skipped as unreadable ({report.skipped:,} in all); the first: "
            f"{report.messages[0]}"
        )


def line_starts(path: Path, size: int) -> list[tuple[int, int]]:
    """Return where lines begin that cut a file into shards of about `size` bytes.

    Each comes with the number of lines before it.
    """
    found, lines = [(0, 0)], 0
    # What cannot be read is reported when it is read.
    with suppress(OSError), path.open("rb", buffering=0) as file:
        while chunk := file.read(BUFFER):
            here, goal = file.tell() - len(chunk), found[-1][0] + size
            end = chunk.find(b"\n", max(0, goal - 1 - here))
            while goal <= file.tell() and end >= 0:
                found.append((here + end + 1, lines + chunk.count(b"\n", 0, end + 1)))
                goal = here + end + 1 + size
                end = chunk.find(b"\n", goal - 1 - here)
            lines += chunk.count(b"\n")
        return [each for each in found if each[0] < file.tell() or each[0] == 0]
    return found


class _Gzip(gzip.GzipFile):
    """A gzip stream that gives all before damage, and only then an error.

    A buffer over `GzipFile.readinto` would lose its last block when the data break off: `read1`
    returns what there is and raises only when there is nothing more.
    """

    def readinto(self, buffer: "WriteableBuffer") -> int:
        target = memoryview(buffer)
        data = self.read1(len(target))
        target[: len(data)] = data
        return len(data)

    def seekable(self) -> bool:
        # Every step back would decompress all again.
        return False


def decompressed(stream: BinaryIO) -> BinaryIO:
    """Return the stream of what a gzip stream holds; all before damage comes before the error."""
    raw = cast(io.RawIOBase, _Gzip(fileobj=stream, mode="rb"))
    return cast(BinaryIO, io.BufferedReader(raw, BUFFER))


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
    """The lines of a stream, or of a shard of it, as (line number, line), without byte order mark.

    A line of more than `longest` bytes is rejected, so that a file without line ends
    cannot fill the memory; damage that ends the reading is rejected at its line, and sets
    `broken`.
    """

    def __init__(self, stream: BinaryIO, source: Source, longest: int = LONGEST_LINE) -> None:
        self._stream, self._source, self._longest = stream, source, longest
        self.broken = False

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        number = 0
        stream, longest = self._stream, self._longest
        try:
            shard = self._source.shard
            stop = None if shard is None else shard.stop
            if shard is not None and stop is not None:
                stream.seek(shard.start)
            while (stop is None or stream.tell() < stop) and (line := stream.readline(longest)):
                number += 1
                if len(line) == longest and not line.endswith(b"\n"):
                    self._reject_long_line(number)
                    continue
                if number == 1 and self._source.from_start:
                    if is_utf16(line):
                        found, remedy = "UTF-16 text", "save the file as UTF-8 (CSV UTF-8)"
                        self._source.stopping().reject(number, found, remedy)
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


def is_utf16(line: bytes) -> bool:
    """Return whether a file's first line is UTF-16: every other byte of a Latin text is NUL."""
    return line[:2] in (b"\xff\xfe", b"\xfe\xff") or line.count(0) > len(line) / 3


def decoded(line: bytes) -> tuple[str, str | None]:
    r"""Return a line as text, and what is wrong with it, if anything.

    >>> decoded(b"caf\xe9")
    ('caf�', 'byte 0xe9 at position 4 is not valid UTF-8')
    """
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        wrong = f"byte 0x{line[error.start]:02x} at position {error.start + 1} is not valid UTF-8"
        return line.decode(errors="replace"), wrong
    return text, "a NUL byte" if "\0" in text else None
