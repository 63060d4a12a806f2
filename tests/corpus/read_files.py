"""Reading a file in a test, up to its end or up to an error."""

from collections.abc import Callable
from pathlib import Path

import pytest

from crosslex.corpus.documents import Document, ReadOptions, ReadReport
from crosslex.corpus.readers import read_documents
from crosslex.errors import InputError

Write = Callable[[str, bytes], Path]


def read(path: Path, **options: str) -> list[Document]:
    return list(read_documents(path, ReadOptions(**options)))  # type: ignore[arg-type]


def complaint(path: Path, **options: str) -> str:
    """Read up to the error and return its message without the folder."""
    with pytest.raises(InputError) as caught:
        read(path, **options)
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(f"{path}:")
    return message.removeprefix(f"{path}:")


def skipped(path: Path, **options: str) -> tuple[list[str], ReadReport]:
    report = ReadReport()
    documents = read_documents(path, ReadOptions(on_error="skip", **options), report)  # type: ignore[arg-type]
    return [document.text for document in documents], report
