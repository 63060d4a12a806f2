"""Every document is known by an id: given, or file name and line, or its row."""

import csv
import io
import json
from pathlib import Path

import pytest

from crosslex import Corpus
from crosslex.checkpoints import open_checkpoints
from crosslex.corpus.documents import ReadOptions
from crosslex.corpus.sharded import ShardFiles
from crosslex.errors import InputError


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
