"""Short names for arrays, and arrays that grow while text is read, on disk when large."""

import mmap
import tempfile
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from crosslex.errors import StorageError

Bools = NDArray[np.bool_]
Float32s = NDArray[np.float32]
Float64s = NDArray[np.float64]
Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]

Scalar = TypeVar("Scalar", bound=np.generic)

MEMORY_LIMIT = 64 * 2**20
"""Bytes of an array from which on it is on disk."""


def release_pages(array: NDArray[Scalar]) -> None:
    """Release the memory that holds pages of a memory-mapped array; its content stays.

    The system does so when memory runs short; until then the process would look as large as
    the corpus.
    """
    mapped = getattr(array, "_mmap", None)
    if mapped is not None and hasattr(mmap, "MADV_DONTNEED"):
        mapped.madvise(mmap.MADV_DONTNEED)


class GrowingArray(Generic[Scalar]):
    """A one-dimensional array that is appended to, then read.

    Past `memory_limit` bytes its content moves to an unnamed temporary file, which
    is removed with the last array that maps it.

    >>> numbers = GrowingArray(np.int32)
    >>> numbers.append(np.array([1, 2], np.int32))
    >>> numbers.finish()
    array([1, 2], dtype=int32)
    """

    def __init__(self, dtype: type[Scalar], memory_limit: int = MEMORY_LIMIT) -> None:
        self._dtype = dtype
        self._room = memory_limit
        self._pieces: list[NDArray[Scalar]] = []
        self._size = 0
        self._file: tempfile._TemporaryFileWrapper[bytes] | None = None

    def append(self, piece: NDArray[Scalar]) -> None:
        """Add values at the end."""
        self._pieces.append(piece)
        self._size += len(piece)
        self._room -= piece.nbytes
        if self._room < 0:
            self._write_out()

    def finish(self) -> NDArray[Scalar]:
        """Return the whole array; nothing may be appended after."""
        if self._file is None:
            return np.concatenate([np.empty(0, self._dtype), *self._pieces])
        self._write_out()
        return np.memmap(self._file, dtype=self._dtype, mode="r+", shape=(self._size,))

    def _write_out(self) -> None:
        try:
            if self._file is None:
                self._file = tempfile.NamedTemporaryFile(prefix="crosslex-")  # noqa: SIM115
            for piece in self._pieces:
                self._file.write(piece.tobytes())
            self._file.flush()
        except OSError as error:
            raise StorageError(
                f"{tempfile.gettempdir()}: {error.strerror or error}; free some space there, or "
                "name another folder in the variable TMPDIR"
            ) from None
        self._room = 2**22
        self._pieces.clear()
