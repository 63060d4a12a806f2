"""JSON Lines: one JSON object per line."""

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO

from crosslex.corpus.columns import Record, documents_of
from crosslex.corpus.document import Document
from crosslex.corpus.formats import Reader
from crosslex.corpus.source import Source
from crosslex.corpus.streams import SKIP_HINT, NumberedLines, reject_encoding

MOST_VALUES = 2**18
"""Values of one object, one in another among them: each takes up to three hundred bytes."""

# A string is one match, even if it is never closed, so that the search is linear.
_VALUE = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|$)|([\[{,])', re.DOTALL)


def read_jsonl(stream: BinaryIO, source: Source) -> Iterator[Document]:
    """Yield one document per line."""
    return documents_of(_json_objects(stream, source), source)


def _json_objects(stream: BinaryIO, source: Source) -> Iterator[tuple[int, Record]]:
    for number, line in NumberedLines(stream, source):
        if len(line) > MOST_VALUES and _count_values(line) > MOST_VALUES:
            found = f"a JSON object of over {MOST_VALUES:,} values"
            source.reject(number, found, "write one document per line")
            continue
        try:
            record = json.loads(line.decode())
        except UnicodeDecodeError as error:
            reject_encoding(source, number, line, error)
        except (ValueError, RecursionError) as error:
            if not line.isspace():
                source.reject(number, f"broken JSON ({_json_complaint(error)})", SKIP_HINT)
        else:
            if isinstance(record, dict):
                yield number, record
            else:
                found = f"a JSON {_JSON_NAMES[type(record)]}, not an object"
                source.reject(number, found, 'write one object per line, such as {"text": "…"}')


def _count_values(line: bytes) -> int:
    """Return about how many values a line has, without making any, at most one more than allowed.

    >>> _count_values(b'{"text": "one, two", "tags": ["a", "b"]}')
    4
    """
    structure = (found for found in _VALUE.finditer(line) if found[1])
    return sum(1 for _ in islice(structure, MOST_VALUES + 1))


_JSON_NAMES = {
    list: "list",
    str: "string",
    int: "number",
    float: "number",
    bool: "true or false",
    type(None): "null",
}


def _json_complaint(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        # Not `colno`: what is missing at the end of a line would be reported of the next.
        column = min(error.pos, len(error.doc.rstrip())) + 1
        return f"{error.msg.removesuffix(' at')} at column {column}"
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)


READER = Reader(read_jsonl, has_lines=True)
