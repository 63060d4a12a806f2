"""Trials of files of word vectors, of tables from spreadsheets, and of tables read back."""

import gzip
import random
from pathlib import Path

import numpy as np

from crosslex.corpus import ReadOptions, ReadReport, read_documents
from crosslex.csv_cells import csv_line
from crosslex.space import check_vectors, read_vectors
from crosslex_bench.faults.hostile import Trial, packed
from crosslex_bench.faults.mutation import mutated

WORDS = ["good", "bad", "not good", "windows 95", ". . .", "café"]
PIECES = [
    "'",
    "=",
    "+1",
    "-a",
    "@",
    "\t",
    "\r",
    "\n",
    "\r\n",
    '"',
    ",",
    ";",
    "\0",
    "＝",
    "saw",
    " ",
]


def vectors() -> dict[str, bytes]:
    """Return small valid files of word vectors: of word2vec, as text and binary, and of GloVe."""
    numbers = np.linspace(-1, 1, 4 * len(WORDS), dtype="<f4").reshape(len(WORDS), 4)
    lines = [
        " ".join([word, *(f"{each:.4f}" for each in row)])
        for word, row in zip(WORDS, numbers, strict=True)
    ]
    counts = f"{len(WORDS)} 4"
    rows = zip(WORDS, numbers, strict=True)
    binary = b"".join(word.encode() + b" " + row.tobytes() + b"\n" for word, row in rows)
    return {
        "word2vec": "\n".join([counts, *lines]).encode(),
        "glove": "\n".join(lines[:3]).encode(),
        "word2vec binary": f"{counts}\n".encode() + binary,
    }


def of_vectors(path: Path, content: bytes) -> Trial:
    """Return a trial that reads a damaged file of word vectors."""

    def trial(chance: random.Random) -> object:
        data = mutated(content, chance)
        path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
        check_vectors(path)
        return read_vectors(path)

    return trial


def read_back(path: Path) -> Trial:
    """Return a trial of texts that are written as a table for spreadsheets and read back."""
    options = ReadOptions(escaped_formulas=True)

    def trial(chance: random.Random) -> None:
        texts = ["".join(chance.choices(PIECES, k=chance.randrange(12))) for _ in range(9)]
        rows = [("text", "label"), *((text, "1") for text in texts)]
        path.write_text("".join(map(csv_line, rows)), encoding="utf-8", newline="")
        read = [each.text for each in read_documents(path, options, ReadReport())]
        if read != [text.replace("\0", "\N{REPLACEMENT CHARACTER}") for text in texts]:
            raise AssertionError(f"written {texts}, read {read}")

    return trial


def wide_vectors(path: Path) -> Trial:
    """Return a trial of a small file that holds endless vectors, or endless numbers."""

    def trial(chance: random.Random) -> object:
        start = chance.choice([b"9 16384\na", b"a", b"9" * 5000 + b" 2\na", b"99999999 2\na"])
        unit = chance.choice([b" 1", b" 1 1\na", b"a", b" ", b"\n", b"\0"])
        packed(path, start, unit, int(2 ** chance.uniform(10, 22)))
        return read_vectors(path)

    return trial
