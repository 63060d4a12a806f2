"""Sizes that a Parquet file claims, read before pyarrow allocates memory for them.

A column's values stand in pages, each behind a header in Thrift's compact encoding that says how
large the page is once it is decompressed. pyarrow allocates that much; a page of a few kilobytes
can claim two gigabytes. It does not show the headers, so they are read here.
"""

import os
from typing import IO, Any

LARGEST_FOOTER = 2**24
"""Bytes of the description at the end of a file, which takes many times that in memory."""
MAGIC = b"PAR1"

_UNCOMPRESSED, _COMPRESSED = 2, 3
_FALSE, _TRUE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = (
    2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
)  # fmt: skip
_DEEPEST = 16


class DamagedPagesError(Exception):
    """What is wrong with the headers of pages, or with the footer."""


def check_footer(file: IO[bytes]) -> None:
    """Refuse a file whose footer is too large; whatever else is wrong is left to pyarrow."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - 8))
    tail = file.read(8)
    claimed = int.from_bytes(tail[:4], "little")
    if tail[4:] == MAGIC and LARGEST_FOOTER < claimed <= size:
        raise DamagedPagesError(f"a footer of {claimed:,} bytes")
    file.seek(0)


def largest_page(file: IO[bytes], chunk: Any) -> int:
    """Return the bytes of the largest page of a column in a row group, as its headers claim.

    `chunk` is pyarrow's `ColumnChunkMetaData`. Pages of dictionaries count as well.
    """
    position: int = chunk.data_page_offset
    if chunk.has_dictionary_page and 0 < chunk.dictionary_page_offset < position:
        position = chunk.dictionary_page_offset
    stop = position + chunk.total_compressed_size
    largest = 0
    while 0 <= position < stop:
        file.seek(position)
        sizes = _integers(file)
        if not {_UNCOMPRESSED, _COMPRESSED} <= sizes.keys() or min(sizes.values()) < 0:
            raise DamagedPagesError(f"no page at byte {position:,}")
        largest = max(largest, *sizes.values())
        position = file.tell() + sizes[_COMPRESSED]
    return largest


def _integers(file: IO[bytes]) -> dict[int, int]:
    """Return the two sizes in a page's header, and leave the file at the header's end."""
    found: dict[int, int] = {}
    number = 0
    while kind := _byte(file):
        number = number + (kind >> 4) if kind >> 4 else _signed(file)
        if kind & 15 == _I32 and number in (_UNCOMPRESSED, _COMPRESSED):
            found[number] = _signed(file)
        else:
            _skip(file, kind & 15, inside=False)
    return found


def _skip(file: IO[bytes], kind: int, *, inside: bool, depth: int = 0) -> None:
    """Pass over a value; only `inside` of a list do truth values take a byte."""
    if depth > _DEEPEST:
        raise DamagedPagesError("a page's header of endless depth")
    if kind in (_TRUE, _FALSE):
        file.seek(int(inside), os.SEEK_CUR)
    elif kind == _BYTE:
        file.seek(1, os.SEEK_CUR)
    elif kind in (_I16, _I32, _I64):
        _varint(file)
    elif kind == _DOUBLE:
        file.seek(8, os.SEEK_CUR)
    elif kind == _BINARY:
        file.seek(_varint(file), os.SEEK_CUR)
    elif kind in (_LIST, _SET):
        head = _byte(file)
        for _ in range(_varint(file) if head >> 4 == 15 else head >> 4):
            _skip(file, head & 15, inside=True, depth=depth + 1)
    elif kind == _STRUCT:
        while head := _byte(file):
            if not head >> 4:
                _varint(file)
            _skip(file, head & 15, inside=False, depth=depth + 1)
    else:
        # Headers of pages have no maps; no other kinds exist.
        raise DamagedPagesError("a page's header that is none")


def _signed(file: IO[bytes]) -> int:
    value = _varint(file)
    return (value >> 1) ^ -(value & 1)


def _varint(file: IO[bytes]) -> int:
    value = 0
    for shift in range(0, 63, 7):
        byte = _byte(file)
        value |= (byte & 127) << shift
        if byte < 128:
            return value
    raise DamagedPagesError("a page's header with an endless number")


def _byte(file: IO[bytes]) -> int:
    byte = file.read(1)
    if not byte:
        raise DamagedPagesError("a page's header that breaks off")
    return byte[0]
