"""Source distributions through pip, from a package index made by hand."""

import hashlib
import io
import sys
import tarfile
from pathlib import Path

import pytest

from crosslex.corpus.hutto2014 import source_distribution
from crosslex.errors import InputError


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that pip can find, and that leaves a trace if anything of it is run."""
    links = tmp_path / "links"
    links.mkdir()
    path = links / "handmade-1.0.tar.gz"
    setup = f"open({str(tmp_path / 'was-run')!r}, 'w')\n".encode()
    with tarfile.open(path, "w:gz") as packed:
        for name, content in (("setup.py", setup), ("data.txt", b"content")):
            member = tarfile.TarInfo(f"handmade-1.0/{name}")
            member.size = len(content)
            packed.addfile(member, io.BytesIO(content))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(links))
    return path


def test_the_archive_is_fetched_and_nothing_of_it_is_run(archive: Path, tmp_path: Path) -> None:
    content = archive.read_bytes()
    sha256 = hashlib.sha256(content).hexdigest()
    with source_distribution("handmade", "1.0", sha256) as fetched:
        assert fetched.name == archive.name
        assert fetched.read_bytes() == content
    assert not fetched.exists()
    assert not (tmp_path / "was-run").exists()


def test_other_content_than_expected_is_refused(archive: Path) -> None:
    expected = r"^handmade-1\.0\.tar\.gz: its content is not the one published \(SHA-256 differs\);"
    with pytest.raises(InputError, match=expected), source_distribution("handmade", "1.0", "0"):
        pass


def test_a_package_that_is_not_to_be_had_is_named_in_one_line(archive: Path) -> None:
    expected = r"^pip could not fetch handmade==2\.0 \([^\n]*handmade==2\.0[^\n]*\); check the net"
    with pytest.raises(InputError, match=expected), source_distribution("handmade", "2.0", "0"):
        pass


def test_an_environment_without_pip_is_an_error_of_one_line(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho 'python: No module named pip' >&2\nexit 1\n")
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    expected = r"^pip could not fetch handmade==1\.0 \(python: No module named pip\); check"
    with pytest.raises(InputError, match=expected), source_distribution("handmade", "1.0", "0"):
        pass
