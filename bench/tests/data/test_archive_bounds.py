"""Archives that claim anything are refused in one line, in bounded memory."""

import tarfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from crosslex.errors import CrosslexError, InputError
from crosslex_bench.data import tar_files
from crosslex_bench.data.review_files import read_review_archive
from crosslex_bench.faults.hostile import long_name, packed, tar_header

MEGABYTE = 2**20


def refused(work: Callable[[], object], match: str, *, megabytes: int) -> None:
    """Check that work ends with our own error, of one line, and how much memory it took."""
    tracemalloc.start()
    try:
        with pytest.raises(CrosslexError, match=match) as caught:
            work()
        assert tracemalloc.get_traced_memory()[1] < megabytes * MEGABYTE
    finally:
        tracemalloc.stop()
    assert "\n" not in str(caught.value)


def test_a_tar_member_with_an_endless_name_is_refused(tmp_path: Path) -> None:
    path = long_name(tmp_path / "a.tar.gz", claimed=2**30, held=64 * MEGABYTE)
    refused(lambda: read_review_archive(path), r"a\.tar\.gz: .*a header of over", megabytes=8)


def test_an_endless_map_of_a_sparse_tar_member_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tar_files, "LARGEST_HEADER", 2**14)
    records = b"".join(
        b"%d %b\n" % (len(record) + 4, record)
        for record in (b"GNU.sparse.major=1", b"GNU.sparse.minor=0", b"GNU.sparse.name=abc")
    )
    start = tar_header("p", tarfile.XHDTYPE, len(records)) + records.ljust(512, b"\0")
    start += tar_header("a", tarfile.REGTYPE, 2**30) + b"999999999\n"
    path = packed(tmp_path / "a.tar.gz", start, b"1\n", 4 * MEGABYTE)
    refused(lambda: read_review_archive(path), "a header of over", megabytes=4)


def test_headers_that_stand_before_headers_without_end_are_refused(tmp_path: Path) -> None:
    header = tar_header("././@LongLink", tarfile.GNUTYPE_LONGNAME, 0)
    path = packed(tmp_path / "a.tar.gz", b"", header, MEGABYTE)
    refused(lambda: read_review_archive(path), "not a readable tar archive", megabytes=64)


def test_an_archive_of_endless_members_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tar_files, "MOST_FILES", 100)
    path = packed(tmp_path / "a.tar.gz", b"", tar_header("a", tarfile.REGTYPE, 0), MEGABYTE)
    with pytest.raises(InputError, match="over 100 files"):
        read_review_archive(path)


def test_an_archive_that_claims_to_be_huge_is_refused_by_its_header(tmp_path: Path) -> None:
    # Written by hand: Python 3.13 refuses to write a header without what it claims.
    header = tar_header("books/positive.review", tarfile.REGTYPE, 2**40)
    with pytest.raises(InputError, match="bytes unpacked"):
        read_review_archive(packed(tmp_path / "a.tar.gz", header, bytes(512), 2**16))
