"""Inputs that are small and ask for much are refused in one line, or read in bounded memory."""

import json
import os
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.corpus import parquet, records, streams
from crosslex.corpus.documents import ReadOptions, ReadReport
from crosslex.corpus.encode import encode_batch
from crosslex.corpus.readers import read_documents
from crosslex.errors import CrosslexError, InputError, StorageError
from crosslex.paper import PaperEmbedding
from crosslex.text.analysis import pieces
from crosslex.text.settings import TextSettings
from crosslex_bench.faults.hostile import packed, read
from hostile_files import claim_page, parquet_bomb
from processes import run_python
from saved_folders import changed, load_archive, saved_archive

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


@pytest.mark.parametrize(
    ("ending", "start", "unit"),
    [
        ("txt", b"", b"\0"),
        ("jsonl", b"", b"["),
        ("csv", b"", b'"a,b,c,"'),
        ("review", b"<review>\n", b"y" * 1023 + b"\n"),  # no tag ever closes it
    ],
)
def test_a_gzip_bomb_is_read_in_bounded_memory(
    ending: str, start: bytes, unit: bytes, tmp_path: Path
) -> None:
    path = packed(tmp_path / f"a.{ending}.gz", start, unit, 200 * MEGABYTE)
    assert path.stat().st_size < 3 * MEGABYTE
    # One line of at most 16 MB, or a review of 4, and copies of it.
    refused(lambda: read(path), rf"a\.{ending}\.gz", megabytes=80)


@pytest.mark.parametrize("unit", [b'"ab\n",', b"ab,"])
def test_a_row_that_never_ends_is_refused(unit: bytes, tmp_path: Path) -> None:
    path = packed(tmp_path / "a.csv.gz", b"text,label\n", unit, 40 * MEGABYTE)
    refused(lambda: read(path), r"a\.csv\.gz:2: a (row|line) of over", megabytes=200)


def test_a_row_that_is_too_long_is_left_out_if_one_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "LONGEST_ROW", 40)
    path = tmp_path / "a.csv"
    path.write_text(f"text,label\ngood,1\n{'bad' * 20},0\nfine,1\n")
    assert read(path, "skip") == 2


@pytest.mark.parametrize("unit", [b"[],", b"1,"])
def test_an_object_of_endless_values_is_refused_before_it_is_made(
    unit: bytes, tmp_path: Path
) -> None:
    path = packed(tmp_path / "a.jsonl.gz", b'{"text": [', unit, 15 * MEGABYTE)
    assert path.stat().st_size < 200_000
    refused(lambda: read(path), r"a\.jsonl\.gz:1: a JSON object of over", megabytes=80)


def test_a_long_text_is_one_value_whatever_it_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "MOST_VALUES", 3)
    path = tmp_path / "a.jsonl"
    text = 'a list: [1, 2, 3], {"b": "\\"}, and so on ' * 10
    path.write_text(json.dumps({"text": text, "label": 1}))
    assert read(path) == 1
    path.write_text(json.dumps({"text": text, "label": 1, "tags": ["a", "b"]}))
    with pytest.raises(InputError, match="over 3 values"):
        read(path)


