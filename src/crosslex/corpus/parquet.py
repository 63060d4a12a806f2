"""Parquet files through pyarrow, a few rows at a time.

Memory is bounded by the sizes that a file declares. A footer of over 16 MiB (`LARGEST_FOOTER`) and
a row group of over 8 GiB of uncompressed data (`LARGEST_ROW_GROUP`) are refused before they are
read. pyarrow then holds one page per column, and so many rows that even the largest possible value
in each of them takes at most 64 MiB (`BATCH_BYTES`); at least 4 rows, as reading single rows is
slow. The format limits a page to 2 GiB: one that claims a size that its data do not have is an
error of pyarrow's, and one whose data really decompress to that size takes that much memory.
"""

import os
from collections.abc import Iterator
from typing import IO, Any, BinaryIO

from crosslex.corpus.records import Records, check_header
from crosslex.corpus.streams import (
    BROKEN_STREAM,
    LONGEST_LINE,
    Source,
    seekable,
    stream_damage,
)
from crosslex.errors import InputError

LARGEST_FOOTER = 2**24
LARGEST_ROW_GROUP = 2**33
BATCH_BYTES = 2**26
FEWEST_ROWS, MOST_ROWS = 4, 1024
SMALL_FILE, LARGEST_EXPANSION = 2**26, 1000
"""Characters that a file of any size may hold, and characters per byte of a larger one: as many as
text has that is compressed best. Pages can repeat one value without end."""
BUFFER = 2**20
MOST_VALUES = 2**18
"""Of any list in the footer, such as the columns of all row groups."""


def read_parquet(stream: BinaryIO, source: Source) -> Records:
    """Yield one record per row, of the columns that are asked for."""
    try:
        with seekable(stream, source) as file:
            size = file.seek(0, os.SEEK_END)
            left = max(SMALL_FILE, LARGEST_EXPANSION * size)
            for number, row in _rows(file, source):
                lengths = [len(value) for value in row.values() if isinstance(value, str)]
                left -= 1 + sum(lengths)
                if left < 0:
                    found = f"more text than {size:,} bytes can hold: one value again and again"
                    source.reject(number, found, "write every text once")
                    return
                if max(lengths, default=0) <= LONGEST_LINE:
                    yield number, row
                else:
                    found = f"a text of over {LONGEST_LINE:,} characters"
                    source.reject(number, found, "fix it", or_skip=True)
    except BROKEN_STREAM as error:
        source.reject(None, *stream_damage(error))


def _rows(file: IO[bytes], source: Source) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (number, row) with the columns that are asked for."""
    try:
        import pyarrow
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise InputError(
            f"{source.name}: parquet files need pyarrow; pip install 'crosslex[parquet]'"
        ) from None
    number = 0
    try:
        footer = _footer_size(file)
        if footer > LARGEST_FOOTER:
            raise pyarrow.ArrowInvalid(f"a footer of {footer:,} bytes")
        table = ParquetFile(
            file,
            buffer_size=BUFFER,
            pre_buffer=False,
            thrift_string_size_limit=LARGEST_FOOTER,
            thrift_container_size_limit=MOST_VALUES,
        )
        names = _wanted(table, source)
        first = 0
        for index in range(table.metadata.num_row_groups):
            # Not its columns: asked for those of a damaged footer, pyarrow ends the process.
            group = table.metadata.row_group(index)
            number, first = first, first + group.num_rows
            if group.num_rows <= 0:
                continue
            if group.total_byte_size > LARGEST_ROW_GROUP:
                source.reject(number + 1, *_too_large(group.total_byte_size))
                continue
            rows = BATCH_BYTES // max(1, group.total_byte_size)
            size = min(max(FEWEST_ROWS, rows), MOST_ROWS)
            for batch in table.iter_batches(size, [index], names, use_threads=False):
                for row in batch.to_pylist():
                    number += 1
                    yield number, row
    except (pyarrow.ArrowException, UnicodeDecodeError, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # of the disk, not of pyarrow
        reason = str(error).partition("\n")[0]
        source.reject(number + 1, f"damaged parquet data ({reason})", "write the file again")


def _footer_size(file: IO[bytes]) -> int:
    """Return how many bytes the footer claims to have; 0 where there is none."""
    file.seek(max(0, file.seek(0, os.SEEK_END) - 8))
    size = int.from_bytes(file.read(4), "little")
    file.seek(0)
    return size


def _too_large(size: int) -> tuple[str, str]:
    return (
        f"a row group of {size:,} bytes, of which {LARGEST_ROW_GROUP:,} can be read",
        "write the file again with smaller ones (pyarrow: row_group_size=100_000)",
    )


def _wanted(table: Any, source: Source) -> list[str]:
    """Return the columns to read; those that may hold more than one value per row are refused.

    So are values of a fixed number of bytes: a file could claim any number, even for no value.
    """
    header = table.schema_arrow.names
    check_header(None, header, source)
    names = [name for name in dict.fromkeys(source.options.columns_read) if name in header]
    for index in range(len(table.schema)):
        column = table.schema.column(index)
        for name in names:
            # pyarrow also reads columns that it takes for parts of the one that is named.
            if column.path == name or column.path.startswith(f"{name}."):
                fixed = column.physical_type == "FIXED_LEN_BYTE_ARRAY"
                if fixed or column.max_repetition_level or column.path != name:
                    kind = str(table.schema_arrow.field(name).type)[:40]
                    source.stopping().reject(
                        None,
                        f"{kind} in column {name!r} where single values should be",
                        "rename it, or name another column",
                    )
    return names
