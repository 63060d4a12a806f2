"""What a Parquet file claims, read before pyarrow allocates memory for it.

A column's values stand in pages, each behind a header that says how large the page is once it is
decompressed. pyarrow allocates that much; a page of a few bytes can claim two gigabytes. It does
not show these headers, and ends the whole process at some damaged footers that it is asked about,
so both are read here. The fields are numbered as in Parquet's definition:
https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift
"""

import io
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Any

from crosslex.corpus.thrift import I32, I64, ThriftError, read_struct

LARGEST_FOOTER = 2**24
MOST_VALUES = 2**18
"""Columns of all row groups together, and whatever else a footer lists."""

_MAGIC = b"PAR1"
_ROW_GROUPS, _COLUMNS, _ROWS, _META_DATA = 4, 1, 3, 3
_COMPRESSED, _DATA, _DICTIONARY = 7, 9, 11
_FOOTER = {
    _ROW_GROUPS: [
        {_COLUMNS: [{_META_DATA: {_COMPRESSED: I64, _DATA: I64, _DICTIONARY: I64}}], _ROWS: I64}
    ]
}
_SIZE, _SIZE_COMPRESSED = 2, 3
_PAGE = {_SIZE: I32, _SIZE_COMPRESSED: I32}


@dataclass(frozen=True)
class RowGroup:
    """Some rows: how many, and in which bytes of the file each of their columns is."""

    n_rows: int
    columns: tuple[range, ...]

    def places(self, columns: Sequence[int]) -> list[range]:
        """Return where some columns are, which all row groups of the file must have."""
        if not columns or max(columns) >= len(self.columns):
            raise ThriftError("a row group that lacks columns")
        return [self.columns[column] for column in columns]


def read_row_groups(file: IO[bytes]) -> list[RowGroup]:
    """Return the row groups of a file by its footer, which may not be too large."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - 8))
    tail = file.read()
    length = int.from_bytes(tail[:4], "little")
    if tail[4:] != _MAGIC or length + 8 > size:
        raise ThriftError("no footer at the end of the file")
    if length > LARGEST_FOOTER:
        raise ThriftError(f"a footer of {length:,} bytes")
    file.seek(size - 8 - length)
    footer = read_struct(io.BytesIO(file.read(length)), _FOOTER, MOST_VALUES)
    return [_row_group(group) for group in footer.get(_ROW_GROUPS, ())]


def _row_group(group: dict[int, Any]) -> RowGroup:
    columns = (column.get(_META_DATA, {}) for column in group.get(_COLUMNS, ()))
    return RowGroup(group.get(_ROWS, 0), tuple(map(_place, columns)))


def _place(column: dict[int, int]) -> range:
    start = column.get(_DATA, 0)
    if 0 < column.get(_DICTIONARY, 0) < start:
        start = column[_DICTIONARY]
    return range(start, start + column.get(_COMPRESSED, 0))


def largest_page(file: IO[bytes], column: range) -> int:
    """Return the bytes of a column's largest page, as the headers in a range of the file claim.

    Pages of dictionaries count as well.
    """
    position, largest = column.start, 0
    while 0 <= position < column.stop:
        file.seek(position)
        page = read_struct(file, _PAGE, MOST_VALUES)
        if len(page) < len(_PAGE) or min(page.values()) < 0:
            raise ThriftError(f"no page at byte {position:,}")
        largest = max(largest, *page.values())
        position = file.tell() + page[_SIZE_COMPRESSED]
    return largest