def test_quotes_that_are_escaped_and_never_closed_take_linear_time(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.jsonl.gz", b'{"text": "', b'\\"', 8 * MEGABYTE)
    with pytest.raises(InputError, match="broken JSON"):
        read(path)


PEAK_OF_READING = """
import resource, sys
import pyarrow.parquet
from crosslex_bench.faults.hostile import read
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    read(sys.argv[1])
except ValueError as error:
    print(error)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.parametrize("encoding", ["PLAIN", "DELTA_BYTE_ARRAY"])
def test_a_parquet_page_that_claims_two_gigabytes_is_refused_without_filling_them(
    encoding: str, tmp_path: Path
) -> None:
    pytest.importorskip("pyarrow")
    path = parquet_bomb(tmp_path / "a.parquet", "a dull plot", 9, encoding)
    assert read(path) == 9
    claim_page(path, 2**31 - 1)
    # In a process of its own: the memory is pyarrow's, and only what is written to counts.
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    message, kilobytes = run_python(PEAK_OF_READING, path, environment=environment).splitlines()
    assert message.startswith(f"{path}:1: damaged parquet data (")
    assert int(kilobytes) < 2**16


def test_a_parquet_row_group_that_is_too_large_is_refused_or_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(parquet, "LARGEST_ROW_GROUP", MEGABYTE)
    path = parquet_bomb(tmp_path / "a.parquet", "a" * 2**16, 64, "PLAIN")
    assert path.stat().st_size < 20_000
    refused(lambda: read(path), r"a\.parquet:1: a row group of 4,194,[0-9]+ bytes", megabytes=2)
    path = parquet_bomb(path, "a" * 2**16, 20, "PLAIN", row_group_size=16)
    report = ReadReport()
    options = ReadOptions(on_error="skip")
    assert [len(each.text) for each in read_documents(path, options, report)] == [2**16] * 4
    assert report.skipped == 1


@pytest.mark.parametrize("encoding", ["RLE_DICTIONARY", "DELTA_BYTE_ARRAY"])
def test_a_parquet_value_that_is_repeated_without_end_is_read_in_bounded_memory(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    monkeypatch.setattr(parquet, "BATCH_BYTES", 2**22)
    monkeypatch.setattr(parquet, "SMALL_FILE", 2**30)
    path = parquet_bomb(tmp_path / "a.parquet", "a" * 2**18, 500, encoding)
    assert path.stat().st_size < 2_000
    before = pyarrow.total_allocated_bytes()
    held = [pyarrow.total_allocated_bytes() - before for _ in read_documents(path)]
    assert len(held) == 500
    # Sixteen rows, their page, and room for pyarrow to double what it allocates.
    assert max(held) < 4 * 2**22


def test_a_small_parquet_file_that_claims_gigabytes_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(parquet, "SMALL_FILE", MEGABYTE)
    path = parquet_bomb(tmp_path / "a.parquet", "a" * 2**18, 10**6, "RLE_DICTIONARY")
    size = path.stat().st_size
    assert size < 4_000
    whole = max(MEGABYTE, 1000 * size) // (2**18 + 1)  # rows of 262,144 characters
    with pytest.raises(InputError, match=rf"a\.parquet:{whole + 1}: more text than {size:,} bytes"):
        read(path)
    assert read(path, "skip") == whole


def test_a_parquet_text_that_is_too_long_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(parquet, "LONGEST_LINE", 100)
    path = parquet_bomb(tmp_path / "a.parquet", "a" * 101, 3, "PLAIN")
    with pytest.raises(InputError, match=r"a\.parquet:1: a text of over 100 characters"):
        read(path)
    assert read(path, "skip") == 0


@pytest.mark.parametrize("claimed", [2**25, 2**31])
def test_a_parquet_footer_that_is_too_large_is_refused_unread(claimed: int, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1")
    os.truncate(path, 2**32)
    with path.open("ab") as file:
        file.write(claimed.to_bytes(4, "little") + b"PAR1")
    refused(lambda: read(path), f"a footer of {claimed:,} bytes", megabytes=1)


def test_a_copy_of_a_compressed_parquet_file_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "LARGEST_COPY", MEGABYTE)
    path = packed(tmp_path / "a.parquet.gz", b"PAR1", b"a", 2 * MEGABYTE)
    refused(lambda: read(path), "over 1,048,576 bytes.*give the path of", megabytes=2)


def test_a_text_of_nothing_but_accents_takes_linear_time() -> None:
    text = "a" + "\N{COMBINING ACUTE ACCENT}\N{COMBINING GRAVE ACCENT BELOW}" * 500_000
    [word] = encode_batch([text], TextSettings()).words
    assert len(word) <= 31


def test_analyzing_a_long_text_takes_little_more_memory_than_its_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pieces, "__defaults__", (2**12,))
    text = "ab cd. " * 40_000
    encode_batch(["ab cd."], TextSettings())
    tracemalloc.start()
    try:
        encoded = encode_batch([text], TextSettings())
        # Each word's text alone would take 51 bytes, of which the list of its sentence is part.
        assert tracemalloc.get_traced_memory()[1] < 80_000 * 40
    finally:
        tracemalloc.stop()
    assert encoded.document_lengths.tolist() == [40_000]


HUGE = (2**31, 2**70)


@pytest.mark.parametrize("huge", HUGE)
@pytest.mark.parametrize("name", ["window", "dimension"])
def test_a_huge_window_or_dimension_is_refused(name: str, huge: int) -> None:
    corpora = [Corpus.from_texts(["a dull plot"] * 9, name=each) for each in ("films", "tools")]
    with pytest.raises(InputError, match=f"{name}: found {huge}; give at most"):
        CrossDomainEmbedding(**{name: huge}).fit(corpora)
    with pytest.raises(InputError, match=f"{name}: found {huge}; give at most"):
        PaperEmbedding(**{name: huge}).check_settings()


def test_a_resealed_model_with_a_huge_window_is_refused() -> None:
    texts = ["a dull plot", "a good cast", "a dull saw", "good new cast"] * 5
    corpora = [Corpus.from_texts(texts, name=each) for each in ("films", "tools")]
    archive = saved_archive(CrossDomainEmbedding(dimension=4).fit(corpora), "model")
    for path, value, message in (
        (("settings", "window"), 3 * 10**8, "window: found 300000000"),
        (("settings", "dimension"), 3 * 10**8, "dimension: found 300000000"),
    ):
        with pytest.raises(StorageError, match=message):
            load_archive(CrossDomainEmbedding, changed(archive, *path, to=value))


def test_a_sparse_manifest_of_eight_gigabytes_is_refused_unread(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    manifest = tmp_path / "model" / "model.json"
    manifest.touch()
    os.truncate(manifest, 2**33)
    refused(
        lambda: CrossDomainEmbedding.load(tmp_path / "model"),
        r"model\.json is damaged or not crosslex's: 8,589,934,592 bytes",
        megabytes=1,
    )
