"""Damaged and oversized files: what stands before the damage is delivered."""

import gzip
import io
import random
import zlib
from pathlib import Path
from typing import BinaryIO, cast

import pytest
from read_files import complaint, skipped

from crosslex.corpus.documents import ReadOptions, ReadReport
from crosslex.corpus.readers import read_documents
from crosslex.corpus.streams import NumberedLines, Source

LINES = [f"{n} {random.Random(n).random()}" for n in range(20_000)]
PACKED = gzip.compress("".join(f"{line}\n" for line in LINES).encode())


def decodable_lines(packed: bytes) -> int:
    """Count the whole lines in what zlib alone can decompress."""
    return zlib.decompressobj(wbits=31).decompress(packed).count(b"\n")


@pytest.mark.parametrize("kept", [0.999, 0.7, 0.3])
def test_all_whole_lines_before_a_break_are_delivered(tmp_path: Path, kept: float) -> None:
    packed = PACKED[: int(len(PACKED) * kept)]
    whole = decodable_lines(packed)
    assert 0 < whole < len(LINES)
    path = tmp_path / "a.txt.gz"
    path.write_bytes(packed)
    texts, report = skipped(path)
    assert texts == LINES[:whole]
    assert (report.documents, report.skipped) == (whole, 1)
    message = f"{whole + 1}: the gzip data break off here; fetch or compress the file again"
    assert report.messages == [f"{path}:{message}"]
    assert complaint(path) == message


def test_a_wrong_checksum_is_noticed_after_the_last_line(tmp_path: Path) -> None:
    path = tmp_path / "a.txt.gz"
    path.write_bytes(PACKED[:-8] + bytes(4) + PACKED[-4:])
    texts, report = skipped(path)
    assert (texts, report.skipped) == (LINES, 1)
    assert report.messages[0].startswith(f"{path}:20001: damaged gzip data (CRC check failed")


def test_a_break_inside_a_record_counts_once(tmp_path: Path) -> None:
    rows = (f'"first line\n{line}",1\n' for line in LINES[:2000])
    content = f"text,label\n{''.join(rows)}".encode()
    path = tmp_path / "a.csv.gz"
    packed = gzip.compress(content)
    for cut in range(30):
        path.write_bytes(packed[: len(packed) // 2 + cut])
        texts, report = skipped(path)
        assert 0 < len(texts) < 2000
        assert [text.splitlines()[-1] for text in texts] == LINES[: len(texts)]
        assert report.skipped == 1


def numbered(content: bytes, longest: int, report: ReadReport) -> list[tuple[int, bytes]]:
    source = Source(Path("a.txt"), ReadOptions(on_error="skip"), report)
    return list(NumberedLines(cast(BinaryIO, io.BytesIO(content)), source, longest))


def test_a_line_beyond_the_limit_is_left_out_without_being_held() -> None:
    report = ReadReport()
    content = b"12345\n" + b"1234567890" * 5 + b"\n1234567\n" + b"12345678"
    assert numbered(content, 8, report) == [(1, b"12345\n"), (3, b"1234567\n")]
    long = "a line of over 8 bytes; write one document per line"
    assert report.messages == [f"a.txt:2: {long}", f"a.txt:4: {long}"]


def test_several_gzip_parts_in_one_file_are_read_on_and_others_named(tmp_path: Path) -> None:
    path = tmp_path / "a.txt.gz"
    path.write_bytes(gzip.compress(b"one\ntw") + gzip.compress(b"o\nthree\n"))
    assert [document.text for document in read_documents(path)] == ["one", "two", "three"]
    path.write_bytes(b"plain text\n")
    assert complaint(path).startswith("1: damaged gzip data (Not a gzipped file")
