"""Small inputs that ask for much: endless rows, names, lists and words, and huge numbers."""

import gzip
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np

from crosslex import Corpus, CrossDomainEmbedding, TextSettings
from crosslex.corpus import ReadOptions, ReadReport, encode_batch, read_documents
from crosslex.export import export
from crosslex.vectors import DomainVectors

Trial = Callable[[random.Random], object]

ROWS = [b'"ab\n",', b"ab,", b",", b'"",', b'"\n', b"a\r,", b'""']
VALUES = [b"[],", b"{},", b'{"a":[]},', b"[", b'{"a":', b"1,", b'"",', b'"', b'\\"', b"-"]
LINES = [b"ab ", b"a.", b"\xf0\x9f\x98\x80", b"<a ", b"&#", b"a'", b"a@", b"www.", b"1,", b"x"]
MARKS = "\u0301\u0316\uff9e\u0f73\u0344\u0327"
SETTINGS = ["window", "dimension", "n_contexts", "min_count", "min_documents", "max_examples"]


def packed(path: Path, start: bytes, unit: bytes, size: int) -> Path:
    """Write a small gzip file that holds `size` bytes of one unit, again and again."""
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(start)
        chunk = unit * (2**16 // len(unit))
        for _ in range(max(1, size // len(chunk))):
            file.write(chunk)
    return path


def read(path: Path, on_error: str = "stop") -> int:
    """Return how many documents a file has."""
    options = ReadOptions(on_error="skip" if on_error == "skip" else "stop")
    return sum(1 for _ in read_documents(path, options, ReadReport()))


def hostile(folder: Path) -> dict[str, Trial]:
    """Return one trial per kind of input, by its name."""
    folder.mkdir()

    def size(chance: random.Random, largest: int) -> int:
        return int(2 ** chance.uniform(10, np.log2(largest)))

    def rows(chance: random.Random) -> object:
        unit, policy = chance.choice(ROWS), chance.choice(["stop", "skip"])
        ending = chance.choice(["csv", "tsv"])
        header = {"csv": b"text,label\n", "tsv": b"text\tlabel\n"}[ending]
        path = folder / f"a.{ending}.gz"
        return read(packed(path, header, unit, size(chance, 2**23)), policy)

    def values(chance: random.Random) -> object:
        unit, policy = chance.choice(VALUES), chance.choice(["stop", "skip"])
        start = chance.choice([b'{"text": [', b"[", b'{"text": "a", "more": ['])
        return read(packed(folder / "a.jsonl.gz", start, unit, size(chance, 2**25)), policy)

    def lines(chance: random.Random) -> object:
        path = packed(folder / "a.txt.gz", b"", chance.choice(LINES), size(chance, 2**20))
        texts = [document.text for document in read_documents(path)]
        return encode_batch(texts, TextSettings())

    def marks(chance: random.Random) -> object:
        unit = "".join(chance.choices(MARKS, k=chance.randrange(1, 8)))
        return encode_batch([unit * (size(chance, 2**20) // len(unit))], TextSettings())

    texts = ["a dull plot good music", "good actor new plot", "bad old film"] * 4
    corpora = [Corpus.from_texts(texts, name=name) for name in ("films", "tools")]

    def settings(chance: random.Random) -> object:
        given = {chance.choice(SETTINGS): 2 ** chance.randrange(8, 80)}
        return CrossDomainEmbedding(**({"dimension": 4} | given)).fit(corpora)

    def word(chance: random.Random) -> None:
        words = ("a" * size(chance, 2**22), *(str(number) for number in range(2000)))
        vectors = DomainVectors("films", words, np.ones((len(words), 1), np.float32))
        export({"films": vectors}, "word2vec", folder / "vectors")

    trials = [rows, values, lines, marks, settings, word]
    return {trial.__name__: trial for trial in trials}
