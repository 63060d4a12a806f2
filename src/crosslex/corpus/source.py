"""A file, or a shard of it, while it is read."""

import io
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from crosslex.corpus.options import ReadOptions, ReadReport
from crosslex.errors import InputError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

BUFFER = 2**17


@dataclass(frozen=True)
class FileShard:
    """The lines of a file that begin at a byte from `start` on and before `stop`; None reads all.

    A file that has changed since it was cut, by its size or the time in nanoseconds when it was
    last written to, is refused.
    """

    path: Path
    start: int
    stop: int | None
    size: int
    modified: int

    def with_whole_path(self) -> "FileShard":
        """Return the shard with a path that does not depend on the working directory."""
        return replace(self, path=self.path.absolute())

    def check_unchanged(self) -> None:
        """Refuse a file that was written to while it was read: nobody knows what was read."""
        status = file_status(self.path)
        if (status.st_size, status.st_mtime_ns) != (self.size, self.modified):
            raise InputError(
                f"{self.path}: changed while it was read; run again when nothing writes to it"
            )


def file_status(path: Path) -> os.stat_result:
    """Return size and times of a file that must be there."""
    try:
        return path.stat()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}; check the file") from None


@dataclass(frozen=True)
class Source:
    """One file, or standard input, while it is read: all of it, or the lines of a shard."""

    path: Path | None
    options: ReadOptions
    report: ReadReport
    shard: FileShard | None = None

    @property
    def name(self) -> str:
        """What messages call the file."""
        return "<stdin>" if self.path is None else str(self.path)

    @property
    def from_start(self) -> bool:
        """Whether the first line read is the file's first."""
        return self.shard is None or self.shard.start == 0

    def stopping(self) -> "Source":
        """Return the same file, read so that nothing is skipped."""
        return replace(self, options=replace(self.options, on_error="stop"))

    def reject(self, line: int | None, found: str, remedy: str) -> None:
        """Raise an error about a line, or about the file if `line` is None, or count it."""
        stop = self.options.on_error == "stop"
        if line is not None and self.shard is not None and self.shard.start:
            # Which line it is only a pass over all before it tells: too long for every one.
            line = line + lines_before(self.shard.path, self.shard.start) if stop else None
        where = self.name if line is None else f"{self.name}:{line}"
        message = f"{where}: {found}; {remedy}"
        if stop:
            raise InputError(message) from None
        self.report.skip(message)


def open_shard(shard: FileShard) -> BinaryIO:
    """Open the lines of a shard as a stream of bytes."""
    file = shard.path.open("rb", buffering=BUFFER)
    if shard.stop is None:
        return file
    first, last = _line_start(file, shard.start), _line_start(file, shard.stop)
    file.seek(first)
    return cast(BinaryIO, io.BufferedReader(_Range(file, last - first), BUFFER))


def lines_before(path: Path, start: int) -> int:
    """Count the lines of a file that begin before a byte, for a message to name a line."""
    lines = 0
    with path.open("rb", buffering=0) as file:
        left = _line_start(file, start)
        file.seek(0)
        while left > 0 and (chunk := file.read(min(left, 2**20))):
            lines += chunk.count(b"\n")
            left -= len(chunk)
    return lines


def _line_start(file: BinaryIO | io.FileIO, offset: int) -> int:
    """Return where the first line begins that begins at `offset` or later."""
    if offset == 0:
        return 0
    file.seek(offset - 1)
    while chunk := file.read(BUFFER):
        line_end = chunk.find(b"\n")
        if line_end >= 0:
            return file.tell() - len(chunk) + line_end + 1
    return file.seek(0, os.SEEK_END)


class _Range(io.RawIOBase):
    """The next `size` bytes of a file."""

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file = file
        self._left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        target = memoryview(buffer)[: self._left]
        data = self._file.read(len(target))
        target[: len(data)] = data
        self._left -= len(data)
        return len(data)

    def close(self) -> None:
        self._file.close()
        super().close()
