"""Files, folders, patterns and standard input: what is read, and paths that lead nowhere."""

import gzip
import io
import sys
from pathlib import Path

import pytest

from crosslex.corpus.documents import ReadOptions, ReadReport
from crosslex.corpus.readers import find_files, read_documents
from crosslex.errors import InputError


def texts(path: str | Path, options: ReadOptions | None = None) -> list[str]:
    return [document.text for document in read_documents(path, options)]


def standard_input(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_a_folder_gives_all_its_readable_files_in_sorted_order(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "one.csv").write_text("text\nthird\n")
    (tmp_path / "c.jsonl.gz").write_bytes(gzip.compress(b'{"text": "fourth"}'))
    (tmp_path / "a.txt").write_text("first\nsecond\n")
    (tmp_path / "notes.md").write_text("not read\n")
    (tmp_path / ".hidden.txt").write_text("not read\n")
    (tmp_path / ".checkpoints").mkdir()
    (tmp_path / ".checkpoints" / "a.txt").write_text("not read\n")
    assert texts(tmp_path) == ["first", "second", "third", "fourth"]
    assert texts(str(tmp_path)) == ["first", "second", "third", "fourth"]


def test_a_pattern_gives_the_files_that_match_it(tmp_path: Path) -> None:
    for name in ("a1.txt", "a2.txt", "b1.txt", "deep/er/a3.txt", "a4.log"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"{name}\n")
    assert texts(tmp_path / "a*") == ["a1.txt", "a2.txt"]
    assert texts(f"{tmp_path}/a[2-9].txt") == ["a2.txt"]
    assert texts(tmp_path / "**" / "a*.txt") == ["a1.txt", "a2.txt", "deep/er/a3.txt"]
    assert texts(tmp_path / "d*") == ["deep/er/a3.txt"]


def test_standard_input_is_text_unless_a_format_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    standard_input(monkeypatch, "é\r\nb\n".encode())
    assert texts("-") == ["é", "b"]
    standard_input(monkeypatch, b'{"text": "x"}\n')
    assert texts(Path("-"), ReadOptions(format="jsonl")) == ["x"]
    standard_input(monkeypatch, gzip.compress(b"text,label\nx,1\n"))
    assert texts("-", ReadOptions(format="csv.gz")) == ["x"]
    assert not sys.stdin.buffer.closed


def test_closed_standard_input_is_an_error_of_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match=r"^<stdin>: cannot be read \(standard input is closed\)"):
        texts("-")


def test_a_named_format_goes_before_the_ending(tmp_path: Path) -> None:
    path = tmp_path / "reviews.data"
    path.write_text('{"text": "x"}\n')
    assert texts(path, ReadOptions(format="jsonl")) == ["x"]
    assert texts(tmp_path, ReadOptions(format="txt")) == ['{"text": "x"}']
    packed = tmp_path / "reviews.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert texts(packed, ReadOptions(format="jsonl")) == ["x"]
    packed.rename(path)
    assert texts(path, ReadOptions(format="jsonl.gz")) == ["x"]


def test_a_report_counts_over_all_files_and_keeps_the_first_messages(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"x\n" + b"\xff\n" * 4)
    (tmp_path / "b.txt").write_bytes(b"\xff\n" * 4 + b"y\nz\n")
    report = ReadReport()
    options = ReadOptions(on_error="skip", document="line")
    found = list(read_documents(tmp_path, options, report))
    assert [document.text for document in found] == ["x", "y", "z"]
    assert (report.documents, report.skipped) == (3, 8)
    places = [message.partition(": ")[0] for message in report.messages]
    assert places == [f"{tmp_path}/a.txt:{n}" for n in (2, 3, 4, 5)] + [f"{tmp_path}/b.txt:1"]
    assert str(report).startswith("3 documents read, 8 unreadable left out: ")


def test_a_file_that_cannot_be_opened_is_skipped_as_a_whole(tmp_path: Path) -> None:
    (tmp_path / "a.txt").symlink_to(tmp_path / "gone.txt")
    (tmp_path / "b.txt").write_text("x\n")
    pattern = tmp_path / "*.txt"
    with pytest.raises(InputError, match=r"a\.txt: cannot be read \(No such file or directory\);"):
        texts(pattern)
    report = ReadReport()
    options = ReadOptions(on_error="skip")
    assert [d.text for d in read_documents(pattern, options, report)] == ["x"]
    assert report.skipped == 1


def test_options_are_checked_when_they_are_made() -> None:
    with pytest.raises(InputError, match=r"^on_error: found 'ignore'; give one of stop, skip$"):
        ReadOptions(on_error="ignore")  # type: ignore[arg-type]


def complaint(path: str | Path) -> str:
    with pytest.raises(InputError) as caught:
        find_files(path)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_a_missing_file_names_its_neighbors(tmp_path: Path) -> None:
    (tmp_path / "books.jsonl.gz").touch()
    for name, near in (("books.jsonl", " (did you mean books.jsonl.gz?)"), ("xyz.csv", "")):
        path = tmp_path / name
        assert complaint(path) == f"{path}: no such file{near}; check the path"


def test_a_path_without_a_readable_file_says_what_it_holds(tmp_path: Path) -> None:
    assert complaint(tmp_path).startswith(
        f"{tmp_path}: no readable file (found nothing); give files that end in .txt, .jsonl"
    )
    for name in ("a.docx", "b.json", "c"):
        (tmp_path / name).touch()
    assert "(found a.docx, b.json, c)" in complaint(tmp_path)
    assert "(found a.docx)" in complaint(tmp_path / "a*")
    assert "(found nothing)" in complaint(tmp_path / "*.txt")
    assert "(found b.json)" in complaint(tmp_path / "b.json")
    assert find_files(tmp_path / "c", any_ending=True) == [tmp_path / "c"]


def test_a_path_that_leads_nowhere_is_an_error_of_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.txt").touch()
    for path in ("gone/deep/books.txt", "a.txt/b.txt"):
        assert complaint(tmp_path / path).endswith("; check the path")
    text = "word " * 1000  # in the place of a path
    assert complaint(tmp_path / text).endswith("File name too long; check the path")
    # It is not the current folder.
    assert complaint("").startswith("path: found an empty one; name a file")
