"""Tables with commas and tabs: what is read, and how what cannot be read is refused."""

import csv
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from read_files import Write, complaint, read, skipped

from crosslex.corpus.documents import Document


@pytest.mark.parametrize(("ending", "delimiter"), [("csv", b","), ("tsv", b"\t")])
def test_tables_keep_labels_as_strings_and_empty_texts_as_documents(
    write: Write, ending: str, delimiter: bytes
) -> None:
    content = (
        b"\xef\xbb\xbfid,text,label\r\n"
        b'1,"with ""quotes"", a comma\r\nand a line end",good\r\n'
        b"\r\n"
        b"2,,0\r\n"
        b"3,caf\xc3\xa9,"
    )
    path = write(f"a.{ending}", content.replace(b",", delimiter))
    comma = delimiter.decode()
    assert read(path) == [
        Document(f'with "quotes"{comma} a comma\r\nand a line end', "good"),
        Document("", "0"),
        Document("café"),
    ]


def test_csv_without_a_label_column_gives_none(write: Write) -> None:
    path = write("a.csv", b"text,stars,shop\nx,5,books\n")
    assert read(path) == [Document("x")]
    found = read(path, text_column="text", label_column="stars", domain_column="shop")
    assert found == [Document("x", "5", "books")]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "1: no column 'text' (did you mean Text?) among 'Text', 'stars'; name it in text_col"),
        ({"text_column": "Text", "label_column": "label"}, "1: no column 'label' among 'Text', 's"),
        ({"text_column": "Text", "domain_column": "star"}, "1: no column 'star' (did you mean sta"),
    ],
)
@pytest.mark.parametrize("on_error", ["stop", "skip"])
def test_a_table_must_have_the_named_columns(
    write: Write, options: dict[str, str], message: str, on_error: str
) -> None:
    path = write("a.csv", b"Text,stars\nx,5\n")
    assert complaint(path, on_error=on_error, **options).startswith(message)


def test_two_columns_of_one_name_are_refused(write: Write) -> None:
    path = write("a.csv", b"text,n,text\nx,5,y\n")
    assert complaint(path) == "1: two columns named 'text'; rename one"


LONG = b"x" * (csv.field_size_limit() + 1)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (b"a,b,c", "4: 3 fields where the first row names 2; quote fields"),
        (b"a", "4: 1 fields where the first row names 2; quote fields"),
        (b'"a"b,c', "4: a broken quoted field (',' expected after '\"'); double the quotes"),
        (b"a\0b,c", "4: a NUL byte; save the file as UTF-8 text"),
        (b'"a\nb\xe9",c', "5: byte 0xe9 at position 2 is not valid UTF-8; save"),
        (b'"a\n\nb",c,d', "4: 3 fields where the first row names 2; quote fields"),
        (b"a\rb,c", "4: a carriage return within a row; end lines with LF or CRLF"),
        (LONG + b",c", "4: a field of over 131,072 characters, perhaps a quote that is never clo"),
    ],
)
def test_csv_names_the_line_and_skips_the_whole_row(write: Write, row: bytes, message: str) -> None:
    path = write("a.csv", b'text,label\n"first\nrow",1\n' + row + b"\nlast,0\n")
    assert complaint(path).startswith(message)
    texts, report = skipped(path)
    assert texts == ["first\nrow", "last"]
    assert (report.documents, report.skipped) == (2, 1)
    assert report.messages[0].startswith(f"{path}:{message}")


def test_a_quote_that_is_never_closed_is_noticed_where_it_opens(write: Write) -> None:
    path = write("a.csv", b'text,label\nfirst,1\n"second,0\nthird,1\n')
    assert complaint(path) == "3: a quote that is never closed; close it"
    texts, report = skipped(path)
    assert (texts, report.skipped) == (["first"], 1)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (b"text,caf\xe9", "2: byte 0xe9 at position 9 is not valid UTF-8; save"),
        (b'"text"x,label', "2: a broken quoted field (',' expected after '\"'); double the quotes"),
        (b"te\0xt,label", "2: a NUL byte; save the file as UTF-8 text"),
        (b"body,label", "2: no column 'text' among 'body', 'label'; name it in text_column"),
    ],
)
def test_a_row_is_never_taken_for_the_names_that_could_not_be_read(
    write: Write, header: bytes, message: str
) -> None:
    path = write("a.csv", b"\n" + header + b"\ntext,label\nx,1\n")
    for on_error in ("stop", "skip"):
        assert complaint(path, on_error=on_error).startswith(message)


one_file = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

table_text = st.text(st.characters(codec="utf-8", exclude_characters="\0"))
table_label = st.none() | st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1)
table_domain = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1)


@pytest.mark.parametrize(("ending", "dialect"), [("csv", "excel"), ("tsv", "excel-tab")])
@one_file
@given(documents=st.lists(st.builds(Document, table_text, table_label, table_domain)))
def test_documents_written_as_tables_come_back(
    tmp_path: Path, documents: list[Document], ending: str, dialect: str
) -> None:
    path = tmp_path / f"a.{ending}"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, dialect)
        writer.writerow(["t", "l", "d"])
        writer.writerows((d.text, d.label or "", d.domain) for d in documents)
    assert read(path, text_column="t", label_column="l", domain_column="d") == documents
