"""Vectors that were learned once, kept in a folder: a run goes on where another ended."""

import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from crosslex_bench.data.mdsd import FOLDER as DATA
from crosslex_bench.words.datasets import read_corpora
from crosslex_bench.words.methods import Made, Method
from crosslex_bench.words.similarity import Key, WordVectors

FOLDER = Path("results", "words")
"""Where vectors are kept unless another folder is named."""


def learn_all(
    domains: str, methods: Mapping[str, Method], cache: Path, data: str = DATA
) -> dict[Key, WordVectors]:
    """Return vectors by method and domain; those in the cache are not learned again."""
    folder = cache / domains.replace(",", "-")
    missing = [name for name in methods if not (folder / f"{name}.npz").exists()]
    corpora = read_corpora(domains, data) if missing else []
    found: dict[Key, WordVectors] = {}
    for name, method in methods.items():
        learning = partial(method.learn, corpora)
        made = learned_once(folder / f"{name}.npz", learning)
        print(f"{name}: done", file=sys.stderr, flush=True)
        found |= {(name, domain): vectors for domain, vectors in made.items()}
    return found


def learned_once(
    path: Path,
    learn: Callable[[], Made],
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


def _write(path: Path, made: Made, seconds: float) -> None:
    arrays: dict[str, NDArray[np.generic]] = {"names": np.array(list(made))}
    for place, (words, vectors) in enumerate(made.values()):
        arrays[f"words {place}"] = np.array(words)
        arrays[f"vectors {place}"] = np.asarray(vectors, np.float32)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Moved once complete, so that a killed run leaves no half file.
    unfinished = path.with_name(f"{path.stem}.unfinished.npz")
    np.savez(unfinished, seconds=np.array(seconds), **arrays)  # type: ignore[arg-type]
    unfinished.replace(path)
