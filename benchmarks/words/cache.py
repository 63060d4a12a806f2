"""Vectors that were learned once, kept in a folder: a run goes on where another ended."""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.words.similarity import WordVectors

FOLDER = Path("results", "words")
"""Where vectors are kept unless another folder is named."""


def learned_once(
    path: Path,
    learn: Callable[[], Mapping[str, tuple[Sequence[str], NDArray[np.floating]]]],
) -> dict[str, WordVectors]:
    """Return vectors by domain, from a file if it exists; otherwise they are learned and written.

    Their CPU seconds are those of all domains together, as they were when they were learned.
    """
    if not path.exists():
        started = time.process_time()
        made = learn()
        seconds = time.process_time() - started
        _write(path, made, seconds)
    with np.load(path) as stored:
        return {
            str(name): WordVectors(
                tuple(stored[f"words {place}"].tolist()),
                stored[f"vectors {place}"],
                float(stored["seconds"]),
            )
            for place, name in enumerate(stored["names"])
        }


def _write(
    path: Path, made: Mapping[str, tuple[Sequence[str], NDArray[np.floating]]], seconds: float
) -> None:
    arrays: dict[str, NDArray[np.generic]] = {"names": np.array(list(made))}
    for place, (words, vectors) in enumerate(made.values()):
        arrays[f"words {place}"] = np.array(words)
        arrays[f"vectors {place}"] = np.asarray(vectors, np.float32)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Moved once complete, so that a killed run leaves no half file.
    unfinished = path.with_name(f"{path.stem}.unfinished.npz")
    np.savez(unfinished, seconds=np.array(seconds), **arrays)  # type: ignore[arg-type]
    unfinished.replace(path)
