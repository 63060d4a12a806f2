"""Two sets of words whose change of meaning people judged, as corpora with gold scores."""

import csv
import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crosslex.corpus.corpus import Corpus
from crosslex.text.settings import TextSettings
from crosslex_bench.measure import DATA

FOLDER = DATA / "change"
SIDES = {"dwug_en": ("old", "new"), "semcor": ("nonfiction", "fiction")}
TITLES = {"dwug_en": "DWUG EN", "semcor": "SemCor"}


@dataclass(frozen=True, eq=False)
class JudgedChange:
    """Two domains and the words whose change between them is known.

    Parameters
    ----------
    name
        The set's.
    domains
        Its two corpora.
    words
        The judged words, as they are written in the corpora.
    graded
        How much each changed.
    binary
        Whether it did.
    """

    name: str
    domains: tuple[Corpus, Corpus]
    words: tuple[str, ...]
    graded: NDArray[np.float64]
    binary: NDArray[np.bool_]


def read_judged(name: str, folder: Path = FOLDER) -> JudgedChange:
    """Return one of the sets: its lemmas as they are, a use or a text being a document."""
    first, second = (_read_corpus(folder / name / f"{side}.jsonl.gz") for side in SIDES[name])
    with (folder / name / "gold.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    return JudgedChange(
        name,
        (first, second),
        tuple(row["word"] for row in rows),
        np.array([float(row["graded"]) for row in rows]),
        np.array([row["binary"] == "1" for row in rows]),
    )


def sentences_of(text: str) -> list[list[str]]:
    """Return sentences of lemmas: one per line, with spaces between."""
    return [line.split(" ") for line in text.split("\n") if line]


def _read_corpus(path: Path) -> Corpus:
    if not path.exists():
        raise SystemExit(f"{path}: not found; name the data's folder with --data")
    texts = ["\n".join(" ".join(sentence) for sentence in each) for each in read_lemmas(path)]
    settings = TextSettings(analyzer=sentences_of)
    name = path.name.removesuffix(".jsonl.gz")
    return Corpus.from_texts(texts, name=name, text_settings=settings)


def read_lemmas(path: Path) -> Iterator[list[list[str]]]:
    """Yield the sentences of each document of one side of a set."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row: dict[str, Any] = json.loads(line)
            yield row["sentences"] if "sentences" in row else [row["lemmas"]]
