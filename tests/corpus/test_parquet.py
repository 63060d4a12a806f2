"""Parquet files give the same documents as the other formats."""

import gzip
import io
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from read_files import complaint, skipped

from crosslex.corpus.documents import Document, ReadOptions
from crosslex.corpus.readers import read_documents
from crosslex.errors import InputError
from processes import run_python

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


def write(path: Path, row_group_size: int = 1000, **columns: Any) -> Path:
    parquet.write_table(pyarrow.table(columns), path, row_group_size=row_group_size)
    return path


valid = st.characters(codec="utf-8")


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    rows=st.lists(st.tuples(st.text(valid), st.text(valid, min_size=1) | st.none(), st.text("ab"))),
    row_group_size=st.integers(1, 5),
)
def test_documents_written_as_parquet_come_back(
    tmp_path: Path, rows: list[tuple[str, str | None, str]], row_group_size: int
) -> None:
    columns = {
        name: pyarrow.array([row[index] for row in rows], pyarrow.string())
        for index, name in enumerate(("t", "l", "unused"))
    }
    path = write(tmp_path / "a.parquet", row_group_size, **columns)
    documents = read_documents(path, ReadOptions(text_column="t", label_column="l"))
    assert list(documents) == [Document(text, label) for text, label, _ in rows]


def test_labels_may_be_numbers_truths_or_categories(tmp_path: Path) -> None:
    for labels, expected in (
        (pyarrow.array([1, None], pyarrow.int8()), [1, None]),
        (pyarrow.array([True, False]), [1, 0]),
        (pyarrow.array(["a", "b"]).dictionary_encode(), ["a", "b"]),
    ):
        path = write(tmp_path / "a.parquet", text=["x", "y"], label=labels)
        assert [document.label for document in read_documents(path)] == expected


def test_compressed_and_piped_parquet_is_read_through_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = write(tmp_path / "a.parquet", text=["x", "y"]).read_bytes()
    packed = tmp_path / "b.parquet.gz"
    packed.write_bytes(gzip.compress(content))
    assert [document.text for document in read_documents(packed)] == ["x", "y"]

    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Pipe(content)))
    piped = read_documents("-", ReadOptions(format="parquet"))
    assert [document.text for document in piped] == ["x", "y"]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"txt": ["x"]}, ": no column 'text' (did you mean txt?) among 'txt'; name it in text_"),
        ({"text": ["x", "y", None]}, ":3: NoneType None in column 'text' where a text should be"),
        ({"text": ["x", "y"], "label": [1.0, 2.5]}, ":2: float 2.5 in column 'label' where a l"),
        ({"text": [["x"]]}, ": list<element: string> in column 'text' where single val"),
        ({"text": [b"x"]}, ":1: bytes b'x' in column 'text' where a text should be"),
    ],
)
def test_errors_name_the_row(tmp_path: Path, columns: dict[str, Any], message: str) -> None:
    path = write(tmp_path / "a.parquet", **columns)
    assert f":{complaint(path)}".startswith(message)


@pytest.mark.parametrize("name", ["a.parquet", "a.parquet.gz"])
def test_damaged_files_are_an_error_of_one_line(tmp_path: Path, name: str) -> None:
    content = write(tmp_path / "a.parquet", text=["x"] * 100).read_bytes()
    path = tmp_path / name
    path.write_bytes((gzip.compress(content) if name.endswith("gz") else content)[:-20])
    assert re.search("(damaged parquet data|the gzip data break)", complaint(path))
    texts, report = skipped(path)
    assert (texts, report.skipped) == ([], 1)


def test_without_pyarrow_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "a.parquet", text=["x"])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert complaint(path) == " parquet files need pyarrow; pip install 'crosslex[parquet]'"


def test_a_footer_with_a_false_type_does_not_end_the_process(tmp_path: Path) -> None:
    # pyarrow does end it when it is asked for the metadata of such a column.
    content = write(tmp_path / "a.parquet", text=["x", "y"]).read_bytes()
    start = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    byte_array, boolean = b"\x15\x0c", b"\x15\x00"  # the field 1, a type, in schema and column
    places = [
        place for place in range(start, len(content)) if content.startswith(byte_array, place)
    ]
    assert len(places) >= 2
    for number, place in enumerate(places):
        damaged = content[:place] + boolean + content[place + 2 :]
        (tmp_path / f"{number}.parquet").write_bytes(damaged)
    code = (
        "import sys\nfrom crosslex.corpus.documents import ReadOptions\n"
        "from crosslex.corpus.readers import read_documents\n"
        "for path in sys.argv[1:]:\n"
        "    list(read_documents(path, ReadOptions(on_error='skip')))\n"
    )
    run_python(code, *sorted(tmp_path.glob("[0-9].parquet")))


def test_labels_that_are_not_asked_for_may_be_anything(tmp_path: Path) -> None:
    path = write(tmp_path / "a.parquet", text=["a saw"], label=[[0.5, 1.0]])
    with pytest.raises(InputError):
        list(read_documents(path, ReadOptions()))
    assert list(read_documents(path, ReadOptions(labels=False))) == [Document("a saw", None)]
