"""The dataset hutto2014: fetched without running anything, read, and cached."""

import hashlib
import io
import json
import tarfile
from pathlib import Path

import pytest

from crosslex.corpus import Document
from crosslex.datasets import Package
from crosslex.errors import InputError
from crosslex_bench.data.hutto2014 import (
    DOMAINS,
    INNER_ARCHIVE,
    MEMBERS,
    fetch_hutto2014,
    fetch_source,
    ground_truth,
    read_hutto2014,
)
from processes import pip_looks_only_in


def packed(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def test_the_four_tables_are_read_out_of_the_nested_archive(tmp_path: Path) -> None:
    tables = {name: f"1\t2\t{domain}\r\n".encode() for domain, name in MEMBERS.items()}
    tables["../escape.txt"] = b"never touched"
    archive = tmp_path / "package.tar.gz"
    archive.write_bytes(packed({"setup.py": b"raise SystemExit", INNER_ARCHIVE: packed(tables)}))
    found = {name: json.loads(line)["text"] for name, line in ground_truth(archive).items()}
    assert found == {f"{domain}.jsonl": domain for domain in DOMAINS}
    assert [path.name for path in tmp_path.iterdir()] == ["package.tar.gz"]


@pytest.fixture
def links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return pip_looks_only_in(tmp_path / "links", monkeypatch)


def tracing(folder: Path) -> bytes:
    """Return code that leaves a trace if it is run."""
    return f"open({str(folder / 'was-run')!r}, 'w')\n".encode()


HOSTILE = b'[build-system]\nrequires = []\nbuild-backend = "hostile"\nbackend-path = ["."]\n'
"""A backend of its own, which pip would import to ask it for the package's metadata."""


def handmade(links: Path, **members: bytes) -> Path:
    path = links / "handmade-1.0.tar.gz"
    path.write_bytes(packed({f"handmade-1.0/{n.replace('_', '.')}": c for n, c in members.items()}))
    return path


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_nothing_of_a_source_distribution_is_run(links: Path, tmp_path: Path) -> None:
    archive = handmade(links, setup_py=tracing(tmp_path))
    with fetch_source(Package("handmade", "1.0", sha256(archive))) as fetched:
        assert fetched.read_bytes() == archive.read_bytes()
    assert not (tmp_path / "was-run").exists()


def test_other_content_than_expected_is_refused_before_it_could_run(
    links: Path, tmp_path: Path
) -> None:
    handmade(links, pyproject_toml=HOSTILE, hostile_py=tracing(tmp_path))
    with (
        pytest.raises(InputError, match="DO NOT MATCH THE HASHES"),
        fetch_source(Package("handmade", "1.0", "0" * 64)),
    ):
        pass
    assert not (tmp_path / "was-run").exists()


def test_it_is_fetched_once_and_read_from_the_cache(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    folder = fetch_hutto2014(tmp_path)
    assert sorted(path.name for path in folder.iterdir()) == sorted(f"{d}.jsonl" for d in DOMAINS)

    request.getfixturevalue("links")  # from here on, pip finds nothing
    documents = list(read_hutto2014(tmp_path))
    # The numbers of sentences that the dataset's authors state.
    assert len(documents) == 3708 + 10605 + 5190 + 4200
    assert documents[0] == Document(
        "troubleshooting ad-2500 and ad-2600 no picture scrolling b/w.", 0, "products"
    )
    assert {document.label for document in documents} == {0, 1, None}
