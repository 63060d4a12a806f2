"""Arrays of a large file, of which only what is read is checked: a checksum per block."""

import hashlib
import json
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Int64s, release_pages
from crosslex.corpus.kept_texts import ARRAYS, TextArrays
from crosslex.errors import StorageError

TEXTS = "texts.safetensors"
BLOCK = 2**18
DIGEST_BYTES = 8
MAX_HEADER = 2**24
_CODES: Final = {np.int64: "I64", np.int32: "I32", np.uint8: "U8"}


class _Entry(msgspec.Struct):
    """An array in the header of a safetensors file."""

    dtype: str
    shape: tuple[int]
    data_offsets: tuple[int, int]


def write_mapped(arrays: Mapping[str, NDArray[Any]], path: Path) -> None:
    """Write arrays of one dimension as safetensors, without a copy of them in memory.

    The largest numbers come first, so that all are aligned.
    """
    ordered = dict(sorted(arrays.items(), key=lambda pair: -pair[1].itemsize))
    header: dict[str, Any] = {}
    size = 0
    for name, array in ordered.items():
        header[name] = {
            "dtype": _CODES[array.dtype.type],
            "shape": [len(array)],
            "data_offsets": [size, size + array.nbytes],
        }
        size += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with path.open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for array in ordered.values():
            for start in range(0, len(array), BLOCK):
                file.write(np.ascontiguousarray(array[start : start + BLOCK]).tobytes())
                release_pages(array)


def block_checksums(path: Path) -> str:
    """Return the checksums of a file's blocks, one after the other."""
    with path.open("rb") as file:
        return "".join(map(_digest, iter(lambda: file.read(BLOCK), b"")))


def _digest(block: bytes | memoryview) -> str:
    return hashlib.blake2b(block, digest_size=DIGEST_BYTES).hexdigest()


class MappedFile:
    """A safetensors file in which every block that is read is checked first, once."""

    def __init__(self, path: Path, size: int, checksums: str) -> None:
        self._path = path
        self._checksums = checksums
        try:
            if not stat.S_ISREG(path.stat().st_mode):
                raise StorageError(f"{path} is damaged: it is not a file")
            self._bytes = np.memmap(path, np.uint8, "r")
        except FileNotFoundError:
            raise StorageError(
                f"{path} is missing, the model's texts: restore it from a copy; a model without "
                "texts is learned with keep_texts=False"
            ) from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise StorageError(f"cannot read {path}: {reason}") from None
        n_blocks = -(-size // BLOCK)
        if len(self._bytes) != size or len(checksums) != 2 * DIGEST_BYTES * n_blocks:
            raise StorageError(f"{path} is damaged: {len(self._bytes)} bytes long, not {size}")
        self._checked = np.zeros(n_blocks, bool)
        self._entries, self._data = self._read_header()

    def _read_header(self) -> tuple[dict[str, _Entry], int]:
        self.check(np.array([0]), np.array([min(8, len(self._bytes))]))
        length = int.from_bytes(self._bytes[:8].tobytes(), "little")
        data = 8 + length
        if length > MAX_HEADER or data > len(self._bytes):
            raise StorageError(f"{self._path} is damaged: its header is {length} bytes long")
        self.check(np.array([0]), np.array([data]))
        try:
            header = msgspec.json.decode(self._bytes[8:data].tobytes(), type=dict[str, _Entry])
        except (msgspec.MsgspecError, RecursionError) as error:
            raise StorageError(f"{self._path} is damaged: {error}") from None
        return header, data

    def check(self, starts: Int64s, stops: Int64s) -> None:
        """Refuse the file if a block with some of these bytes differs from what was written."""
        if not len(starts):
            return
        first, last = int(starts.min()) // BLOCK, (int(stops.max()) - 1) // BLOCK
        if first >= 0 and last < len(self._checked) and self._checked[first : last + 1].all():
            return
        touched = np.zeros(len(self._checked) + 1, np.int64)
        some = stops > starts
        np.add.at(touched, np.clip(starts[some] // BLOCK, 0, len(self._checked)), 1)
        np.add.at(touched, np.clip((stops[some] - 1) // BLOCK + 1, 0, len(self._checked)), -1)
        inside = np.cumsum(touched[:-1]) > 0
        for block in np.flatnonzero(inside & ~self._checked).tolist():
            data = self._bytes.data[block * BLOCK : (block + 1) * BLOCK]
            at = 2 * DIGEST_BYTES * block
            if _digest(data) != self._checksums[at : at + 2 * DIGEST_BYTES]:
                raise StorageError(
                    f"{self._path} was damaged or edited: its checksum does not match"
                )
            self._checked[block] = True

    def texts(self, place: int) -> "MappedArrays":
        """Return the arrays of the domain at a place, if they have their types and sizes."""
        arrays, offsets = {}, {}
        for name, kind in ARRAYS.items():
            entry = self._entries.get(f"{name}.{place}", _Entry("", (-1,), (0, 0)))
            start, stop = (self._data + offset for offset in entry.data_offsets)
            length = entry.shape[0] * np.dtype(kind).itemsize
            fits = entry.dtype == _CODES[kind] and stop - start == length
            if not fits or not self._data <= start <= stop <= len(self._bytes):
                raise StorageError(f"{self._path} is damaged: {name}.{place} does not fit into it")
            arrays[name] = np.asarray(self._bytes[start:stop]).view(kind)
            offsets[name] = start
        return MappedArrays(arrays, self, offsets)


class MappedArrays(TextArrays):
    """The arrays of a domain's texts in a file."""

    def __init__(
        self, arrays: Mapping[str, NDArray[Any]], file: MappedFile, offsets: Mapping[str, int]
    ) -> None:
        super().__init__(arrays)
        self._file, self._offsets = file, offsets

    def check(self, name: str, starts: Int64s, stops: Int64s) -> None:
        """Refuse damaged parts of an array, and places that it does not have."""
        if not np.all((starts >= 0) & (starts <= stops) & (stops <= self.size(name))):
            raise StorageError(f"the model's texts are damaged: {name} number what is not there")
        first, size = self._offsets[name], self._arrays[name].itemsize
        self._file.check(first + size * starts, first + size * stops)
