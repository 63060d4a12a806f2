"""Short names for arrays, rates and largest values of them; arrays and texts that grow on disk."""

import mmap
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from crosslex.errors import StorageError

Bools = NDArray[np.bool_]
Float32s = NDArray[np.float32]
Float64s = NDArray[np.float64]
Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]

Scalar = TypeVar("Scalar", bound=np.generic)
Float = TypeVar("Float", bound=np.floating[Any])

SURROGATE = re.compile("[\ud800-\udfff]")
"""Half a character, which JSON can write but no file can hold as UTF-8."""

MEMORY_LIMIT = 64 * 2**20
"""Bytes of an array from which on it is on disk."""


def discovery_rates(p: Float64s) -> Float64s:
    """Return the false discovery rate of each p-value, by Benjamini and Hochberg (1995).

    >>> discovery_rates(np.array([0.01, 0.04, 0.5])).tolist()
    [0.03, 0.06, 0.5]
    """
    # Imported here: learning and looking words up need no statistics.
    from scipy.stats import false_discovery_control

    return np.asarray(false_discovery_control(p))


def release_pages(array: NDArray[Scalar]) -> None:
    """Release the memory that holds pages of a memory-mapped array; its content stays.

    The system does so when memory runs short; until then the process would look as large as
    the corpus.
    """
    mapped = getattr(array, "_mmap", None)
    if mapped is not None and hasattr(mmap, "MADV_DONTNEED"):
        mapped.madvise(mmap.MADV_DONTNEED)


def largest_columns(values: NDArray[Float], top: int) -> Int64s:
    """Return for each row the places of its largest values, the largest first.

    >>> largest_columns(np.array([[0.1, 0.4, 0.3], [0.2, 0.0, 0.1]]), 2).tolist()
    [[1, 2], [0, 2]]
    """
    some = np.tile(np.arange(values.shape[1]), (len(values), 1))
    if top < values.shape[1]:
        some = np.sort(np.argpartition(-values, top, axis=1)[:, :top], axis=1)
    order = np.argsort(-np.take_along_axis(values, some, axis=1), axis=1, kind="stable")
    return np.take_along_axis(some, order, axis=1)


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
        self._limit = max(memory_limit, 1)
        self._file = tempfile.SpooledTemporaryFile(self._limit, prefix="crosslex-")  # noqa: SIM115

    def append(self, piece: NDArray[Scalar]) -> None:
        """Add values at the end."""
        try:
            self._file.write(piece.tobytes())
            self._file.flush()
        except OSError as error:
            # Closed here, where what it complains about is known.
            with suppress(OSError):
                self._file.close()
            raise StorageError(
                f"{tempfile.gettempdir()}: {error.strerror or error}; free some space there, or "
                "name another folder in the variable TMPDIR"
            ) from None

    def __del__(self) -> None:
        # A text that is refused leaves arrays that nobody finishes.
        self._file.close()

    def finish(self) -> NDArray[Scalar]:
        """Return the whole array; nothing may be appended after."""
        # A mapped file stays until the last array that maps it is gone.
        with self._file as file:
            if file.tell() > self._limit:
                return np.memmap(file, dtype=self._dtype, mode="r+")
            file.seek(0)
            return np.frombuffer(bytearray(file.read()), self._dtype)


def scratch_array(
    size: int, dtype: type[Scalar], memory_limit: int = MEMORY_LIMIT
) -> NDArray[Scalar]:
    """Return an array to be filled; past `memory_limit` bytes it is an unnamed temporary file.

    >>> len(scratch_array(3, np.int32))
    3
    """
    if size * np.dtype(dtype).itemsize <= memory_limit:
        return np.empty(size, dtype)
    with tempfile.TemporaryFile(prefix="crosslex-") as file:
        return np.memmap(file, dtype=dtype, mode="w+", shape=(size,))


@dataclass(frozen=True, eq=False)
class Texts:
    """Raw texts in UTF-8, one after the other; offsets are one more than there are texts."""

    content: NDArray[np.uint8]
    offsets: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, document: int) -> str:
        if not 0 <= document < len(self):
            raise IndexError(document)
        start, stop = self.offsets[document], self.offsets[document + 1]
        return self.content[start:stop].tobytes().decode()

    def __iter__(self) -> Iterator[str]:
        return (self[document] for document in range(len(self)))

    def slice(self, start: int, stop: int) -> "Texts":
        """Return the texts from `start` up to `stop`."""
        return Texts(self.content, self.offsets[start : max(start, stop) + 1])


class GrowingTexts:
    """Texts that are appended to, then read.

    >>> texts = GrowingTexts()
    >>> texts.append(["saw", "é"])
    array([3, 2])
    >>> list(texts.finish())
    ['saw', 'é']
    """

    def __init__(self) -> None:
        self._content: GrowingArray[np.uint8] = GrowingArray(np.uint8)
        self._lengths: GrowingArray[np.int64] = GrowingArray(np.int64)

    def append(self, texts: Iterable[str]) -> Int64s:
        """Add texts at the end, and return their lengths in bytes."""
        # Half a character, which JSON can write, cannot be written as UTF-8.
        whole = (
            text if text.isascii() else SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)
            for text in texts
        )
        raw = [text.encode() for text in whole]
        lengths = np.array([len(text) for text in raw], np.int64)
        self._content.append(np.frombuffer(b"".join(raw), np.uint8))
        self._lengths.append(lengths)
        return lengths

    def finish(self) -> Texts:
        """Return all texts; nothing may be appended after."""
        return Texts(self._content.finish(), offsets_of(self._lengths.finish()))


def offsets_of(lengths: Int64s) -> Int64s:
    """Return where parts of these lengths begin, and where the last one ends.

    >>> offsets_of(np.array([3, 2]))
    array([0, 3, 5])
    """
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets
