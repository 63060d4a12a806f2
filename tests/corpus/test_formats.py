"""Text, JSON Lines and tables: what is read, and what is refused at its line."""

import csv
import gzip
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from read_files import Write, complaint, read, skipped

from crosslex import Corpus
from crosslex.corpus.documents import FORMATS, Document, ReadOptions
from crosslex.corpus.readers import RECORD_READERS, read_rows
from crosslex.errors import CrosslexWarning, InputError


def test_txt_breaks_lines_at_line_feeds_only(write: Write) -> None:
    content = "a\x0bb\x0cc\x85d\u2028e\n"
    assert read(write("a.txt", content.encode())) == [Document(content[:-1])]


def test_txt_names_the_line_and_byte_that_are_not_utf8(write: Write) -> None:
    path = write("a.txt", b"fine\n\ncaf\xe9\nlast\n")
    assert complaint(path).startswith("3: byte 0xe9 at position 4 is not valid UTF-8; save")
    texts, report = skipped(path)
    assert texts == ["fine", "last"]
    assert (report.documents, report.skipped) == (2, 1)
    assert report.messages[0].startswith(f"{path}:3: byte 0xe9")


@pytest.mark.parametrize("ending", ["jsonl", "ndjson"])
def test_jsonl_reads_texts_labels_and_leaves_the_rest(write: Write, ending: str) -> None:
    path = write(
        f"a.{ending}",
        b'\xef\xbb\xbf{"text": "one", "label": 1, "id": 7}\r\n'
        b'{"text": "two", "label": "good"}\n'
        b"\n"
        b'{"text": "", "label": null}\n'
        b'{"text": "caf\\u00e9 \\ud83d\\ude00", "label": ""}\n'
        b'{"text": "a\\nb", "label": true, "domain": "books"}\n'
        b'{"text": "zero", "label": 0}\n'
        b'{"text": "last"}',
    )
    assert read(path) == [
        Document("one", 1),
        Document("two", "good"),
        Document(""),
        Document("café 😀"),
        Document("a\nb", 1),
        Document("zero", 0),
        Document("last"),
    ]
    assert type(read(path)[4].label) is int


def test_a_named_label_may_be_absent_from_some_objects_but_not_from_all(write: Write) -> None:
    path = write("a.jsonl", b'{"text": "x"}\n{"text": "y", "stars": 2}\n')
    assert read(path, label_column="stars") == [Document("x"), Document("y", 2)]
    message = complaint(path, label_column="star")
    assert message == " no line has the column 'star'; name it in label_column"


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (b'{"text": "x"', "broken JSON (Expecting ',' delimiter at column 13); fix it"),
        (b"not json", "broken JSON (Expecting value at column 1); fix it"),
        (b'{"text": "a\tb"}', "broken JSON (Invalid control character at column 12); fix it"),
        (b"[" * 100_000, "broken JSON (nested too deeply); fix it"),
        (b'{"text": "x", "n": ' + b"9" * 5000 + b"}", "broken JSON (Exceeds the limit"),
        (b'["text"]', "JSON list ['text'], not an object; write one object per line"),
        (b'{"txet": "x"}', "no column 'text' (did you mean txet?) among 'txet'; name it in text_"),
        (b"{}", "no column 'text' among none; name it in text_column, or fix it"),
        (b'{"text": null}', "NoneType None in column 'text' where a text should be; fix it"),
        (b'{"text": "x", "label": 0.5}', "float 0.5 in column 'label' where a label should be; w"),
        (b'{"text": "x", "label": {}}', "dict {} in column 'label' where a label should be; write"),
        (b'{"text": "\\ud83d"}', "half a character (an unpaired \\ud…) in column 'text'; fix it"),
        (b'{"text": "x", "label": "\\udc00"}', "half a character (an unpaired \\ud…) in column 'l"),
        (b'{"text": "\xff"}', "byte 0xff at position 11 is not valid UTF-8; save"),
    ],
)
def test_jsonl_names_the_line_and_what_is_wrong(write: Write, line: bytes, found: str) -> None:
    path = write("a.jsonl", b'{"text": "first"}\n\n' + line + b'\n{"text": "last"}\n')
    assert complaint(path).startswith(f"3: {found}")
    texts, report = skipped(path)
    assert texts == ["first", "last"]
    assert (report.documents, report.skipped) == (2, 1)


plain_text = st.text(st.characters(codec="utf-8"))
labels = (
    st.none() | st.integers(-(2**63), 2**63 - 1) | st.text(st.characters(codec="utf-8"), min_size=1)
)
domains = st.text(st.characters(codec="utf-8"), min_size=1)
one_file = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@one_file
@given(st.lists(st.builds(Document, plain_text, labels, domains)), st.booleans())
def test_documents_written_as_jsonl_come_back(
    tmp_path: Path, documents: list[Document], escaped: bool
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(
        "".join(
            json.dumps({"t": d.text, "l": d.label, "d": d.domain}, ensure_ascii=escaped) + "\n"
            for d in documents
        ),
        encoding="utf-8",
        newline="",
    )
    assert read(path, text_column="t", label_column="l", domain_column="d") == documents


@one_file
@given(
    texts=st.lists(
        st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0")).filter(str.strip)
    )
)
def test_documents_written_as_lines_come_back(tmp_path: Path, texts: list[str]) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("".join(f"{text}\n" for text in texts).encode())
    # A byte order mark at the very start of a file is none of the text.
    expected = [text.removeprefix("\ufeff") if n == 0 else text for n, text in enumerate(texts)]
    assert [document.text for document in read(path)] == [text for text in expected if text.strip()]


def test_every_format_has_a_reader() -> None:
    assert ("txt", *RECORD_READERS) == FORMATS


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", b'\xef\xbb\xbfset;label\nsource;good\n\ntarget;"b\nc"\n'),
        ("a.jsonl", b'{"set": "source", "label": "good"}\n\n\n{"set": "target", "label": "b\\nc"}'),
    ],
)
def test_rows_of_any_table_come_with_their_lines(write: Write, name: str, content: bytes) -> None:
    path = write(name, content)
    rows = [{"set": "source", "label": "good"}, {"set": "target", "label": "b\nc"}]
    assert [row for _, row in read_rows(path)] == rows
    assert [where for where, _ in read_rows(path)] == [
        f"{path}:{2 - (name == 'a.jsonl')}",
        f"{path}:4",
    ]


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


@pytest.mark.parametrize("name", ["text", "label"])
def test_two_columns_of_one_name_are_refused(write: Write, name: str) -> None:
    path = write("a.csv", b"text,label,%b\nx,5,y\n" % name.encode())
    assert complaint(path) == f"1: two columns named '{name}'; rename one"
    assert name == "text" or len(read(path, labels=False)) == 1


@pytest.mark.parametrize("delimiter", [b";", b"\t"])
@pytest.mark.parametrize("name", ["a.csv", "a.tsv"])
def test_tables_of_spreadsheets_are_read_whatever_their_delimiter(
    write: Write, name: str, delimiter: bytes
) -> None:
    header, row = (b'"text"', b'"label"'), (b'"a saw, a drill"', b"1")
    path = write(name, b"\xef\xbb\xbf%b\r\n%b\r\n" % tuple(map(delimiter.join, (header, row))))
    assert read(path) == [Document("a saw, a drill", "1")]


@pytest.mark.parametrize("cut", [2, 12])
def test_a_compressed_table_that_breaks_off_in_its_first_row_is_refused_once(
    tmp_path: Path, cut: int
) -> None:
    path = tmp_path / "a.csv.gz"
    path.write_bytes(gzip.compress(b"text,label\nx,1\n")[:cut])
    assert complaint(path).startswith("1: the gzip data break off here")
    texts, report = skipped(path)
    assert (texts, report.skipped) == ([], 1)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", ["a.csv", "a.txt"])
def test_utf16_is_named_as_such(write: Write, name: str, encoding: str) -> None:
    path = write(name, "text,label\nhello,1\n".encode(encoding))
    assert complaint(path).startswith("1: UTF-16 text; save the file as UTF-8")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (b"a,b,c", "4: 3 fields where the first row names 2; quote fields"),
        (b"a", "4: 1 fields where the first row names 2; quote fields"),
        (b'"a"b,c', "4: a broken quoted field (',' expected after '\"'); double the quotes"),
        (b"a\0b,c", "4: a NUL byte; save the file as UTF-8"),
        (b'"a\nb\xe9",c', "5: byte 0xe9 at position 2 is not valid UTF-8; save"),
        (b'"a\n\nb",c,d', "4: 3 fields where the first row names 2; quote fields"),
        (b"a\rb,c", "4: a carriage return within a row; end lines with LF or CRLF"),
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
        (b"te\0xt,label", "2: a NUL byte; save the file as UTF-8"),
        (b"body,label", "2: no column 'text' among 'body', 'label'; name it in text_column"),
    ],
)
def test_a_row_is_never_taken_for_the_names_that_could_not_be_read(
    write: Write, header: bytes, message: str
) -> None:
    path = write("a.csv", b"\n" + header + b"\ntext,label\nx,1\n")
    for on_error in ("stop", "skip"):
        assert complaint(path, on_error=on_error).startswith(message)


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


def test_prose_broken_at_the_edge_of_a_page_is_warned_of(tmp_path: Path) -> None:
    path = tmp_path / "novel.txt"
    line = "It was the best of times, it was the worst of times, it was the\n"
    path.write_text(line * 20, encoding="utf-8")
    with pytest.warns(CrosslexWarning, match=r"novel\.txt: each line is read as a document, but"):
        assert len(Corpus.read(path, name="novel")) == 20
    chosen = ReadOptions(document="file")
    assert len(Corpus.read(path, name="novel", options=chosen)) == 1


def test_json_objects_are_not_read_as_plain_text(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text('{"text": "A plot."}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.txt: found JSON objects where plain text is read"):
        Corpus.read(path, name="a")
    assert len(Corpus.read(path, name="a", options=ReadOptions(format="txt"))) == 1


def test_txt_has_no_columns_to_name(write: Write) -> None:
    path = write("a.txt", b"text\n")
    found = complaint(path, label_column="stars", id_column="id")
    assert found == " txt files have no columns; leave id_column, label_column out"
