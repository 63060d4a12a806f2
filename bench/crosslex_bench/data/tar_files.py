"""The files of a tar archive, in bounded memory whatever its headers say."""

import bz2
import gzip
import io
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO, cast

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

LARGEST_HEADER = 2**20
"""Bytes of all that stands before a file's content: tarfile holds names and maps in memory."""
MOST_FILES = 2**14

_OPENERS: dict[bytes, Any] = {b"\x1f\x8b": gzip.open, b"BZ": bz2.open}
# What decompresses these may take any memory that a file's header asks for.
_UNREAD = {b"\xfd7zX": "xz", b"\x28\xb5\x2f\xfd": "zstd", b"PK\x03\x04": "zip"}


@contextmanager
def open_tar(path: Path) -> Iterator["TarFiles"]:
    """Open an archive, plain or compressed by gzip or bzip2; what is wrong is a TarError.

    Another way of compressing is a CompressionError.
    """
    with path.open("rb") as file:
        magic = file.read(4)
        file.seek(0)
        if magic in _UNREAD:
            raise tarfile.CompressionError(f"compressed by {_UNREAD[magic]}")
        opener = _OPENERS.get(magic[:2])
        with opener(file) if opener else file as plain:
            stream = _Metered(plain)
            with _refusing_misfits():
                archive = tarfile.open(fileobj=cast(BinaryIO, stream), mode="r:")  # noqa: SIM115
            with archive:
                yield TarFiles(archive, stream)


@contextmanager
def _refusing_misfits() -> Iterator[None]:
    """Turn what tarfile raises besides its own errors into one of them."""
    try:
        yield
    except (RecursionError, ValueError, OverflowError) as error:
        # Headers may stand before headers without end, and hold what is no number.
        raise tarfile.ReadError(f"invalid headers: {error}") from None


class TarFiles:
    """The members of an archive one after the other, and their contents."""

    def __init__(self, archive: tarfile.TarFile, stream: "_Metered") -> None:
        self._archive = archive
        self._stream = stream

    def __iter__(self) -> Iterator[tarfile.TarInfo]:
        for _ in range(MOST_FILES):
            self._stream.left = LARGEST_HEADER
            with _refusing_misfits():
                member = self._archive.next()
            if member is None:
                return
            self._stream.left = None
            yield member
        raise tarfile.ReadError(f"over {MOST_FILES:,} files")

    def content(self, member: tarfile.TarInfo) -> IO[bytes] | None:
        """Return the content of a regular file, of which nothing is read yet."""
        return self._archive.extractfile(member) if member.isreg() else None


class _Metered(io.RawIOBase):
    """A stream that refuses to read more than `left` bytes; None reads on."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.left: int | None = LARGEST_HEADER

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def read(self, size: int = -1) -> bytes:
        if self.left is not None:
            # Before anything is read: the size is what a header claims.
            if not 0 <= size <= self.left:
                raise tarfile.ReadError(f"a header of over {LARGEST_HEADER:,} bytes")
            self.left -= size
        return self._stream.read(size)

    def readinto(self, buffer: "WriteableBuffer") -> int:
        target = memoryview(buffer)
        data = self.read(len(target))
        target[: len(data)] = data
        return len(data)
