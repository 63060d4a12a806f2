"""Parquet files, a batch of rows at a time."""

from collections.abc import Iterator
from typing import BinaryIO

from crosslex.corpus.columns import DEFAULT_LABEL_COLUMN, Record, check_header, documents_of
from crosslex.corpus.document import Document
from crosslex.corpus.formats import Reader
from crosslex.corpus.source import Source
from crosslex.corpus.streams import BROKEN_STREAM, seekable, stream_damage
from crosslex.errors import InputError

BATCH_ROWS = 1024
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
            f"{source.name}: parquet files need pyarrow; pip install crosslex[parquet]"
        ) from None
    number = 0
    try:
        with seekable(stream) as file:
            table = ParquetFile(file, buffer_size=BUFFER)
            header = table.schema_arrow.names
            check_header(None, header, source)
            for batch in table.iter_batches(BATCH_ROWS, columns=_wanted(header, source)):
                for row in batch.to_pylist():
                    number += 1
                    yield number, row
    except (pyarrow.ArrowException, UnicodeDecodeError) as error:
        reason = str(error).partition("\n")[0]
        source.reject(number + 1, f"damaged parquet data ({reason})", "write the file again")
    except BROKEN_STREAM as error:
        source.reject(None, *stream_damage(error))


def _wanted(header: list[str], source: Source) -> list[str]:
    options = source.options
    label = options.label_column or DEFAULT_LABEL_COLUMN
    return [name for name in (options.text_column, label, options.domain_column) if name in header]


READER = Reader(read_parquet)
