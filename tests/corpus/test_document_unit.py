"""The unit of a document in plain text, and the ids of documents: given, or file and line."""

import csv
import io
import json
import os
import threading
from pathlib import Path

import pytest
from read_files import Write, complaint, read, skipped

from crosslex import Corpus
from crosslex.checkpoints import open_checkpoints
from crosslex.corpus import records
from crosslex.corpus.documents import ReadOptions
from crosslex.corpus.sharded import ShardFiles
from crosslex.errors import InputError

TEXT = b"\n The plot\nis dull.\n \nSo is\r\nthe cast.\n\n\n\nEnd"


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
    monkeypatch.setattr(records, "LONGEST_DOCUMENT", 20)
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
    options = ReadOptions(document=unit)  # type: ignore[arg-type]
    whole = Corpus.read(folder, name="films", options=options)
    with open_checkpoints(tmp_path / "work", {}) as checkpoints:
        engine = ShardFiles(checkpoints, shard_size=100)
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


def ids(path: Path | str, **options: object) -> list[str]:
    return list(Corpus.read(path, name="x", options=ReadOptions(**options)).document_ids)  # type: ignore[arg-type]


def test_documents_of_files_are_known_by_file_name_and_line(tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text("one\n\n\ntwo\nthree\n")
    assert ids(text) == ["a.txt:1", "a.txt:4", "a.txt:5"]
    assert ids(text, document="paragraph") == ["a.txt:1", "a.txt:4"]
    assert ids(text, document="file") == ["a.txt"]
    table = tmp_path / "b.csv"
    rows = io.StringIO()
    csv.writer(rows).writerows([["text"], ["one\nin two lines"], ["two"]])
    table.write_text(rows.getvalue())
    # A row is where it begins, as an editor numbers the lines.
    assert ids(table) == ["b.csv:2", "b.csv:4"]


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    for folder in ("good", "bad"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "1.txt").write_text(folder)
    assert ids(tmp_path) == ["bad/1.txt", "good/1.txt"]


def test_a_column_of_ids_is_taken_as_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("".join(json.dumps({"text": "x", "key": key}) + "\n" for key in ("007", 7)))
    assert ids(path, id_column="key") == ["007", "7"]
    with pytest.raises(InputError, match=r"a.jsonl:1: no column 'keys' .*; name it in id_column"):
        ids(path, id_column="keys")
    path.write_text('{"text": "x", "key": null}\n')
    with pytest.raises(InputError, match=r"a.jsonl:1: NoneType None in column 'key' where an id"):
        ids(path, id_column="key")


def test_shards_keep_the_lines_of_the_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = [{"text": "word " * (row % 7 + 1), "of": "fg"[row % 2]} for row in range(60)]
    path.write_text("\n".join(map(json.dumps, lines)))
    options = ReadOptions(domain_column="of")
    whole = {each.name: each for each in Corpus.read_domains(path, options=options)}
    with open_checkpoints(tmp_path / "m.checkpoints", {}) as checkpoints:
        engine = ShardFiles(checkpoints, shard_size=200)
        for corpus in engine.read_domains(path, options=options, keep_texts=False):
            assert len(corpus.shards) > 5
            assert corpus.document_ids == list(whole[corpus.name].document_ids)
    assert list(whole["g"].document_ids)[:3] == ["a.jsonl:2", "a.jsonl:4", "a.jsonl:6"]
