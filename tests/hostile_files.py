"""Small files that ask for much, for the tests of bounds."""

from pathlib import Path

import numpy as np


def parquet_bomb(
    path: Path, text: str, rows: int, encoding: str, row_group_size: int | None = None
) -> Path:
    """Write a small Parquet file of one text, again and again."""
    import pyarrow
    from pyarrow import parquet

    if encoding == "RLE_DICTIONARY":
        places = pyarrow.array(np.zeros(rows, np.int32))
        texts = pyarrow.DictionaryArray.from_arrays(places, pyarrow.array([text]))
        encodings = None
    else:
        texts = pyarrow.array([text] * rows)
        encodings = {"text": encoding}
    parquet.write_table(
        pyarrow.table({"text": texts}),
        path,
        row_group_size=row_group_size,
        compression="gzip",
        use_dictionary=encodings is None,
        column_encoding=encodings,
        write_statistics=False,
        store_schema=False,  # with it, pyarrow would read a dictionary as one
    )
    return path


def claim_page(path: Path, size: int) -> Path:
    """Change the size that a Parquet file's first page claims to have when it is decompressed."""
    content = path.read_bytes()
    # After the file's mark come the fields 1, the page's kind, and 2, its size, in Thrift's form.
    assert (content[:5], content[6]) == (b"PAR1\x15", 0x15)
    stop = next(place for place in range(7, len(content)) if content[place] < 128)
    value, number = 2 * size, bytearray()
    while value or not number:
        number.append(value % 128 + 128 * (value > 127))
        value //= 128
    path.write_bytes(content[:7] + number + content[stop + 1 :])
    return path
