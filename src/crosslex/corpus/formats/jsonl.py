"""JSON Lines: one JSON object per line."""

import json
from collections.abc import Iterator
from typing import BinaryIO

from crosslex.corpus.columns import Record, documents_of
from crosslex.corpus.document import Document
from crosslex.corpus.formats import Reader
from crosslex.corpus.source import Source
from crosslex.corpus.streams import SKIP_HINT, NumberedLines, reject_encoding


def read_jsonl(stream: BinaryIO, source: Source) -> Iterator[Document]:
    """Yield one document per line."""
    return documents_of(_json_objects(stream, source), source)


def _json_objects(stream: BinaryIO, source: Source) -> Iterator[tuple[int, Record]]:
    for number, line in NumberedLines(stream, source):
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
