"""Arrays of a mapped file: places that an array does not have are refused."""

from pathlib import Path

import numpy as np
import pytest

from crosslex.corpus.kept_texts import ARRAYS
from crosslex.errors import StorageError
from crosslex.storage.mapped import MappedArrays, MappedFile, block_checksums, write_mapped


@pytest.fixture
def arrays(tmp_path: Path) -> MappedArrays:
    """Arrays of eight elements each."""
    path = tmp_path / "texts.safetensors"
    write_mapped({f"{name}.0": np.arange(8).astype(kind) for name, kind in ARRAYS.items()}, path)
    return MappedFile(path, path.stat().st_size, block_checksums(path)).texts(0)


@pytest.mark.parametrize(
    ("starts", "stops"),
    [([0, 3], [5, -1]), ([0, 6], [8, 4]), ([-1, 0], [5, 5]), ([0, 0], [9, 5]), ([0], [-2])],
)
def test_every_slice_must_be_within_the_array(
    arrays: MappedArrays, starts: list[int], stops: list[int]
) -> None:
    with pytest.raises(StorageError, match="content number what is not there"):
        arrays.texts("content", np.array(starts), np.array(stops))


def test_slices_within_the_array_are_read(arrays: MappedArrays) -> None:
    found = arrays.texts("content", np.array([0, 8, 2]), np.array([8, 8, 4]))
    assert found == ["\0\1\2\3\4\5\6\7", "", "\2\3"]
    none = np.empty(0, np.int64)
    assert arrays.texts("content", none, none) == []
