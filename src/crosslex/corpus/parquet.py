"""Parquet files, a batch of rows at a time, in bounded memory whatever they claim to hold."""

from collections.abc import Iterator
from typing import Any, BinaryIO

from crosslex.corpus.documents import Document
from crosslex.corpus.parquet_pages import largest_page, read_row_groups
from crosslex.corpus.records import DEFAULT_LABEL_COLUMN, Record, check_header, documents_of
from crosslex.corpus.streams import (
    BROKEN_STREAM,
    LONGEST_LINE,
    SKIP_HINT,
    Source,
    seekable,
    stream_damage,
)
from crosslex.corpus.thrift import ThriftError
from crosslex.errors import InputError

BATCH_ROWS = 1024
BATCH_BYTES = 2**26
"""A page's largest value may be repeated in all rows of a batch, so large pages get few rows."""
LARGEST_PAGE = 2**27
"""Bytes, decompressed: pages usually have a megabyte, or as much as 1,024 texts."""
BUFFER = 2**20


def read_parquet(stream: BinaryIO, source: Source) -> Iterator[Document]:
    """Yield one document per row; messages give the row's number, from 1 on, as the line."""
    return documents_of(_rows(stream, source), source)


def _rows(stream: BinaryIO, source: Source) -> Iterator[tuple[int, Record]]:
    try:
        import pyarrow
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise InputError(
            f"{source.name}: parquet files need pyarrow; pip install 'crosslex[parquet]'"
        ) from None
    number = 0
    try:
        with seekable(stream, source) as file:
            groups = read_row_groups(file)
            table = ParquetFile(file, buffer_size=BUFFER)
            header = table.schema_arrow.names
            check_header(None, header, source)
            names = _wanted(header, source)
            columns = _flat_columns(table, names, source)
            first = 0
            for index, group in enumerate(groups):
                number, first = first, first + group.n_rows
                if not group.n_rows:
                    continue  # it need not have pages
                page = max(largest_page(file, place) for place in group.places(columns))
                if page > LARGEST_PAGE:
                    source.reject(number + 1, *_too_large(page))
                    continue
                size = max(1, min(BATCH_ROWS, BATCH_BYTES // max(1, page)))
                for batch in table.iter_batches(size, row_groups=[index], columns=names):
                    for row in batch.to_pylist():
                        number += 1
                        if _is_short(row):
                            yield number, row
                        else:
                            found = f"a text of over {LONGEST_LINE:,} characters"
                            source.reject(number, found, SKIP_HINT)
    except (pyarrow.ArrowException, ThriftError, UnicodeDecodeError) as error:
        reason = str(error).partition("\n")[0]
        source.reject(number + 1, f"damaged parquet data ({reason})", "write the file again")
    except BROKEN_STREAM as error:
        source.reject(None, *stream_damage(error))


def _too_large(page: int) -> tuple[str, str]:
    return (
        f"a page of {page:,} bytes, of which {LARGEST_PAGE:,} can be read",
        "write the file again with smaller pages (pyarrow: write_batch_size=64)",
    )


def _is_short(row: Record) -> bool:
    """Return whether all texts are as short as a line of other formats must be."""
    return all(not isinstance(value, str) or len(value) <= LONGEST_LINE for value in row.values())


def _wanted(header: list[str], source: Source) -> list[str]:
    options = source.options
    label = (options.label_column or DEFAULT_LABEL_COLUMN) if options.labels else None
    names = (options.text_column, label, options.domain_column)
    return [name for name in dict.fromkeys(names) if name in header]


def _flat_columns(table: Any, names: list[str], source: Source) -> list[int]:
    """Return where columns are; those that may hold more than one value per row are refused.

    So are values of a fixed number of bytes: a file could claim any number, even for no value.
    """
    found = []
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
                found.append(index)
    return found
