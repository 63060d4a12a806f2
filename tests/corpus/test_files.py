"""Paths that lead nowhere are explained in a line that helps."""

from pathlib import Path

import pytest

from crosslex.corpus.files import find_files, format_of
from crosslex.errors import InputError


def complaint(path: str | Path) -> str:
    with pytest.raises(InputError) as caught:
        find_files(path)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.txt", "txt"),
        ("a.b.csv", "csv"),
        ("A.TSV.GZ", "tsv"),
        ("a.parquet", "parquet"),
        ("positive.review", "review"),
        ("a.gz", None),
        ("a.json", None),
        ("txt", None),
    ],
)
def test_the_format_follows_from_the_ending(name: str, expected: str | None) -> None:
    assert format_of(Path(name)) == expected


def test_a_missing_file_names_its_neighbors(tmp_path: Path) -> None:
    (tmp_path / "books.jsonl.gz").touch()
    path = tmp_path / "books.jsonl"
    assert complaint(path) == (
        f"{path}: no such file (did you mean books.jsonl.gz?); check the path"
    )
    path = tmp_path / "xyz.csv"
    assert complaint(path) == f"{path}: no such file; check the path"


def test_a_missing_folder_names_its_neighbors(tmp_path: Path) -> None:
    (tmp_path / "reviews").mkdir()
    path = tmp_path / "review" / "deep" / "books.txt"
    assert complaint(path) == (
        f"{path}: no such folder 'review' (did you mean reviews?); check the path"
    )


def test_a_path_through_a_file_is_explained(tmp_path: Path) -> None:
    (tmp_path / "a.txt").touch()
    path = tmp_path / "a.txt" / "b.txt"
    assert complaint(path) == f"{path}: {tmp_path}/a.txt is a file, not a folder; check the path"


def test_a_folder_without_a_readable_file_says_what_it_holds(tmp_path: Path) -> None:
    assert complaint(tmp_path).startswith(
        f"{tmp_path}: no readable file in this folder (found: nothing); readable are .txt, .jsonl"
    )
    for name in ("a.docx", "b.docx", "c"):
        (tmp_path / name).touch()
    assert "(found: 2 with .docx, 1 with no ending)" in complaint(tmp_path)


def test_a_pattern_without_a_match_says_so(tmp_path: Path) -> None:
    pattern = tmp_path / "*.txt"
    assert complaint(pattern) == (f"{pattern}: the pattern matches no file; check it, and quote it")
    (tmp_path / "a.docx").touch()
    assert complaint(tmp_path / "a*").startswith(
        f"{tmp_path}/a*: no readable file matches the pattern (found: 1 with .docx); readable are"
    )


def test_an_unknown_ending_names_the_ones_that_are_known(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.touch()
    assert complaint(path).startswith(
        f"{path}: the ending .json is not a known one (did you mean .jsonl or .ndjson?); rename"
    )
    path = tmp_path / "books"
    path.touch()
    assert complaint(path).startswith(f"{path}: a file name without an ending; rename it to one of")
    assert find_files(path, any_ending=True) == [path]


def test_an_empty_path_is_not_the_current_folder() -> None:
    assert complaint("").startswith("path: found an empty one; name a file")


def test_a_text_given_as_a_path_is_an_error_of_one_line() -> None:
    assert complaint("word " * 1000).endswith("File name too long; check the path")
