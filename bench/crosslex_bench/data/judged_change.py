"""Two sets of words whose change of meaning people judged, as corpora with gold scores."""

import csv
import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crosslex import Corpus, TextSettings
from crosslex_bench.places import CHANGE, existing

SIDES = {"dwug_en": ("old", "new"), "semcor": ("nonfiction", "fiction")}
TITLES = {"dwug_en": "DWUG EN", "semcor": "SemCor"}

Document = list[list[str]]
"""Sentences of lemmas."""


@dataclass(frozen=True, eq=False)
class JudgedChange:
    """Two domains and the words whose change between them is known."""

    name: str
    domains: tuple[Corpus, Corpus]
    words: tuple[str, ...]  # the judged words, as they are written in the corpora
    graded: NDArray[np.float64]  # how much each changed
    binary: NDArray[np.bool_]  # whether it changed


def read_judged(name: str, folder: Path = CHANGE) -> JudgedChange:
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
    return corpus_of_lemmas(list(read_lemmas(path)), path.name.removesuffix(".jsonl.gz"))


def corpus_of_lemmas(documents: Sequence[Document], name: str) -> Corpus:
    """Return documents that consist of sentences of lemmas as a corpus."""
    texts = ["\n".join(" ".join(sentence) for sentence in each) for each in documents]
    return Corpus.from_texts(texts, name=name, text_settings=TextSettings(analyzer=sentences_of))


def read_lemmas(path: Path) -> Iterator[Document]:
    """Yield the sentences of each document of one side of a set."""
    with gzip.open(existing(path), "rt", encoding="utf-8") as lines:
        for line in lines:
            row: dict[str, Any] = json.loads(line)
            yield row["sentences"] if "sentences" in row else [row["lemmas"]]


def read_all_lemmas(name: str, folder: Path = CHANGE) -> list[Document]:
    """Return the sentences of each document of both sides of a set."""
    paths = (folder / name / f"{side}.jsonl.gz" for side in SIDES[name])
    return [document for path in paths for document in read_lemmas(path)]
