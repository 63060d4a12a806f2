import gc
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosslex.arrays import GrowingArray, release_pages
from crosslex.errors import StorageError

PARTS = st.lists(st.lists(st.integers(-(2**31), 2**31 - 1), max_size=20), max_size=10)


@given(PARTS, st.sampled_from([0, 1, 8, 100, 10_000]))
def test_the_parts_come_back_in_order_from_memory_or_disk(parts, memory_limit):
    array = GrowingArray(np.int32, memory_limit=memory_limit)
    for part in parts:
        array.append(np.array(part, np.int32))
    whole = array.finish()
    assert whole.dtype == np.int32
    assert whole.tolist() == [number for part in parts for number in part]


@pytest.mark.parametrize(("limit", "mapped"), [(39, True), (40, False)])
def test_the_content_moves_to_disk_past_the_limit_and_not_before(limit, mapped):
    array = GrowingArray(np.int64, memory_limit=limit)
    array.append(np.arange(5))
    assert isinstance(array.finish(), np.memmap) == mapped


def test_the_temporary_file_never_has_a_name_but_the_array_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    array = GrowingArray(np.int32, memory_limit=0)
    array.append(np.arange(1000, dtype=np.int32))
    assert list(tmp_path.iterdir()) == []  # a kill at any moment leaves no text behind
    array.append(np.arange(1000, dtype=np.int32))
    whole = array.finish()
    assert isinstance(whole, np.memmap)
    del array
    gc.collect()
    assert list(tmp_path.iterdir()) == []
    assert whole.sum() == 2 * sum(range(1000))


@pytest.mark.parametrize("limit", [0, 10_000_000])
def test_released_pages_keep_their_content(limit):
    array = GrowingArray(np.int32, memory_limit=limit)
    array.append(np.arange(100_000, dtype=np.int32))
    whole = array.finish()
    whole[::2] += 1
    release_pages(whole)
    release_pages(whole[5:10])
    assert whole[:4].tolist() == [1, 1, 3, 3]
    assert whole.sum() == sum(range(100_000)) + 50_000


def test_a_full_disk_is_named(monkeypatch):
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("needs /dev/full")
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda *_, **__: full.open("wb"))
    array = GrowingArray(np.int32, memory_limit=0)
    with pytest.raises(StorageError, match="No space left on device; free some space there"):
        array.append(np.arange(10, dtype=np.int32))
