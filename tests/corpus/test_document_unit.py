"""What one document is in plain text: as asked, by default, and the warnings of the default."""

import os
import threading
import warnings
from pathlib import Path

import pytest
from read_files import Write, complaint, read, skipped

from crosslex import Corpus
from crosslex.checkpoints import open_checkpoints
from crosslex.corpus import readers
from crosslex.corpus.documents import ReadOptions
from crosslex.corpus.files import LARGE_FILE, is_wrapped
from crosslex.corpus.shard_files import ShardFiles
from crosslex.errors import CrosslexWarning, InputError

TEXT = b"\n The plot\nis dull.\n \nSo is\r\nthe cast.\n\n\n\nEnd"
WRAPPED = (
    "Call me Ishmael. Some years ago, never mind how long precisely,\n"
    "having little or no money in my purse, and nothing particular to\n"
    "interest me on shore, I thought I would sail about a little and\n"
    "see the watery part of the world. It is a way I have of driving\n"
    "off the spleen.\n\n"
) * 4


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("line", [" The plot", "is dull.", "So is", "the cast.", "End"]),
        ("paragraph", ["The plot\nis dull.", "So is\nthe cast.", "End"]),
        ("file", ["The plot\nis dull.\n \nSo is\nthe cast.\n\n\n\nEnd"]),
    ],
)
def test_a_document_is_what_was_asked_for(write: Write, unit: str, expected: list[str]) -> None:
    documents = read(write("a.txt", TEXT), document=unit)
    assert [document.text for document in documents] == expected


def test_without_a_choice_several_files_are_documents(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.txt").write_text(f"{name} one\n{name} two\n")
    assert [each.text for each in read(tmp_path)] == [f"{n} one\n{n} two" for n in "abc"]
    assert len(read(tmp_path / "[ab].txt")) == 2
    assert len(read(tmp_path, document="line")) == 6


def test_one_text_file_among_tables_has_documents_in_lines(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    (tmp_path / "b.csv").write_text("text\nthree\nfour\n")
    assert [each.text for each in read(tmp_path)] == ["one", "two", "three", "four"]
    assert [each.text for each in read(tmp_path, document="file")] == ["one\ntwo", "three", "four"]


def test_wrapped_prose_read_by_line_is_warned_of(write: Write) -> None:
    path = write("novel.txt", WRAPPED.encode())
    with pytest.warns(CrosslexWarning, match=r"novel.*wrapped prose; give document=\"paragraph\""):
        assert len(read(path)) == 20
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(read(path, document="line")) == 20
        assert len(read(path, document="paragraph")) == 4


def test_large_files_read_as_one_document_each_are_warned_of(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("A line.\n" * (LARGE_FILE // 8 + 1))
    with pytest.warns(CrosslexWarning, match=r"each of the 2 text files is read as one document"):
        assert len(read(tmp_path)) == 2


@pytest.mark.parametrize(
    "lines",
    [
        ["good film"] * 50,
        ["A line of its own, which ends as sentences do, with a full stop."] * 50,
        [f"{'words ' * (number % 17)}and no full stop" for number in range(60)],
        ["x" * 70] * 50,
        ["The whole of a long text in one line " * 9] * 50,
        WRAPPED.splitlines()[:4],
    ],
    ids=["short", "sentences", "uneven", "no words", "long", "too few"],
)
def test_lines_that_are_no_wrapped_prose(lines: list[str]) -> None:
    assert not is_wrapped(lines)


def test_a_choice_where_there_is_no_plain_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("text\none\n")
    with pytest.raises(InputError, match=r"document: found 'file', but .*a\.csv holds no plain"):
        read(path, document="file")
    with pytest.raises(InputError, match="document: found 'page'"):
        ReadOptions(document="page")  # type: ignore[arg-type]


def test_a_document_without_end_is_refused_once_at_its_first_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "LONGEST_DOCUMENT", 20)
    path = tmp_path / "a.txt"
    path.write_text("short\n\n" + "a longer line\n" * 5 + "\nshort again\n")
    said = complaint(path, document="paragraph")
    assert said == '3: a paragraph of over 20 characters; cut it, or read it with document="line"'
    texts, report = skipped(path, document="paragraph")
    assert texts == ["short", "short again"]
    assert report.skipped == 1


@pytest.mark.parametrize("unit", [None, "line", "paragraph"])
def test_shards_hold_the_same_documents(tmp_path: Path, unit: str | None) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(f"{name}\nThe plot is dull.\n\nThe cast is good.\n" * 20)
    whole = Corpus.read(folder, name="films", document=unit)  # type: ignore[arg-type]
    with open_checkpoints(tmp_path / "work", {}) as checkpoints:
        engine = ShardFiles(checkpoints, shard_size=100)
        options = ReadOptions(document=unit)  # type: ignore[arg-type]
        sharded = engine.read(folder, name="films", options=options)
        found = (len(sharded), sharded.n_sentences, sharded.n_tokens)
    assert found == (len(whole), whole.n_sentences, whole.n_tokens)
    # Each file begins with its first of 20 groups, and a group holds one blank line.
    assert len(whole) == {None: 2, "line": 120, "paragraph": 42}[unit]


def test_a_pipe_is_read_from_its_start(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("One.\nTwo.\n",), daemon=True)
    writer.start()
    assert [document.text for document in read(pipe)] == ["One.", "Two."]
    writer.join(10)
